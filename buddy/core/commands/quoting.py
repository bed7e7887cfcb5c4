"""Quotes, code and dashes in one line of a command, as people and their phones type them (CMD-09, CMD-10).

Apostrophes and single quotes inside a text mean nothing here: only what stands around a whole argument quotes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PARTNERS = {
    '"': '"“”',
    "“": '”“"',
    "”": '”"',
    "„": '“”"',
    "«": "»",
    "»": "«",
    "'": "'’‘",
    "‘": "’‘'",
    "’": "’'",
    "‚": "‘’'",
    "‹": "›",
    "›": "‹",
    "「": "」",
}
"""Opening mark → the marks that close it; keyboards turn quotes whichever way they like."""

_CODE = re.compile(r"(?<!`)(`{1,8})(?!`)(?P<inside>.*?)(?<!`)\1(?!`)")
DASHES = "‐‑‒–—―−﹘﹣－-"
"""What a keyboard makes of `-` and `--`, as the end of a class in an expression."""


MARKS = frozenset(_PARTNERS) | {"`"}
"""What may open a quoted argument."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Quoted:
    """What stands between the marks, and where the text behind them begins."""

    inside: str
    end: int


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Where inline code stands, its back-ticks included."""
    if text.count("`") > 400:  # no sentence, and looking for the partner of each is quadratic
        return []
    return [found.span() for found in _CODE.finditer(text)]


def quoted(text: str, *, at: int = 0) -> Quoted | None:
    """The argument that begins with a quote or back-tick at `at`; None if there is no mark, or none that closes it.

    The mark that closes it is followed by a blank, a comma or nothing.
    """
    opening = text[at : at + 1]
    if opening == "`":
        found = _CODE.match(text, at)
        return Quoted(inside=found["inside"].strip(), end=found.end()) if found else None
    for end in range(at + 1, len(text)) if opening in _PARTNERS else ():
        if text[end] in _PARTNERS[opening] and (end + 1 == len(text) or text[end + 1] in ", \t\xa0\u3000"):
            return Quoted(inside=text[at + 1 : end].strip(), end=end + 1)
    return None


def unquoted(text: str) -> str:
    """`text` without the quotes around the whole of it; as it is where the same marks also stand inside."""
    opening, closing = text[:1], _PARTNERS.get(text[:1], "")
    if len(text) < 2 or not closing or text[-1] not in closing:
        return text
    inside = text[1:-1]
    without_apostrophes = re.sub(r"(?<=\w)['’](?=\w)", "", inside)
    if any(mark in without_apostrophes for mark in {opening, *closing}):
        return text
    return inside.strip()


def bare(word: str) -> str:
    """One word without the quotes or back-ticks around it."""
    found = quoted(word)
    return found.inside if found and found.end == len(word) else word
