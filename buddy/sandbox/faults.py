"""Failures on demand: which requests they hit, and what then happens instead of an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Kind(Enum):
    """REFUSE and DROP happen before the request has any effect, LOSE_ANSWER after it."""

    REFUSE = "refuse"
    DROP = "drop"
    LOSE_ANSWER = "lose-answer"
    DELAY = "delay"


@dataclass(kw_only=True)
class Fault:
    """Hits the `nth` matching request and the `times - 1` after it (None: all from there on).

    `path` is a regular expression searched in the path; `mutating=True` counts writes only.
    """

    kind: Kind = Kind.REFUSE
    method: str | None = None
    path: str | None = None
    mutating: bool | None = None
    nth: int = 1
    times: int | None = 1
    status: int = 502
    message: str = "Server Error"
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    seen: int = field(default=0, init=False)

    @property
    def name(self) -> str:
        return f"{self.kind.value}-{self.status}" if self.kind is Kind.REFUSE else self.kind.value

    @property
    def body(self) -> dict[str, Any]:
        return {"message": self.message, "status": str(self.status)}

    def hits(self, method: str, path: str, *, mutating: bool) -> bool:
        """Counts the request if it matches; True if it is one of those to fail."""
        if self.method not in (None, method) or self.mutating not in (None, mutating):
            return False
        if self.path is not None and not re.search(self.path, path):
            return False
        self.seen += 1
        last = None if self.times is None else self.nth + self.times - 1
        return self.seen >= self.nth and (last is None or self.seen <= last)


class Faults:
    """The faults in force; each request meets the first that hits it."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def clear(self) -> None:
        self._faults.clear()

    def meet(self, method: str, path: str, *, mutating: bool) -> Fault | None:
        hit = [fault for fault in self._faults if fault.hits(method, path, mutating=mutating)]
        return hit[0] if hit else None


def secondary_limit(*, status: int = 403, retry_after: int = 1, nth: int = 1, times: int | None = 1) -> Fault:
    """GitHub's brake on fast writing; comes as 403 or 429, always with `retry-after` seconds."""
    return Fault(
        mutating=True,
        nth=nth,
        times=times,
        status=status,
        headers={"retry-after": str(retry_after)},
        message="You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    )
