"""Where a pending record goes in a learnings file: a new line, an existing one, or nowhere (6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import assert_never

import msgspec

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.reconcile import (
    Add,
    Contradiction,
    Decision,
    NearCopy,
    Supersedes,
    Update,
    joined_paths,
    reconcile,
)
from buddy.core.learnings.record import FaultyLearning, Learning, Status
from buddy.core.learnings.writing import new_line
from buddy.core.record.candidates import Candidates
from buddy.core.record.pending import Pending
from buddy.core.secrets import redact
from buddy.core.text.invisible import clean


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """`target` is the id of the line that holds the record, or would; `line` is that line, None where it is there."""

    target: str
    line: Learning | None


class Shelf:
    """A learnings file while records are put into it; lines at its end do not make it be read anew.

    `now` (aware) says which lines have expired: they are no company for a new one.
    """

    def __init__(self, document: LearningsDocument, *, now: datetime) -> None:
        self._document = document
        self._now = now
        self._tail: dict[str, Learning] = {}

    @property
    def document(self) -> LearningsDocument:
        """The file with everything that was put into it."""
        if self._tail:
            first, *rest = self._tail.values()
            data = self._document.with_line_added(first) + b"".join(new_line(one) + b"\n" for one in rest)
            self._document, self._tail = parse(data), {}
        return self._document

    def find(self, record_id: str) -> Learning | None:
        """The record of this id, None if there is none."""
        return self._tail.get(record_id) or self._document.find(record_id)

    def place_of(self, record: Learning) -> Place:
        """Where the record belongs; nothing is changed."""
        existing = self.find(record.id)
        if record.status is not Status.ACTIVE:
            return _archived(existing, record)
        if existing is not None:
            return Place(target=record.id, line=None)
        return self._decided(_clean(record))

    def decision_on(self, record: Learning) -> Decision:
        """What the record means for those lines of the file that it could have to do with."""
        company = parse(b"".join(new_line(one) + b"\n" for one in self._candidates.near(record)))
        return reconcile(record, company, now=self._now)

    def put(self, record: Learning) -> Place:
        """Put it there. Raises `EditRefused` where the file, or the line it would change, must not be written."""
        place = self.place_of(record)
        if place.line is None:
            return place
        if self.find(place.target) is None:
            if not self._document.writable:
                self._document.with_line_added(place.line)  # raises with the reason
            self._tail[place.target] = place.line
            self._candidates.add(place.line)
        else:
            self._replace(place.target, place.line)
        return place

    def revise(self, record: Learning) -> None:
        """Make the record's own line say what the record says now: its comment was edited after it was written."""
        existing, wanted = self.find(record.id), _clean(record)
        if existing is None or isinstance(existing, FaultyLearning):
            return
        wanted = msgspec.structs.replace(
            wanted, v=existing.v, supersedes=existing.supersedes, paths=wanted.paths or None, status=existing.status
        )
        if wanted != msgspec.structs.replace(existing, paths=existing.paths or None):
            self._replace(record.id, wanted)

    def _replace(self, record_id: str, line: Learning) -> None:
        self._document = parse(self.document.with_line_replaced(record_id, line))
        self.__dict__.pop("_candidates", None)

    @cached_property
    def _candidates(self) -> Candidates:
        return Candidates(self.document.records)

    def _decided(self, record: Learning) -> Place:
        decision = self.decision_on(record)
        match decision:
            case Add() | Contradiction():
                return Place(target=record.id, line=record)
            case Supersedes(id=old):
                ids = tuple(dict.fromkeys((*record.superseded_ids, old)))
                return Place(target=record.id, line=msgspec.structs.replace(record, supersedes=ids))
            case Update(id=twin, paths=paths, widens=widens):
                return Place(target=twin, line=self._changed(twin, record, paths=paths) if widens else None)
            case NearCopy(id=twin):
                paths = joined_paths(self._known(twin), record)
                return Place(target=twin, line=self._changed(twin, record, paths=paths, text=record.text))
            case _:
                assert_never(decision)

    def _changed(
        self, twin: str, record: Learning, *, paths: tuple[str, ...] | None, text: str | None = None
    ) -> Learning:
        old = self._known(twin)
        return msgspec.structs.replace(old, paths=paths, text=text or old.text, updated_at=record.changed_at)

    def _known(self, record_id: str) -> Learning:
        found = self.find(record_id)
        assert found is not None  # a decision names one of the candidates
        return found


def done(document: LearningsDocument, pending: Iterable[Pending], *, now: datetime) -> frozenset[str]:
    """The keys of the entries that the file has already."""
    shelf = Shelf(document, now=now)
    return frozenset(one.id for one in pending if shelf.place_of(one.record).line is None)


def _archived(existing: Learning | None, record: Learning) -> Place:
    if existing is None or existing.status is not Status.ACTIVE:
        return Place(target=record.id, line=None)
    changed = msgspec.structs.replace(existing, status=record.status, updated_at=record.updated_at)
    return Place(target=record.id, line=changed)


def _clean(record: Learning) -> Learning:
    """What is stored holds nothing invisible and no secret, whoever let it pass before (P9, P10)."""
    reason = record.reason if record.reason is None else redact(clean(record.reason).text)
    return msgspec.structs.replace(record, text=redact(clean(record.text).text), reason=reason)
