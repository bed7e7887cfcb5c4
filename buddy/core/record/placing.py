"""Where a pending record goes in a learnings file: a new line, an existing one, or nowhere (6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import msgspec

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.identity import normal_form
from buddy.core.learnings.record import FaultyLearning, Kind, Learning, Status
from buddy.core.learnings.writing import new_line
from buddy.core.record.pending import Pending
from buddy.core.secrets import redact
from buddy.core.text.invisible import clean


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """`target` is the id of the line that holds the record, or would; `line` is that line, None where it is there."""

    target: str
    line: Learning | None


class Shelf:
    """A learnings file while records are put into it; lines at its end do not make it be read anew."""

    def __init__(self, document: LearningsDocument) -> None:
        self._document = document
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
        record = _clean(record)
        twin = self._twin(record)
        return Place(target=record.id, line=record) if twin is None else _joined(twin, record)

    def put(self, record: Learning) -> Place:
        """Put it there. Raises `EditRefused` where the file, or the line it would change, must not be written."""
        place = self.place_of(record)
        if place.line is None:
            return place
        if self.find(place.target) is None:
            if not self._document.writable:
                self._document.with_line_added(place.line)  # raises with the reason
            self._tail[place.target] = place.line
            self._twins.setdefault(_form(place.line), []).append(place.target)
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
        self.__dict__.pop("_twins", None)

    @cached_property
    def _twins(self) -> dict[tuple[Kind, str, str], list[str]]:
        """The ids of active lines by what they say."""
        found: dict[tuple[Kind, str, str], list[str]] = {}
        for one in self.document.records:
            if one.status is Status.ACTIVE and not isinstance(one, FaultyLearning):
                found.setdefault(_form(one), []).append(one.id)
        return found

    def _twin(self, record: Learning) -> Learning | None:
        """A line that says the same in the same way: both with paths or both without; suppressions share none."""
        same = [one for one in map(self.find, self._twins.get(_form(record), ())) if one is not None]
        if record.kind is Kind.SUPPRESSION:
            return next((one for one in same if (one.match, one.paths) == (record.match, record.paths)), None)
        return next((one for one in same if bool(one.paths) == bool(record.paths)), None)


def done(document: LearningsDocument, pending: Iterable[Pending]) -> frozenset[str]:
    """The keys of the entries that the file has already."""
    shelf = Shelf(document)
    return frozenset(one.id for one in pending if shelf.place_of(one.record).line is None)


def _archived(existing: Learning | None, record: Learning) -> Place:
    if existing is None or existing.status is not Status.ACTIVE:
        return Place(target=record.id, line=None)
    changed = msgspec.structs.replace(existing, status=record.status, updated_at=record.updated_at)
    return Place(target=record.id, line=changed)


def _joined(twin: Learning, record: Learning) -> Place:
    paths = tuple(dict.fromkeys((*(twin.paths or ()), *(record.paths or ())))) or None
    if paths == (twin.paths or None):
        return Place(target=twin.id, line=None)
    return Place(target=twin.id, line=msgspec.structs.replace(twin, paths=paths, updated_at=record.changed_at))


def _form(record: Learning) -> tuple[Kind, str, str]:
    return record.kind, record.scope.value, normal_form(record.text)


def _clean(record: Learning) -> Learning:
    """What is stored holds nothing invisible and no secret, whoever let it pass before (P9, P10)."""
    reason = record.reason if record.reason is None else redact(clean(record.reason).text)
    return msgspec.structs.replace(record, text=redact(clean(record.text).text), reason=reason)
