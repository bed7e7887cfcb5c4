"""The one place that keeps an outgoing body within GitHub's limit (P11).

A body here is Buddy's own Markdown: its structure can be trusted, the foreign text in it is already inert.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from dataclasses import dataclass

LIMIT = 60_000
"""GitHub refuses 65,536; measured in UTF-16 units, the strictest of the ways in which it may count."""

_FENCE = re.compile(r"([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})(.*)")
_CODE = re.compile(r"(?<!`)(`{1,8})(?!`)[^\n]*?(?<!`)\1(?!`)")
_DETAILS = re.compile(r"<(/?)details\b", re.IGNORECASE)
_DELIMITER_ROW = re.compile(r"[ \t>]*\|?[ \t]*:?-+[-:| \t]*")
_MARKER = re.compile(r"<!-- buddy:[^\n>]*-->\r?\n?")


def cap(body: str, *, limit: int = LIMIT) -> str:
    """`body`, cut after a whole line where it is too long, closed, and ending with how many lines are missing.

    A marker at its beginning is never cut; raises ValueError if that alone exceeds the limit.
    """
    if _size(body) <= limit:
        return body
    marker = _MARKER.match(body)
    envelope = marker[0] if marker else ""
    room = limit - _size(envelope)
    if room < 0:
        raise ValueError("the marker alone exceeds the limit of a comment")
    return envelope + _shortened(body[len(envelope) :].split("\n"), room)


@dataclass(slots=True)
class _Open:
    """The blocks that are open behind the lines read so far."""

    fence: str = ""
    margin: str = ""
    details: int = 0

    def read(self, line: str) -> None:
        marks = _FENCE.fullmatch(line)
        if self.fence:
            if marks and marks[2].startswith(self.fence) and not marks[3].strip():
                self.fence = ""
        elif marks and not (marks[2][0] == "`" and "`" in marks[3]):
            self.margin = re.sub(r"[^\s>]", " ", marks[1])  # as deep as the list item that holds it
            self.fence = marks[2]
        else:
            for tag in _DETAILS.finditer(_CODE.sub("", line)):
                self.details = max(0, self.details + (-1 if tag[1] else 1))

    @property
    def closers(self) -> str:
        return (f"\n{self.margin}{self.fence}" if self.fence else "") + "\n\n</details>" * self.details


def _shortened(lines: list[str], room: int) -> str:
    left = sum(1 for line in lines if line.strip())
    best, ending = 0, ""
    size, blocks = -1, _Open()
    for count, (line, below) in enumerate(itertools.pairwise(lines), start=1):
        blocks.read(line)
        size += _size(line) + 1
        left -= bool(line.strip())
        if size > room:
            break
        if not blocks.fence and "|" in line and _DELIMITER_ROW.fullmatch(below):
            continue  # a table's head is nothing without the row below it
        note = blocks.closers + _note(left)
        if size + _size(note) <= room:
            best, ending = count, note
    return "\n".join(lines[:best]) + ending if best else _within(lines, room)


def _within(lines: list[str], room: int) -> str:
    """No whole line fits: the beginning of the first one, not ending inside code or a composed character."""
    note = _note(sum(1 for line in lines if line.strip()))
    line = lines[0]
    cut = _fitting(line, room - _size(note))
    if cut <= 0 or _FENCE.fullmatch(line):
        return note.lstrip() if _size(note.lstrip()) <= room else ""
    for code in _CODE.finditer(line):
        if code.start() < cut < code.end():
            cut = code.start()
    while cut > 0 and (_continues(line[cut : cut + 1]) or line[cut - 1] in "\u200d\\"):
        cut -= 1
    return line[:cut].rstrip() + note


def _fitting(line: str, room: int) -> int:
    """How many characters of `line` fit into `room` units."""
    size = 0
    for at, character in enumerate(line):
        size += 2 if character > "\uffff" else 1
        if size > room:
            return at
    return len(line)


def _continues(character: str) -> bool:
    return character != "" and (
        character == "\u200d"
        or unicodedata.category(character) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def _note(lines: int) -> str:
    return f"\n\n_{lines} more {'line is' if lines == 1 else 'lines are'} not shown here._"


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
