"""The ledger of a pull request: append-only events about learnings, folded into what holds for each id now.

The fold sorts before it applies, so two runs that append in different orders, or twice, agree.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict


class Act(enum.Enum):
    """What happened, in the order in which acts of the same moment apply."""

    PROPOSED = "proposed"
    REOPENED = "reopened"
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    SUPPRESSED = "suppressed"
    RECORDED = "recorded"


class Standing(enum.Enum):
    """What holds for one id after all events."""

    PENDING = "pending"
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    SUPPRESSED = "suppressed"
    RECORDED = "recorded"

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do: neither a vote nor a record is awaited."""
        return self not in (Standing.PENDING, Standing.APPROVED)


class Event(BaseModel):
    """One entry. `key` says what made it, so that noting the same act twice changes nothing.

    `at` is the time of the act itself in UTC (`2026-11-29T10:00:00Z`), not of the run that saw it; `by` is a login.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    key: str
    event: Act
    ids: tuple[str, ...]
    at: str = ""
    by: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Effective:
    """Where one id stands, and the act that put it there."""

    standing: Standing
    at: str
    by: str | None
    key: str


def fold(events: Iterable[Event]) -> dict[str, Effective]:
    """The standing of every id that occurs, ids in order.

    A refusal (declined, withdrawn) holds until the id is reopened; what stands in the base file is recorded,
    whatever was said before.
    """
    standings: dict[str, Effective] = {}
    for event in union(events):
        for name in event.ids:
            before = standings.get(name)
            if before is None or before.standing in _FROM[event.event]:
                standings[name] = Effective(standing=_TO[event.event], at=event.at, by=event.by, key=event.key)
    return dict(sorted(standings.items()))


def union(*ledgers: Iterable[Event]) -> tuple[Event, ...]:
    """All events once, in the order in which they apply; of two with one key the fuller one stays."""
    by_key: dict[str, Event] = {}
    for event in (event for ledger in ledgers for event in ledger):
        other = by_key.get(event.key)
        if other is None or _fullness(event) > _fullness(other):
            by_key[event.key] = event
    return tuple(sorted(by_key.values(), key=lambda event: (event.at, _ORDER[event.event], event.key)))


def _fullness(event: Event) -> tuple[int, str]:
    return len(event.ids), event.model_dump_json()


_ORDER: Mapping[Act, int] = {act: order for order, act in enumerate(Act)}
_TO: Mapping[Act, Standing] = {
    Act.PROPOSED: Standing.PENDING,
    Act.REOPENED: Standing.PENDING,
    Act.APPROVED: Standing.APPROVED,
    Act.DECLINED: Standing.DECLINED,
    Act.WITHDRAWN: Standing.WITHDRAWN,
    Act.SUPPRESSED: Standing.SUPPRESSED,
    Act.RECORDED: Standing.RECORDED,
}
_FROM: Mapping[Act, frozenset[Standing]] = {
    Act.PROPOSED: frozenset(),
    Act.REOPENED: frozenset(Standing),
    Act.APPROVED: frozenset({Standing.PENDING}),
    Act.DECLINED: frozenset({Standing.PENDING, Standing.APPROVED}),
    Act.WITHDRAWN: frozenset({Standing.PENDING, Standing.APPROVED, Standing.DECLINED}),
    Act.SUPPRESSED: frozenset({Standing.PENDING, Standing.APPROVED}),
    Act.RECORDED: frozenset(Standing) - {Standing.RECORDED},
}
