"""Expanding `{a,b}`, which gitignore takes literally, into the globs a person means; bounded."""

from __future__ import annotations

import re

_PIECE = re.compile(r"\\.|[{},]|[^\\{},]+|\\$", re.DOTALL)
_RANGE = re.compile(r"[^,{}]*\.\.[^,{}]*")


class UnclearBraces(ValueError):
    """Braces that cannot be expanded; the message says what to write instead."""


def expand(glob: str, *, limit: int) -> list[str]:
    """All alternatives in the order of a shell; a pair of braces without a comma stays as it is written.

    Raises `UnclearBraces` for an open brace, a range such as `{1..3}`, or more than `limit` alternatives.
    """
    if "{" not in glob and "}" not in glob:
        return [glob]
    pieces = _PIECE.findall(glob)
    alternatives, end = _sequence(pieces, 0, limit=limit, inside=False)
    if end < len(pieces):
        raise UnclearBraces("a `}` has no `{`; write `\\}` for the character itself")
    return alternatives


def _sequence(pieces: list[str], at: int, *, limit: int, inside: bool) -> tuple[list[str], int]:
    """Alternatives of the pieces up to the end of this part, and the place of the piece that ended it."""
    found = [""]
    while at < len(pieces):
        piece = pieces[at]
        if piece == "}" or (piece == "," and inside):
            break
        if piece == "{":
            choices, at = _group(pieces, at + 1, limit=limit)
        else:
            choices, at = [piece], at + 1
        if len(found) * len(choices) > limit:
            raise UnclearBraces(f"its braces make more than {limit} globs")
        found = [left + right for left in found for right in choices]
    return found, at


def _group(pieces: list[str], at: int, *, limit: int) -> tuple[list[str], int]:
    """The choices of the group whose opening brace stands before `at`, and the place after its end."""
    parts: list[list[str]] = []
    while True:
        part, at = _sequence(pieces, at, limit=limit, inside=True)
        parts.append(part)
        if at == len(pieces):
            raise UnclearBraces("a `{` is never closed; write `\\{` for the character itself")
        at += 1
        if pieces[at - 1] == "}":
            break
    if len(parts) == 1:
        if any(_RANGE.fullmatch(text) for text in parts[0]):
            raise UnclearBraces("a range in braces is not expanded; write the values with commas")
        return [f"{{{text}}}" for text in parts[0]], at
    choices = [text for part in parts for text in part]
    if len(choices) > limit:
        raise UnclearBraces(f"its braces make more than {limit} globs")
    return choices, at
