"""The lines of a changed file on which the host takes a comment: the right side of its hunks.

Own code, since `unidiff` refuses a patch without file headers, which is the form that GitHub's API gives, and gives
up on a whole file at one odd hunk; here a cut patch keeps what could be read (POST-01, P5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


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
    return Hunks(spans=tuple(span for span in _spans(patch or "") if span))


def _single(line: int) -> Spot:
    return Spot(start_line=None, line=line)


def _spans(patch: str) -> Iterator[range]:
    """Line by line, split on `\\n` only: other separators are text. The header's counts say where a hunk ends, so
    that neither a removed line `-- x` nor an added `@@` is taken for something else."""
    start = end = old_left = new_left = 0
    for line in patch.removesuffix("\n").split("\n"):
        kind = line[:1].strip("\r") or " "  # editors strip the blank of an empty context line
        if (old_left > 0 or new_left > 0) and kind in "+- \\":
            old_left -= kind in "- "
            new_left -= kind in "+ "
            end += kind in "+ " and new_left >= 0
        elif (header := _HEADER.match(line)) is not None:
            yield range(start, end)
            start = end = int(header[2])
            old_left, new_left = _count(header[1]), _count(header[3])
        else:
            old_left = new_left = 0
    yield range(start, end)


def _count(digits: str | None) -> int:
    return 1 if digits is None else int(digits)
