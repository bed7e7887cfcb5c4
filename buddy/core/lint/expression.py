"""A regular expression as a graph that is walked without going back, so that no expression and no text can hang (P11).

The dialect is the part of Python's that needs no going back: characters, `.`, classes, `\\d \\w \\s \\b`, groups, `|`,
`* + ? {m,n}`, `^`, `$` and a leading `(?i)`. Look-around and back-references are refused. Reading is in
`expression_reading`; a property holds the answers against `re`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from buddy.core.lint.expression_graph import ACCEPT, Boundary, Graph, Test
from buddy.core.lint.expression_reading import Unreadable, read

__all__ = ["Expression", "Unreadable", "Walk"]

_MOST_STATES = 20_000


@dataclass(kw_only=True, slots=True)
class Walk:
    """The work that is left for a whole run, in characters; a step that was not taken before costs more."""

    left: int

    @property
    def exhausted(self) -> bool:
        """Whether nothing more is looked at, and what was not found is unknown."""
        return self.left <= 0


@dataclass(frozen=True, slots=True)
class _State:
    """Where in the graph the walk may be, and whether a word character came just before (None at the start)."""

    nodes: frozenset[int]
    after_word: bool | None


@dataclass(slots=True)
class Expression:
    """One expression; raises `Unreadable` with a clause that says why."""

    text: str
    _graph: Graph = field(init=False)
    _steps: dict[tuple[_State, str], _State | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._graph = read(self.text)

    def is_in(self, text: str, walk: Walk) -> bool:
        """Whether some line of the text holds a match."""
        return any(self._is_in_line(line.removesuffix("\r"), walk) for line in text.split("\n"))

    def _is_in_line(self, line: str, walk: Walk) -> bool:
        state: _State | None = _State(frozenset((self._graph.start,)), None)
        for character in [*line, ""]:
            if walk.exhausted:
                return False
            assert state is not None
            key = (state, character)
            walk.left -= 1
            if key not in self._steps:
                walk.left -= len(self._graph.nodes) // 2
                if len(self._steps) >= _MOST_STATES:
                    self._steps.clear()
                self._steps[key] = self._step(state, character)
            state = self._steps[key]
            if state is None:
                return True
        return False

    def _step(self, state: _State, character: str) -> _State | None:
        """The state behind a character, which is empty at the end of the line; None where a match is complete."""
        word = is_word(character) if character else None
        reached = self._closure(state, word)
        if ACCEPT in reached:
            return None
        tests = [self._graph.nodes[node] for node in reached]
        after = {one.then for one in tests if isinstance(one, Test) and character and one.holds(character)}
        return _State(frozenset(after | {self._graph.start}), word)

    def _closure(self, state: _State, word: bool | None) -> set[int]:
        """All nodes that are reached without a character, between what was before and what comes next."""
        reached: set[int] = set()
        waiting = list(state.nodes)
        while waiting:
            node = waiting.pop()
            if node in reached:
                continue
            reached.add(node)
            found = self._graph.nodes[node] if node != ACCEPT else None
            if isinstance(found, tuple):
                waiting += found
            elif isinstance(found, Boundary) and found.holds(before=state.after_word, behind=word):
                waiting.append(found.then)
        return reached


def is_word(character: str) -> bool:
    """What `\\w` takes."""
    return character.isalnum() or character == "_"
