"""Which records apply, and why the others do not (P4: whatever is unclear does not apply)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from buddy.core.globs import GlobSet
from buddy.core.learnings import dates
from buddy.core.learnings.record import MAX_TEXT, FaultyLearning, InertReason, Kind, Learning, Status

_OF_STATUS = {Status.ARCHIVED: InertReason.ARCHIVED, Status.SUPERSEDED: InertReason.SUPERSEDED}


def applies(record: Learning, now: datetime) -> InertReason | None:
    """None if the record is in force at `now` (aware), else the first reason why it is not.

    What other records say about it (an active one that supersedes it) is not looked at.
    """
    return inert_whatever_its_paths(record, now) or (
        InertReason.NO_USABLE_PATH if record.paths and not GlobSet(record.paths) else None
    )


def inert_whatever_its_paths(record: Learning, now: datetime) -> InertReason | None:
    """The reasons of `applies` that need no glob to be compiled, for callers that compile each list once."""
    if isinstance(record, FaultyLearning):
        return record.fault
    return _OF_STATUS.get(record.status) or _lifetime(record, now) or broken(record)


def unusual(records: Sequence[Learning]) -> list[int]:
    """Places of the records that need a look one by one: they may not apply, or they replace others.

    The quick test for most of a large file, in one loop without calls. Whatever it passes over,
    `inert_whatever_its_paths` has nothing against at any time.
    """
    active, suppression = Status.ACTIVE, Kind.SUPPRESSION
    return [
        at
        for at, record in enumerate(records)
        if record.status is not active
        or record.expires_at is not None
        or record.supersedes is not None
        or record.kind is suppression
        or not 0 < len(record.text) <= MAX_TEXT
        or record.text.isspace()
        or type(record) is not Learning
    ]


def broken(record: Learning) -> InertReason | None:
    """What is wrong with the record itself at any time, its globs and whatever its line said aside."""
    if not record.text.strip():
        return InertReason.NO_TEXT
    if len(record.text) > MAX_TEXT:
        return InertReason.TEXT_TOO_LONG
    if record.kind is Kind.SUPPRESSION and not _is_complete(record):
        return InertReason.INCOMPLETE_SUPPRESSION
    return None


def _lifetime(record: Learning, now: datetime) -> InertReason | None:
    if record.expires_at is None:
        return None
    end = dates.parse(record.expires_at)
    if end is None:
        return InertReason.UNREADABLE_EXPIRY
    return InertReason.EXPIRED if end <= now else None


def _is_complete(record: Learning) -> bool:
    match = record.match
    if match is None or not record.paths or not (match.category or "").strip():
        return False
    # An empty fingerprint, or anchors without one, was meant to be narrower than what would be left of it.
    return match.fingerprint != "" and not (match.anchors and match.fingerprint is None)
