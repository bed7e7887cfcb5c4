"""The record that an edit names, and what an edit says when it has nothing to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.core.errors import InputError
from buddy.core.globs import PathIndex
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.matching import match
from buddy.core.learnings.record import FaultyLearning, InertReason, Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Edited:
    """What became of one record; `changed` is False where it was so already. `record` is as it is now, None if gone.

    `back` are ids of records that were out of force until now, because this one took their place.
    """

    id: str
    changed: bool
    record: Learning | None
    back: Sequence[str] = ()


def editable(document: LearningsDocument, record_id: str) -> Learning:
    """The record of a known id; InputError for a line that a newer Buddy wrote, which is kept byte for byte."""
    record = document.find(record_id)
    if record is None:
        raise InputError(f"there is no learning '{record_id}' in the file any more")
    if isinstance(record, FaultyLearning) and record.fault is InertReason.NEWER_VERSION:
        raise InputError(f"{record_id} was written for a newer schema version and is left as it is")
    return record


def in_force(document: LearningsDocument, *, now: datetime) -> frozenset[str]:
    """The ids of all records that do something at `now`."""
    found = match(document, index=PathIndex(()), now=now)
    return frozenset(record.id for record in document.records) - found.inert.keys() - found.superseded.keys()
