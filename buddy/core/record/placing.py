"""Where a pending record goes in a learnings file: a new line, an existing one, or nowhere (6.4)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.identity import normal_form
from buddy.core.learnings.record import FaultyLearning, Kind, Learning, Status
from buddy.core.learnings.writing import EditRefused
from buddy.core.secrets import redact
from buddy.core.text.invisible import clean


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """The file with the record in it; `target` is the id of its line. `changed` is False where it was there."""

    document: LearningsDocument
    target: str
    changed: bool


def place(document: LearningsDocument, record: Learning) -> Placed:
    """Raises `EditRefused` where the file, or the line it would change, must not be written."""
    record = _clean(record)
    existing = document.find(record.id)
    if record.status is not Status.ACTIVE:
        return _archived(document, existing, record)
    if existing is not None:
        return Placed(document=document, target=record.id, changed=False)
    twin = _twin(document, record)
    if twin is None:
        return _written(document.with_line_added(record), target=record.id)
    joined = _joined(twin, record)
    if joined.paths == twin.paths:
        return Placed(document=document, target=twin.id, changed=False)
    return _written(document.with_line_replaced(twin.id, joined), target=twin.id)


def is_done(document: LearningsDocument, record: Learning) -> bool:
    """Whether the file has it already; False where that cannot be told."""
    try:
        return not place(document, record).changed
    except EditRefused:
        return False


def revised(document: LearningsDocument, record: Learning) -> Placed:
    """The record's own line made to say what the record says now; its comment was edited after it was written."""
    existing = document.find(record.id)
    wanted = _clean(record)
    if existing is None or isinstance(existing, FaultyLearning):
        return Placed(document=document, target=record.id, changed=False)
    wanted = msgspec.structs.replace(
        wanted, v=existing.v, supersedes=existing.supersedes, paths=wanted.paths or None, status=existing.status
    )
    if wanted == msgspec.structs.replace(existing, paths=existing.paths or None):
        return Placed(document=document, target=record.id, changed=False)
    return _written(document.with_line_replaced(record.id, wanted), target=record.id)


def _archived(document: LearningsDocument, existing: Learning | None, record: Learning) -> Placed:
    if existing is None or existing.status is not Status.ACTIVE:
        return Placed(document=document, target=record.id, changed=False)
    changed = msgspec.structs.replace(existing, status=record.status, updated_at=record.updated_at)
    return _written(document.with_line_replaced(existing.id, changed), target=existing.id)


def _twin(document: LearningsDocument, record: Learning) -> Learning | None:
    """An active line that says the same for the same places, or for more of them; suppressions never share a line."""
    form = normal_form(record.text)
    same = (
        one
        for one in document.records
        if len(one.text) < 2 * len(record.text) + 40
        and (one.kind, one.scope, one.status) == (record.kind, record.scope, Status.ACTIVE)
        and not isinstance(one, FaultyLearning)
        and normal_form(one.text) == form
    )
    if record.kind is Kind.SUPPRESSION:
        return next((one for one in same if (one.match, one.paths) == (record.match, record.paths)), None)
    return next((one for one in same if bool(one.paths) == bool(record.paths)), None)


def _joined(twin: Learning, record: Learning) -> Learning:
    paths = tuple(dict.fromkeys((*(twin.paths or ()), *(record.paths or ())))) or None
    if paths == (twin.paths or None):
        return twin
    return msgspec.structs.replace(twin, paths=paths, updated_at=record.changed_at)


def _clean(record: Learning) -> Learning:
    """What is stored holds nothing invisible and no secret, whoever let it pass before (P9, P10)."""
    reason = record.reason if record.reason is None else redact(clean(record.reason).text)
    return msgspec.structs.replace(record, text=redact(clean(record.text).text), reason=reason)


def _written(data: bytes, *, target: str) -> Placed:
    return Placed(document=parse(data), target=target, changed=True)
