"""How long a run may wait: one clock, one cap, shared by everything that talks to GitHub in the run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

TOTAL_WAIT: Final = 120.0  # seconds a run waits for limits and outages altogether (DESIGN 4.1)


@dataclass(kw_only=True, slots=True)
class Pace:
    """The waiting of a run.

    `now` gives seconds since 1970; `between_writes` is the seconds GitHub asks to leave between two writes, 0 on a
    server that has no limits. Share one between clients, or the cap counts for each.
    """

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    between_writes: float = 1.0
    total_wait: float = TOTAL_WAIT
    waited: float = 0.0
    _last_write: float | None = None

    def wait(self, seconds: float) -> bool:
        """Wait if the cap allows all of it, else not at all; says which."""
        if self.waited + seconds > self.total_wait:
            return False
        self.waited += seconds
        self.sleep(seconds)
        return True

    def before_write(self) -> None:
        """Leave the gap since the last write; it is not counted as waiting."""
        if self._last_write is not None:
            gap = self._last_write + self.between_writes - self.now()
            if gap > 0:
                self.sleep(min(gap, self.between_writes))  # a clock that was set back must not stall the run

    def after_write(self) -> None:
        """Note the end of a write."""
        self._last_write = self.now()
