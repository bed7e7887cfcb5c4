"""How threads were closed, in words: resolved where the token may, else folded away, else left with the reason."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from buddy.core.text.surfaces import markdown_inline

MOST_A_RUN = 30
"""Threads that one answer closes; the rest is said (P11)."""


class Way(enum.Enum):
    """What became of a thread."""

    RESOLVED = "resolved"
    FOLDED = "folded"
    LEFT = "left"


@dataclass(frozen=True, kw_only=True, slots=True)
class Closed:
    """One thread; `why` the better way was not taken, empty where it was."""

    way: Way
    why: str = ""


def closing_words(closed: Sequence[Closed]) -> str:
    """For the end of an answer."""
    if not closed:
        return ""
    counts = Counter(each.way for each in closed)
    if len(closed) == 1:
        said = _ONE[closed[0].way]
    else:
        said = ", ".join(f"{counts[way]} {words}" for way, words in _MANY.items() if counts[way])
        said = f"Threads: {said}."
    why = next((each.why for each in closed if each.why), "")
    return f"{said} {markdown_inline(why)}".strip()


_ONE = {
    Way.RESOLVED: "Its thread is resolved.",
    Way.FOLDED: "The token may not resolve its thread, so Buddy's comment is folded away instead.",
    Way.LEFT: "Its thread stays as it is:",
}
_MANY = {Way.RESOLVED: "resolved", Way.FOLDED: "with Buddy's comment folded away instead", Way.LEFT: "left as they are"}
