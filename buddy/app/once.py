"""A write whose answer was lost is repeated once, and only if it did not happen (DESIGN 6.10)."""

from __future__ import annotations

from collections.abc import Callable

from buddy.app.ports import Refusal, RefusalKind


def once(write: Callable[[], object], *, there: Callable[[], bool]) -> None:
    """`there` looks whether the write happened; what only repeats the same state may always say no."""
    try:
        write()
    except Refusal as refusal:
        if refusal.kind is not RefusalKind.UNAVAILABLE:
            raise
        if not there():
            write()


def at_least_once(write: Callable[[], object]) -> None:
    """For writes that change nothing when they are repeated."""
    once(write, there=lambda: False)
