"""The lines of a changed file on which the host takes a comment: the right side of its hunks.

Own code, since `unidiff` refuses a patch without file headers, which is the form that GitHub's API gives, and gives
up on a whole file at one odd hunk; here a cut patch keeps what could be read (POST-01, P5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Hunk:
    """One hunk: `start` is the number of its first line on the right side, `heading` what git wrote behind the header.

    `lines` are (sign, text), the sign a blank, `+` or `-`.
    """

    start: int
    heading: str
    lines: tuple[tuple[str, str], ...]

    @property
    def span(self) -> range:
        """The numbers of its lines on the right side."""
        return range(self.start, self.start + sum(sign != "-" for sign, _ in self.lines))


@dataclass(frozen=True, kw_only=True, slots=True)
class Spot:
    """Where a comment goes: on `line`, from `start_line` if that is another line of the same hunk (POST-03)."""

    start_line: int | None
    line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Hunks:
    """The right side of a file's hunks, context included, as ranges of line numbers in ascending order."""

    spans: tuple[range, ...] = ()

    def spot(self, first: int, last: int) -> Spot | None:
        """For flagged lines `first` to `last`; None where the first is in no hunk.

        Where the last is not in the same hunk, the first line alone carries the comment.
        """
        for span in self.spans:
            if first in span:
                return Spot(start_line=first, line=last) if last in span and last > first else _single(first)
        return None


def read(patch: str | None) -> Hunks:
    """The hunks of a patch without file headers; none for a binary or very large file (None)."""
    return Hunks(spans=tuple(hunk.span for hunk in hunks(patch) if hunk.span))


def hunks(patch: str | None) -> Iterator[Hunk]:
    """The hunks with their lines, in order.

    Line by line, split on `\\n` only: other separators are text. The header's counts say where a hunk ends, so that
    neither a removed line `-- x` nor an added `@@` is taken for something else.
    """
    header: re.Match[str] | None = None
    lines: list[tuple[str, str]] = []
    old_left = new_left = 0
    for line in (patch or "").removesuffix("\n").split("\n"):
        kind = line[:1].strip("\r") or " "  # editors strip the blank of an empty context line
        if (old_left > 0 or new_left > 0) and kind in "+- \\":
            if kind != "\\" and (kind == "-" or new_left > 0):
                lines.append((kind, line[1:]))
            old_left -= kind in "- "
            new_left -= kind in "+ "
        elif (found := _HEADER.match(line)) is not None:
            if header is not None:
                yield _hunk(header, lines)
            header, lines = found, []
            old_left, new_left = _count(found[1]), _count(found[3])
        else:
            old_left = new_left = 0
    if header is not None:
        yield _hunk(header, lines)


def _hunk(header: re.Match[str], lines: list[tuple[str, str]]) -> Hunk:
    return Hunk(start=int(header[2]), heading=header[4].strip("\r"), lines=tuple(lines))


def _single(line: int) -> Spot:
    return Spot(start_line=None, line=line)


def _count(digits: str | None) -> int:
    return 1 if digits is None else int(digits)
