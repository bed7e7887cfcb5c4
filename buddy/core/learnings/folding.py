"""Duplicate ids, which a union merge makes: which line of each id counts (DESIGN 3.1, STORE-08)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from buddy.core.learnings import dates
from buddy.core.learnings.record import FaultyLearning, Learning, Status


def winners(records: Sequence[Learning]) -> list[int] | None:
    """The places of the records that count, ascending; None where every id occurs once.

    The latest `updatedAt` (else `createdAt`) wins, at a tie the inactive record, then the later line.
    """
    last_place = {record.id: place for place, record in enumerate(records)}
    if len(last_place) == len(records):
        return None
    best: dict[str, int] = {}
    for place, record in enumerate(records):
        rival = best.get(record.id)
        if rival is None or _precedence(record) >= _precedence(records[rival]):
            best[record.id] = place
    return sorted(best.values())


def _precedence(record: Learning) -> tuple[datetime, bool]:
    moment = dates.parse(record.updated_at) or dates.parse(record.created_at) or dates.OLDEST
    inactive = record.status is not Status.ACTIVE or isinstance(record, FaultyLearning)
    return moment, inactive
