"""Dates in records: aware UTC, unknown where they cannot be read (DESIGN 3.1, RET-10)."""

from __future__ import annotations

from datetime import UTC, datetime

OLDEST = datetime.min.replace(tzinfo=UTC)


def parse(text: str | None) -> datetime | None:
    """The moment in UTC, None if there is none or it is no ISO 8601 date. Without an offset it is UTC."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
