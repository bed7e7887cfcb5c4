"""How an edit is dated."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from buddy.core.learnings import dates
from buddy.core.learnings.record import Learning


def written(moment: datetime) -> str:
    """An aware moment as records have it: UTC, whole seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def edited_at(record: Learning, now: datetime) -> str:
    """Now, but later than anything the record says of itself: where branches meet, the later date wins (3.1)."""
    last = max(dates.parse(record.updated_at) or dates.OLDEST, dates.parse(record.created_at) or dates.OLDEST)
    now = now.replace(microsecond=0)
    if last < now:
        return written(now)
    return written(min(last.replace(microsecond=0), _LAST) + timedelta(seconds=1))


_LAST = datetime(9999, 12, 31, tzinfo=UTC)
