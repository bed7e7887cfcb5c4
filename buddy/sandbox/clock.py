"""The sandbox's own time: it stands still until an act or a test moves it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 5, 9, 0, 0, tzinfo=UTC)


class Clock:
    """Whole seconds, as GitHub's timestamps are; never goes back."""

    def __init__(self, *, start: datetime = START, tick: int = 1) -> None:
        """`tick`: seconds that pass with each act; 0 makes acts share a timestamp, as they can on GitHub."""
        self._now = start.astimezone(UTC).replace(microsecond=0)
        self.tick = tick

    @property
    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float = 0, *, days: float = 0) -> datetime:
        step = timedelta(seconds=seconds, days=days)
        if step < timedelta(0):
            raise ValueError("time does not go back")
        self._now += step
        return self._now

    def act(self) -> datetime:
        """The time of an act that happens now."""
        return self.advance(self.tick)


def stamp(moment: datetime | None) -> str | None:
    """GitHub's form of a time; None where there is none."""
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")
