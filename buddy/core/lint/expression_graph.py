"""The graph of an expression: nodes that test a character, that test the place, or that lead to others."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

ACCEPT: Final = -1
"""The node behind the last one: the expression has matched."""


class Place(enum.Enum):
    """What a place in a line is asked for."""

    START = "^"
    END = "$"
    EDGE = "b"
    NO_EDGE = "B"


@dataclass(frozen=True, slots=True)
class Test:
    """Takes one character that `holds`."""

    holds: Callable[[str], bool]
    then: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """Takes nothing, and holds at some places."""

    place: Place
    then: int

    def holds(self, *, before: bool | None, behind: bool | None) -> bool:
        """`before` and `behind`: whether a word character stands there, None at the ends of the line."""
        match self.place:
            case Place.START:
                return before is None
            case Place.END:
                return behind is None
            case Place.EDGE:
                return bool(before) is not bool(behind)
            case Place.NO_EDGE:
                return bool(before) is bool(behind)


Node: TypeAlias = Test | Boundary | tuple[int, ...]


@dataclass(slots=True)
class Graph:
    """Nodes by number; a tuple leads to each of its numbers."""

    nodes: list[Node] = field(default_factory=list)
    start: int = ACCEPT

    def add(self, node: Node) -> int:
        """The number of a new node."""
        self.nodes.append(node)
        return len(self.nodes) - 1
