"""What a new record means for the file that it is to go into: a line more, or a changed one (DESIGN 6.4).

Looks at the records in force only; whoever decides on a near-copy or a contradiction is a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from buddy.core.learnings import inert
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import Kind, Learning
from buddy.core.learnings.relation import Relation, compare


@dataclass(frozen=True, kw_only=True, slots=True)
class Add:
    """A new line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Update:
    """The line of this id says it already; `paths` are its own and the new ones, None for everywhere.

    `widens` is False where nothing new was said: the record is a duplicate.
    """

    id: str
    paths: tuple[str, ...] | None
    widens: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class NearCopy:
    """Proposed as an edit of the line of this id."""

    id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Supersedes:
    """A new line that replaces the one of this id: same subject, new value."""

    id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Contradiction:
    """A new line, to be shown side by side with the one of this id; the newest statement wins in prompts."""

    id: str


Decision: TypeAlias = Add | Update | NearCopy | Supersedes | Contradiction

_BEFORE = [Relation.SAME, Relation.CONTRADICTION, Relation.SUPERSEDES, Relation.NEAR_COPY]
"""Which relation counts when a record has several, the weightiest first."""


def reconcile(record: Learning, document: LearningsDocument, *, now: datetime) -> Decision:
    """Decide for one record; `now` (aware) says which lines have expired. The record's own line does not count.

    Among records in the same relation the one that changed last counts, then the one with the greater id.
    """
    related = sorted(
        _related(record, document, now), key=lambda one: (one[1].changed_at or "", one[1].id), reverse=True
    )
    for relation in _BEFORE:
        other = next((one for said, one in related if said is relation), None)
        if other is not None:
            return _decision(relation, other, record)
    return Add()


def joined_paths(existing: Learning, record: Learning) -> tuple[str, ...] | None:
    """The globs of both in their order, each once; None where both are about everything."""
    return tuple(dict.fromkeys([*(existing.paths or ()), *(record.paths or ())])) or None


_WORD = re.compile(r"\w+")


def _related(record: Learning, document: LearningsDocument, now: datetime) -> Iterator[tuple[Relation, Learning]]:
    words = _words(record.text)
    for other in document.records:
        if other.id == record.id or not _may_relate(words, _words(other.text)):
            continue
        if (relation := compare(other, record)) is Relation.DIFFERENT or inert.applies(other, now) is not None:
            continue
        yield relation, other


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _may_relate(words: frozenset[str], others: frozenset[str]) -> bool:
    """Whatever is related has half of its words in common; a quick test for large files."""
    return 2 * len(words & others) >= min(len(words), len(others))


def _decision(relation: Relation, other: Learning, record: Learning) -> Decision:
    match relation:
        case Relation.SAME:
            paths = other.paths if record.kind is Kind.SUPPRESSION else joined_paths(other, record)
            return Update(id=other.id, paths=paths, widens=set(paths or ()) != set(other.paths or ()))
        case Relation.CONTRADICTION:
            return Contradiction(id=other.id)
        case Relation.SUPERSEDES:
            return Supersedes(id=other.id)
        case _:
            return NearCopy(id=other.id)
