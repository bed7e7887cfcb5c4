"""A file's text as fingerprints see it: lines without blanks, their neighbours, the symbols around them."""

from __future__ import annotations

import hashlib
from collections import Counter

from buddy.core.findings import symbols

LONGEST_LINE = 1_000
"""Characters of a line that is kept as it is; a digest stands in for a longer one (minified code)."""

WHOLE_REGION = 8
"""Lines of the longest region that is text as a whole.

A tool that flags more flags a symbol or a block, whose body would bring the finding back with every edit.
"""

_FARTHEST = 200  # lines looked at for a neighbour: a file of blank lines must not cost lines x findings


class Source:
    """One text, read for many findings. Lines count from 1; blanks, tabs and newline style leave no trace."""

    def __init__(self, text: str, *, path: str) -> None:
        self.lines = split(text)
        self._path = path
        self._texts: dict[int, str] = {}
        self._chains: list[symbols.Chain] | None = None
        self._twins: list[int] | None = None

    def has(self, line: int | None) -> bool:
        """False for a whole-file finding and for a line beyond the text."""
        return line is not None and 1 <= line <= len(self.lines)

    def text(self, line: int) -> str:
        """The line without blanks, or a digest in its place where it is very long."""
        known = self._texts.get(line)
        if known is None:
            known = self._texts[line] = squeeze(self.lines[line - 1])
        return known

    def region(self, line: int, end_line: int | None) -> tuple[str, ...]:
        """The flagged lines; the first alone where there are more than `WHOLE_REGION`."""
        last = min(end_line or line, len(self.lines))
        if last < line or last - line >= WHOLE_REGION:
            last = line
        return tuple(self.text(number) for number in range(line, last + 1))

    def above(self, line: int, *, count: int) -> tuple[str, ...]:
        """The nearest `count` lines above that are not blank, nearest first; fewer at the file's start."""
        return self._near(range(line - 1, max(0, line - 1 - _FARTHEST), -1), count)

    def below(self, line: int, *, count: int) -> tuple[str, ...]:
        """The nearest `count` lines below that are not blank, nearest first; fewer at the file's end."""
        return self._near(range(line + 1, min(len(self.lines), line + _FARTHEST) + 1), count)

    def chain(self, line: int) -> symbols.Chain:
        """Names of the symbols around the line, outermost first; empty where the file type is not known.

        A class named like its file is `.`: both are renamed together, and the path says the name already.
        """
        if self._chains is None:
            self._chains = symbols.chains(self.lines, suffix=symbols.suffix_of(self._path))
        chain = self._chains[line - 1] if line <= len(self._chains) else ()
        stem = self._path.rpartition("/")[2].partition(".")[0]
        return (".", *chain[1:]) if chain[:1] == (stem,) else chain

    def twins_above(self, line: int) -> int:
        """How many lines above, in the same symbols, have the same text; blank lines have no twins."""
        if self._twins is None:
            seen: Counter[tuple[str, symbols.Chain]] = Counter()
            self._twins = []
            for number in range(1, len(self.lines) + 1):
                twin = self.text(number), self.chain(number)
                self._twins.append(seen[twin] if twin[0] else 0)
                seen[twin] += 1
        return self._twins[line - 1]

    def _near(self, numbers: range, count: int) -> tuple[str, ...]:
        found: list[str] = []
        for number in numbers:
            if text := self.text(number):
                found.append(text)
                if len(found) == count:
                    break
        return tuple(found)


def split(text: str) -> list[str]:
    """Lines as tools count them: ended by LF, CRLF or (without any LF) CR, not by U+2028 or form feeds."""
    if "\n" not in text:
        text = text.replace("\r", "\n")
    return text.removeprefix("\ufeff").split("\n")


def squeeze(line: str) -> str:
    """A line without any blanks."""
    text = "".join(line.split())
    if len(text) <= LONGEST_LINE:
        return text
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def readable(text: str | None) -> str | None:
    """None for a text that is missing or holds NUL: a tool's line numbers mean nothing in a binary file."""
    return None if text is None or "\0" in text else text
