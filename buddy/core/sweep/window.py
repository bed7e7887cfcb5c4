"""How far a sweep looks back, and what it may cost.

A reaction leaves a comment's time of change alone, so the last sweep's time would not do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from buddy.core.respond.proposals import LIFE

GRACE: Final = timedelta(days=10)
"""For so long after its life a proposal is still seen, so that it is told that it expired."""
MOST_PAGES: Final = 20
"""Pages of a hundred comments that are read of each of the two lists."""
BUDGET: Final = 400
"""Requests of a whole sweep; the job's own token has a thousand an hour for all workflows of a repository."""
RESERVE: Final = 40
"""Requests that one more conversation may take: with fewer left, none is begun."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """What was listed: everything since `since`, unless the list was cut; then since `horizon`, the oldest in it."""

    since: str
    horizon: str

    @property
    def cut(self) -> bool:
        """Whether comments of the time between were not seen."""
        return self.horizon > self.since

    def covers(self, at: str | None) -> bool:
        """Whether a comment of this time would have been listed if it still existed."""
        return bool(at) and (at or "") >= self.horizon


def opening(now: datetime) -> str:
    """The time since which a sweep lists, as the host writes times."""
    return (now - LIFE - GRACE).strftime("%Y-%m-%dT%H:%M:%SZ")
