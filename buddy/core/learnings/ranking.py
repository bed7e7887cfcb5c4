"""In which order matching learnings come: how exactly they name a path, then recency, relevance and trust (6.2).

Ranks are worked out class by class, best class first, so that what cannot be reached within a budget is never
scored.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.core.learnings import dates, relevance
from buddy.core.learnings.record import Learning, Trust

MAX_CANDIDATES = 512
"""How many records of one class are scored in full; of a larger one, those that are new, trusted or use its words."""

HALF_LIFE_DAYS = 180
RECENCY, RELEVANCE, TRUST = 0.5, 0.35, 0.15


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """Why a record stands where it does: by `specificity` first, then by the sum of the three other parts.

    `recency` is at most `RECENCY`, `relevance` at most `RELEVANCE`, `trust` at most `TRUST`.
    """

    specificity: int
    recency: float
    relevance: float
    trust: float

    @property
    def blend(self) -> float:
        """What decides among records of one specificity, the greater the earlier."""
        return self.recency + self.trust + self.relevance


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """A record in its place."""

    record: Learning
    score: Score


class Ranking:
    """The records of all classes, the highest class first; each class bounded to its best `MAX_CANDIDATES`.

    A class is scored when it is reached, and once: whoever goes through the ranking again sees the same values.
    """

    def __init__(self, classes: Mapping[int, Sequence[Learning]], *, query: Sequence[str], now: datetime) -> None:
        self._classes = classes
        self._query = query
        self._standing = _Standing(now)
        self._scored: dict[int, Sequence[Ranked]] = {}

    def __iter__(self) -> Iterator[Ranked]:
        for specificity in sorted(self._classes, reverse=True):
            if specificity not in self._scored:
                self._scored[specificity] = self._ranked_class(specificity)
            yield from self._scored[specificity]

    def _ranked_class(self, specificity: int) -> Sequence[Ranked]:
        candidates = _bounded(self._classes[specificity], self._query, self._standing)
        relevant = relevance.scores(candidates, self._query)
        ranked = [
            Ranked(record=record, score=self._score(record, specificity=specificity, relevant=relevant_share))
            for record, relevant_share in zip(candidates, relevant, strict=True)
        ]
        return sorted(ranked, key=lambda one: (-one.score.blend, one.record.id))

    def _score(self, record: Learning, *, specificity: int, relevant: float) -> Score:
        return Score(
            specificity=specificity,
            recency=self._standing.recency(record),
            relevance=RELEVANCE * relevant,
            trust=self._standing.trust(record),
        )


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


class _Standing:
    """Recency and trust of a record, in 0 to `RECENCY + TRUST`; each distinct date is read once."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._trust = {level: TRUST * level.rank / Trust.PINNED.rank for level in Trust}
        self._fresh: dict[str | None, float] = {}

    def __call__(self, record: Learning) -> float:
        return self.recency(record) + self.trust(record)

    def recency(self, record: Learning) -> float:
        return RECENCY * (self._freshness_of(record.updated_at) or self._freshness_of(record.created_at))

    def trust(self, record: Learning) -> float:
        return self._trust[record.trust] if record.trust else 0.0

    def _freshness_of(self, date: str | None) -> float:
        known = self._fresh.get(date)
        if known is None:
            known = self._fresh[date] = _freshness(date, self._now)
        return known


def _freshness(date: str | None, now: datetime) -> float:
    """1 for now and the future, halved every `HALF_LIFE_DAYS`, 0 where no date can be read."""
    moment = dates.parse(date)
    if moment is None:
        return 0.0
    return float(0.5 ** (max(0, (now - moment).days) / HALF_LIFE_DAYS))
