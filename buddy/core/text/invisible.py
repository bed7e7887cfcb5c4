"""Removing what a reader cannot see: tags, direction controls, zero-width characters, terminal escapes (P9).

What is orthography stays: joiners inside emoji and inside Arabic or Indic words, one style selector a symbol.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Default_Ignorable_Code_Point of Unicode, the control characters, and the non-characters.
# Without \n and \t, which are text, and the line separators, which become a blank.
_INVISIBLE_CLASS = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"\x1b\\[[0-?]{{0,64}}[ -/]{{0,8}}[@-~]|[{_INVISIBLE_CLASS}]")
_BLANK = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_JOINERS = "\u200c\u200d"
_STYLES = "\ufe0e\ufe0f"
_JOINING_SCRIPTS = re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u0dff\u1780-\u17b3\u17b6-\u17ff\ufb50-\ufdcf]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Cleaned:
    """Text without invisible characters, and how many code points were taken out of it."""

    text: str
    removed: int


def clean(text: str) -> Cleaned:
    """Take out what cannot be seen.

    Line ends become \\n, other line separators a blank, half a surrogate pair U+FFFD. Idempotent.
    A colour sequence of a terminal goes as a whole.
    """
    joined = _join_surrogates(text).replace("\r\n", "\n").replace("\r", "\n")
    visible = "".join(joined[start:end] for start, end in _visible_spans(joined))
    return Cleaned(text=_BLANK.sub(" ", visible), removed=len(joined) - len(visible))


def visible_offsets(text: str) -> tuple[str, tuple[int, ...]] | None:
    """The visible characters with the offset that each has in `text`; None if all of them are visible.

    For searches that must not be misled by hidden characters yet have to answer with places in the original.
    """
    if not _INVISIBLE.search(text):
        return None
    offsets = tuple(at for start, end in _visible_spans(text) for at in range(start, end))
    return "".join(text[at] for at in offsets), offsets


def _visible_spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start, before = 0, ""
    for hidden in _INVISIBLE.finditer(text):
        at = hidden.start()
        before = text[at - 1] if at > start else before
        if _is_orthography(hidden[0], before, text[at + 1 : at + 2]):
            before = hidden[0]
            spans.append((start, hidden.end()))
        else:
            spans.append((start, at))
        start = hidden.end()
    spans.append((start, len(text)))
    return spans


def _is_orthography(character: str, before: str, after: str) -> bool:
    if not before:
        return False
    if character in _STYLES:
        return before in "0123456789#*" or (before not in _JOINERS and _is_symbol(before))
    if character == "\u200d" and (_is_symbol(before) or before in _STYLES):
        return bool(after) and _is_symbol(after)
    return character in _JOINERS and bool(_JOINING_SCRIPTS.match(before) and after and _JOINING_SCRIPTS.match(after))


def _is_symbol(character: str) -> bool:
    """Emoji and their skin tones, as far as the standard library's categories can tell."""
    return ord(character) >= 0xA9 and unicodedata.category(character) in ("So", "Sk", "Sm", "Po")


def _join_surrogates(text: str) -> str:
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
