"""What closed record pull requests say about their entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from buddy.core.hosting import RecordPull
from buddy.core.record.body_reading import rows, ticks
from buddy.core.record.pending import State


def from_bodies(closed: Iterable[RecordPull]) -> dict[str, State]:
    """Entries of the ones closed without a merge are declined, unticked ones of the merged are dropped (REC-05).

    A ticked entry of a merged one is not in here: its commits tell whether it was on the branch at all.
    """
    found: dict[str, State] = {}
    for pull in closed:
        for key, ticked in ticks(pull.body).items():
            if not pull.merged:
                found[key] = State.DECLINED
            elif not ticked:
                found.setdefault(key, State.DROPPED)
    return found


def ticked_in(pull: RecordPull) -> frozenset[str]:
    """The keys whose boxes are ticked."""
    return frozenset(key for key, ticked in ticks(pull.body).items() if ticked)


def just_unticked(body: str) -> Collection[str]:
    """Entries that still have their row in the table but no tick any more."""
    live = rows(body)
    return [key for key, ticked in ticks(body).items() if not ticked and key in live]
