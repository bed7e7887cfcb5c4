"""In which order matching learnings come: how exactly they name a path, then recency, relevance and trust (6.2).

Ranks are worked out class by class, best class first, so that what cannot be reached within a budget is never
scored.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

from buddy.core.learnings import dates, relevance
from buddy.core.learnings.record import Learning, Trust

MAX_CANDIDATES = 512
"""How many records of one class are scored in full; of a larger one, those that are new, trusted or use its words."""

HALF_LIFE_DAYS = 180
RECENCY, RELEVANCE, TRUST = 0.5, 0.35, 0.15


def ranked(classes: Mapping[int, Sequence[Learning]], *, query: Sequence[str], now: datetime) -> Iterator[Learning]:
    """The records of all classes, the highest class first; each class bounded to its best `MAX_CANDIDATES`."""
    standing = _standing(now)
    for specificity in sorted(classes, reverse=True):
        yield from _ranked_class(classes[specificity], query, standing)


def _ranked_class(
    records: Sequence[Learning], query: Sequence[str], standing: Callable[[Learning], float]
) -> list[Learning]:
    candidates = _bounded(records, query, standing)
    relevant = relevance.scores(candidates, query)
    scored = [
        (-(standing(record) + RELEVANCE * score), record.id, at)
        for at, (record, score) in enumerate(zip(candidates, relevant, strict=True))
    ]
    return [candidates[at] for _, _, at in sorted(scored)]


def _bounded(
    records: Sequence[Learning], query: Sequence[str], standing: Callable[[Learning], float]
) -> Sequence[Learning]:
    """At most `MAX_CANDIDATES`: half for what is new or trusted, the rest for what shares most words."""
    if len(records) <= MAX_CANDIDATES:
        return records
    asked = frozenset(query)
    by_standing = [(-standing(record), record.id, at) for at, record in enumerate(records)]
    kept = {at for *_, at in heapq.nsmallest(MAX_CANDIDATES // 2, by_standing)}
    by_words = [
        (-len(asked.intersection(records[at].text.casefold().split())), score, record_id, at)
        for score, record_id, at in by_standing
        if at not in kept
    ]
    kept.update(at for *_, at in heapq.nsmallest(MAX_CANDIDATES - len(kept), by_words))
    return [records[at] for at in sorted(kept)]


def _standing(now: datetime) -> Callable[[Learning], float]:
    """Recency and trust of a record, in 0 to `RECENCY + TRUST`; each distinct date is read once."""
    trust = {level: TRUST * level.rank / Trust.PINNED.rank for level in Trust}
    freshness: dict[str | None, float] = {}

    def fresh(date: str | None) -> float:
        known = freshness.get(date)
        if known is None:
            known = freshness[date] = _freshness(date, now)
        return known

    def standing(record: Learning) -> float:
        recency = fresh(record.updated_at) or fresh(record.created_at)
        return RECENCY * recency + (trust[record.trust] if record.trust else 0.0)

    return standing


def _freshness(date: str | None, now: datetime) -> float:
    """1 for now and the future, halved every `HALF_LIFE_DAYS`, 0 where no date can be read."""
    moment = dates.parse(date)
    if moment is None:
        return 0.0
    return float(0.5 ** (max(0, (now - moment).days) / HALF_LIFE_DAYS))
