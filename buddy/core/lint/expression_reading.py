"""Reading an expression into its graph, from its end to its beginning, with bounds on its size."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from buddy.core.lint.expression_graph import ACCEPT, Boundary, Graph, Place, Test

MOST_CHARACTERS = 200
MOST_NODES = 1_000


class Unreadable(ValueError):
    """The expression is refused; the message is a clause."""


Part: TypeAlias = Callable[[Graph, int], int]
"""Adds its nodes to a graph in front of a node, and gives the number of its first."""

_TOKEN = re.compile(
    r"(?P<count>\{(?!\})(?P<least>\d{0,3})(?:(?P<comma>,)(?P<most>\d{0,3}))?\})|(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<refused>\(\?(?!:|P<\w+>))|(?P<group>\((?:\?:|\?P<\w+>)?)|(?P<escape>\\.)|(?P<plain>.)",
    re.DOTALL,
)
_CLASSES = {
    "d": str.isdecimal,
    "w": lambda one: one.isalnum() or one == "_",
    "s": str.isspace,
}
_PLACES = {
    "^": Place.START,
    "$": Place.END,
    "\\b": Place.EDGE,
    "\\B": Place.NO_EDGE,
    "\\A": Place.START,
    "\\Z": Place.END,
}
_CONTROLS = {"t": "\t", "r": "\r", "f": "\f", "v": "\v"}


def read(text: str) -> Graph:
    """The graph; raises `Unreadable`."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"it is longer than {MOST_CHARACTERS} characters")
    ignore_case = text.startswith("(?i)")
    reader = _Reader(text[4:] if ignore_case else text, ignore_case=ignore_case)
    part = reader.alternatives()
    if reader.next is not None:
        raise Unreadable("a `)` has no `(`")
    graph = Graph()
    graph.start = part(graph, ACCEPT)
    if len(graph.nodes) > MOST_NODES:
        raise Unreadable("its repetitions make it too large")
    return graph


class _Reader:
    def __init__(self, text: str, *, ignore_case: bool) -> None:
        self._tokens = list(_TOKEN.finditer(text))
        self._at = 0
        self._ignore_case = ignore_case

    @property
    def next(self) -> re.Match[str] | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def alternatives(self) -> Part:
        parts = [self._sequence()]
        while self.next is not None and self.next[0] == "|":
            self._at += 1
            parts.append(self._sequence())
        if len(parts) == 1:
            return parts[0]
        return lambda graph, then: graph.add(tuple(part(graph, then) for part in parts))

    def _sequence(self) -> Part:
        parts: list[Part] = []
        while (token := self.next) is not None and token[0] not in ("|", ")"):
            self._at += 1
            parts.append(self._repeated(self._one(token)))
        return _chain(parts)

    def _one(self, token: re.Match[str]) -> Part:
        if token["refused"]:
            raise Unreadable("look-around, flags and other extensions `(?…` are not supported")
        if token["group"]:
            inside = self.alternatives()
            if self.next is None:
                raise Unreadable("a `(` is never closed")
            self._at += 1
            return inside
        if token[0] in _PLACES:
            place = _PLACES[token[0]]
            return lambda graph, then: graph.add(Boundary(place, then))
        test = self._test(token)
        return lambda graph, then: graph.add(Test(test, then))

    def _test(self, token: re.Match[str]) -> Callable[[str], bool]:
        if token["class"]:
            return self._class(token["class"][1:-1])
        if token["escape"]:
            return self._cased(_escaped(token["escape"][1]))
        if token[0] == ".":
            return lambda one: True
        if token["count"] or token[0] in ("*", "+", "?", "["):
            raise Unreadable(f"`{token[0]}` stands where nothing can be repeated, or is never closed")
        return self._cased(_equal(token[0]))

    def _class(self, content: str) -> Callable[[str], bool]:
        negated = content.startswith("^")
        members = re.findall(r"(\\.|.)(?:-(\\.|[^\]]))?", content[1:] if negated else content, re.DOTALL)
        tests = [self._cased(_member(first, last)) for first, last in members]
        return lambda one: any(test(one) for test in tests) is not negated

    def _cased(self, test: Callable[[str], bool]) -> Callable[[str], bool]:
        if not self._ignore_case:
            return test
        return lambda one: test(one) or test(one.lower()) or test(one.upper())

    def _repeated(self, part: Part) -> Part:
        token = self.next
        if token is None or not (token["count"] or token[0] in ("*", "+", "?")):
            return part
        self._at += 1
        least, most = _bounds(token)
        if self.next is not None and self.next[0] == "?":
            self._at += 1  # whether it is lazy does not change whether it matches
        elif self.next is not None and (self.next["count"] or self.next[0] in ("*", "+")):
            raise Unreadable("a repetition of a repetition is not supported")
        return _repeat(part, least, most)


def _bounds(token: re.Match[str]) -> tuple[int, int | None]:
    if not token["count"]:
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[token[0]]
    least = int(token["least"] or 0)
    most = int(token["most"]) if token["most"] else None if token["comma"] else least
    if most is not None and most < least:
        raise Unreadable(f"`{token[0]}` ends before it begins")
    return least, most


def _chain(parts: list[Part]) -> Part:
    def added(graph: Graph, then: int) -> int:
        for part in reversed(parts):
            then = part(graph, then)
        return then

    return added


def _repeat(part: Part, least: int, most: int | None) -> Part:
    def added(graph: Graph, then: int) -> int:
        if most is None:
            loop = graph.add(())
            graph.nodes[loop] = (part(graph, loop), then)
            then = loop
        else:
            for _ in range(most - least):
                _bounded(graph)
                then = graph.add((part(graph, then), then))
        for _ in range(least):
            _bounded(graph)
            then = part(graph, then)
        return then

    return added


def _bounded(graph: Graph) -> None:
    if len(graph.nodes) > MOST_NODES:
        raise Unreadable("its repetitions make it too large")


def _equal(character: str) -> Callable[[str], bool]:
    return lambda one: one == character


def _escaped(letter: str) -> Callable[[str], bool]:
    if letter.lower() in _CLASSES:
        inside = _CLASSES[letter.lower()]
        return inside if letter.islower() else lambda one: not inside(one)
    if letter in _CONTROLS:
        return _equal(_CONTROLS[letter])
    if letter.isalnum():
        _refuse_escape(letter)
    return _equal(letter)


def _refuse_escape(letter: str) -> NoReturn:
    what = "back-references are" if letter.isdecimal() else f"`\\{letter}` is"
    raise Unreadable(f"{what} not supported; it is searched line by line")


def _member(first: str, last: str) -> Callable[[str], bool]:
    if not last:
        return _escaped(first[1]) if len(first) == 2 else _equal(first)
    low, high = first[-1], last[-1]
    if (len(first) == 2 and first[1].isalnum()) or (len(last) == 2 and last[1].isalnum()) or low > high:
        raise Unreadable(f"`{first}-{last}` is no range")
    return lambda one: low <= one <= high
