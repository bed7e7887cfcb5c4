"""The sentences that more than one answer needs."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.core.respond.situation import Situation
from buddy.core.text.surfaces import code_span

PULL_TITLE = "chore(buddy): record learnings"


def will_be_recorded(situation: Situation) -> str:
    """Where it goes, and from when on it counts."""
    return (
        f"It goes into the pull request `{PULL_TITLE}` for {code_span(situation.target)}, and counts from the merge of "
        "that one on. Editing the command changes it, deleting its comment takes it back."
    )


def count(n: int, noun: str) -> str:
    """`1 finding`, `2 findings`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def codes(names: Iterable[str]) -> str:
    """Foreign names in a row, as code."""
    return ", ".join(map(code_span, names))
