"""The value of `--paths`: globs apart by commas, each of which has to be a good one."""

from __future__ import annotations

from collections.abc import Sequence

from buddy.core.commands.options import Unreadable, shown
from buddy.core.commands.quoting import MARKS, quoted
from buddy.core.globs import BadGlob, GlobSet, normalise

USAGE = "write `--paths src/**,docs/*.md`"

_LONGEST = 12_000
"""Characters of a value; the most and longest globs fit into it."""


def paths(value: str) -> tuple[str, ...]:
    """The globs as typed, without quotes and repetitions; raises `Unreadable`.

    Commas inside braces or behind a backslash separate nothing. A blank needs quotes: words behind a glob are rather
    a text in the wrong place.
    """
    if len(value) > _LONGEST:
        raise Unreadable(f"`--paths` is longer than {_LONGEST} characters; {USAGE}")
    globs = tuple(dict.fromkeys(glob for piece in _pieces(value) for glob in _globs(piece)))
    if not globs:
        raise Unreadable(f"`--paths` names no path; {USAGE}")
    if problem := unusable(globs):
        raise Unreadable(problem)
    return globs


def unusable(globs: Sequence[str]) -> str | None:
    """What is wrong with the first bad glob, or with all together, as a clause; None for good ones and for none."""
    for glob in globs:
        try:
            normalise(glob)
        except BadGlob as bad:
            return f"the glob {shown(glob)} cannot be used: {bad}"
    for problem in GlobSet(globs).problems:
        return f"the globs {shown(', '.join(globs))} cannot be used: {problem.message}"
    return None


def _globs(piece: str) -> list[str]:
    found = quoted(piece)
    if found is None:
        if any(one.isspace() for one in piece.replace("\\ ", "")):
            raise Unreadable(f"{shown(piece)} is more than one path; put commas between paths, text before `--paths`")
        return [piece] if piece else []
    if found.end != len(piece):
        raise Unreadable(f"{shown(piece)} goes on behind its quotes; put commas between paths, text before `--paths`")
    return [glob.strip() for glob in _split(found.inside) if glob.strip()]


def _pieces(value: str) -> list[str]:
    """The parts between commas, of which one that begins with a quote ends with it."""
    pieces: list[str] = []
    at = 0
    while at < len(value):
        at += len(value[at:]) - len(value[at:].lstrip())
        found = quoted(value, at=at)
        if found is None and value[at : at + 1] in MARKS:
            raise Unreadable(f"a quote in {shown(value[at:])} is not closed; {USAGE}")
        end = _comma(value, found.end if found else at)
        pieces.append(value[at:end].strip())
        at = end + 1
    return pieces


def _split(text: str) -> list[str]:
    parts: list[str] = []
    at = 0
    while at <= len(text):
        end = _comma(text, at)
        parts.append(text[at:end])
        at = end + 1
    return parts


def _comma(text: str, at: int) -> int:
    """The next comma outside of braces from `at` on, or the end."""
    depth, escaped = 0, False
    for here in range(at, len(text)):
        if escaped:
            escaped = False
        elif text[here] == "\\":
            escaped = True
        elif text[here] == "{":
            depth += 1
        elif text[here] == "}":
            depth = max(0, depth - 1)
        elif text[here] == "," and not depth:
            return here
    return len(text)
