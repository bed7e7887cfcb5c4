"""A learning's text inside a Markdown file: harmless there, readable, and the same text when it is read again.

Back-ticks that come in pairs stay code; everything else that Markdown, HTML or an `@import` could act on is escaped
with a backslash. A line break is a hard one: a backslash before it and two blanks after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PUNCTUATION = re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_ESCAPE = re.compile(rf"\\([{_PUNCTUATION}])")
_ALWAYS = re.compile(r"[\\*<\[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<![\w.])@|&(?=#?\w{1,40};)|~(?=~)|(?<=~)~")
_AT_LINE_START = re.compile(r"(?:[#>+=|~-]|:(?=[-:|]))|\d{1,9}(?=[.)])")
_BREAK = "\\\n  "


def escaped(text: str) -> str:
    """The text as Markdown that shows it. No line of it begins a block."""
    return _BREAK.join(_line(line) for line in text.split("\n"))


def unescaped(markdown: str) -> str:
    """The text that `escaped` was given; of what people wrote by hand, the text that it shows."""
    return "\n".join(_read(line) for line in markdown.split(_BREAK))


def _line(line: str) -> str:
    code = line.count("`") % 2 == 0 and "```" not in line
    pieces = [
        piece if inside else _ALWAYS.sub(lambda found: f"\\{found[0]}", piece)
        for inside, piece in _pieces(line, code=code)
    ]
    text = "`".join(pieces) if code else "".join(pieces).replace("`", "\\`")
    if (start := _AT_LINE_START.match(text)) is not None:
        at = start.end() if start[0][0].isdigit() else 0
        return f"{text[:at]}\\{text[at:]}"
    return text


def _pieces(line: str, *, code: bool) -> Iterator[tuple[bool, str]]:
    parts = line.split("`") if code else [line]
    for at, part in enumerate(parts):
        yield at % 2 == 1, part


def _read(line: str) -> str:
    """Outside of code an escape is its character; a back-tick that is not escaped begins or ends code."""
    pieces: list[str] = []
    at = 0
    inside = False
    while at < len(line):
        found = None if inside else _ESCAPE.match(line, at)
        if found is not None:
            pieces.append(found[1])
            at = found.end()
            continue
        inside ^= line[at] == "`"
        pieces.append(line[at])
        at += 1
    return "".join(pieces)
