"""Disagreements: replies in the thread of one of Buddy's findings that dispute it, and what they would teach (6.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from buddy.core.capture.extract import extract, unsure
from buddy.core.globs import literal
from buddy.core.learnings.identity import from_comment, normal_form
from buddy.core.learnings.record import (
    MAX_TEXT,
    About,
    Kind,
    Learning,
    Match,
    Status,
    Trust,
)
from buddy.core.learnings.record import Source as SaidIn
from buddy.core.respond.entry import Entry
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Source
from buddy.core.review.known import Known
from buddy.core.text.invisible import clean

_MOST_RULES = 3
_FIRST_PICKED = 10
"""The place in a comment of the first sentence that a model may pick: behind all that rules find there."""
VIA = "proposal"


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """One reply that disputes a finding; `rules` are the durable statements in it, word for word.

    `unsure` are its sentences of which the rules of capture know no form, `picked` those of them (by index) that a
    model takes for rules.
    """

    source: Source
    known: Known
    rules: tuple[str, ...]
    unsure: tuple[str, ...] = ()
    picked: tuple[int, ...] = ()


def disagreement(source: Source, situation: Situation) -> Disagreement | None:
    """None for anything else: another thread, an answer that agrees or asks, an order to review less."""
    known = situation.threads.get(source.thread or 0) if source.is_reply else None
    if known is None:
        return None
    found = extract(source.body)
    if not found.disagreement:
        return None
    rules = tuple(each.text for each in found.stored)[:_MOST_RULES]
    return Disagreement(source=source, known=known, rules=rules, unsure=unsure(source.body))


def entries(found: Disagreement, situation: Situation, *, declined: Iterable[Learning]) -> tuple[Entry, ...]:
    """What would be recorded, without what is remembered, waits or was declined on this pull request already."""
    there = [*situation.document.records, *situation.waiting, *declined]
    fresh = (each for each in _made(found, situation) if not any(_same(each.record, other) for other in there))
    return tuple(fresh)


def teaches(found: Disagreement, wanted: Iterable[Entry], situation: Situation) -> bool:
    """Whether a disagreement says all that is wanted of it; whoever may write can edit a proposal's hidden part."""
    everything = replace(found, picked=tuple(range(len(found.unsure))))  # whatever a model picked is the person's
    said = [each.record for each in _made(everything, situation)]
    return all(msgspec.structs.replace(each.record, v=None) in said for each in wanted)


def _made(found: Disagreement, situation: Situation) -> list[Entry]:
    made = [_suppression(found, situation), *_rules(found, situation)]
    return [each for each in made if each is not None]


def _suppression(found: Disagreement, situation: Situation) -> Entry | None:
    known = found.known
    if situation.protected(known.category, known.path) is not None:
        return None
    text, removed = _words(found.source.body)
    return _entry(
        found,
        situation,
        n=0,
        removed=removed,
        record=Learning(
            id="",
            kind=Kind.SUPPRESSION,
            text=text or f"ignore {known.category} in {known.path}"[:MAX_TEXT],
            paths=(literal(known.path),),
            match=Match(category=known.category),
        ),
    )


def _rules(found: Disagreement, situation: Situation) -> Sequence[Entry]:
    said = [*enumerate(found.rules, start=1), *((_FIRST_PICKED + at, found.unsure[at]) for at in found.picked)]
    return [
        _entry(found, situation, n=n, removed=cleaned.removed, record=Learning(id="", text=cleaned.text))
        for n, cleaned in ((n, clean(text)) for n, text in said)
    ]


def _entry(found: Disagreement, situation: Situation, *, n: int, removed: int, record: Learning) -> Entry:
    source = found.source
    name = from_comment(pr=situation.number, comment=source.key.id, n=n)
    full = Learning(
        id=name,
        kind=record.kind,
        text=record.text,
        paths=record.paths,
        trust=Trust.APPROVED,
        match=record.match,
        about=About(category=found.known.category, path=found.known.path),
        source=SaidIn(pr=situation.number, comment=source.key.id, n=n, by=source.author, via=VIA),
        created_at=source.at,
    )
    return Entry(key=name, record=full, removed=removed)


def _words(body: str) -> tuple[str, int]:
    """The person's own words in one line, as far as a learning holds; and how many invisible characters went."""
    from buddy.core.prose import visible_blocks  # the Markdown library takes 30 ms to import

    cleaned = clean(body)
    text = " ".join(" ".join(block.text for block in visible_blocks(cleaned.text)).split())
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT - 1].rsplit(" ", 1)[0] + "…"
    return text, cleaned.removed


def _same(one: Learning, other: Learning) -> bool:
    if one.kind is not other.kind or other.status is not Status.ACTIVE:
        return False
    if one.kind is Kind.SUPPRESSION:
        return one.match == other.match and set(one.paths or ()) == set(other.paths or ())
    return normal_form(one.text) == normal_form(other.text)
