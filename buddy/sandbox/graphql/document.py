"""Reads a GraphQL document into its selections: fields, arguments and what is asked of each, nothing more."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_TOKEN = re.compile(
    r'(?:[\s,]|#[^\n]*)*(?P<token>\.\.\.|[{}()\[\]:=!$@]|"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?|[_A-Za-z]\w*)'
)


class UnreadableError(Exception):
    """Not a document of the kind that clients send here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Selection:
    """A field that is asked for; `name` is the schema's, `alias` what the answer calls it."""

    name: str
    alias: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    selections: tuple[Selection, ...] = ()


def parse(text: str, variables: Mapping[str, Any]) -> tuple[str, tuple[Selection, ...]]:
    """(`query` or `mutation`, its selections) with variables filled in; fragments are flattened away."""
    reader = _Reader(text, variables)
    return reader.document()


class _Reader:
    def __init__(self, text: str, variables: Mapping[str, Any]) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._variables = variables

    def document(self) -> tuple[str, tuple[Selection, ...]]:
        kind = "query"
        if self._peek() in ("query", "mutation"):
            kind = self._next()
            if self._peek() not in ("(", "{"):
                self._next()
            if self._peek() == "(":
                self._skip_definitions()
        found = self._selections()
        if self._peek() != "":
            raise UnreadableError("more than one operation, or a named fragment")
        return kind, found

    def _selections(self) -> tuple[Selection, ...]:
        self._expect("{")
        found: list[Selection] = []
        while self._peek() != "}":
            if self._peek() == "...":
                found += self._inline_fragment()
            else:
                found.append(self._field())
        self._next()
        return tuple(found)

    def _inline_fragment(self) -> tuple[Selection, ...]:
        self._next()
        self._expect("on")
        self._next()
        return self._selections()

    def _field(self) -> Selection:
        alias = name = self._name()
        if self._peek() == ":":
            self._next()
            name = self._name()
        arguments = self._arguments() if self._peek() == "(" else {}
        below = self._selections() if self._peek() == "{" else ()
        return Selection(name=name, alias=alias, arguments=arguments, selections=below)

    def _arguments(self) -> dict[str, Any]:
        self._next()
        return self._pairs(")")

    def _pairs(self, end: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self._peek() != end:
            name = self._name()
            self._expect(":")
            found[name] = self._value()
        self._next()
        return found

    def _value(self) -> Any:
        token = self._next()
        if token == "$":  # noqa: S105 - a GraphQL variable
            return self._variables.get(self._name())
        if token == "{":  # noqa: S105 - an input object
            return self._pairs("}")
        if token == "[":  # noqa: S105 - a list
            found = []
            while self._peek() != "]":
                found.append(self._value())
            self._next()
            return found
        if token.startswith('"') or re.fullmatch(r"-?\d.*", token) or token in ("true", "false", "null"):
            return json.loads(token)
        return token

    def _skip_definitions(self) -> None:
        depth = 0
        while True:
            token = self._next()
            depth += (token == "(") - (token == ")")  # noqa: S105 - brackets
            if depth == 0:
                return

    def _name(self) -> str:
        token = self._next()
        if not re.fullmatch(r"\w+", token):
            raise UnreadableError(f"a name was expected, not {token!r}")
        return token

    def _expect(self, token: str) -> None:
        found = self._next()
        if found != token:
            raise UnreadableError(f"{token!r} was expected, not {found!r}")

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        if not token:
            raise UnreadableError("the document ends too early")
        self._at += 1
        return token


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text.rstrip(" \t\r\n,")):
        match = _TOKEN.match(text, at)
        if match is None:
            raise UnreadableError(f"cannot read {text[at : at + 20]!r}")
        found.append(match["token"])
        at = match.end()
    return found
