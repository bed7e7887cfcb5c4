"""Which learnings a change is given and which not, as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buddy.cli.finding_rows import plural
from buddy.cli.tables import one_line, put_heading, put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.explain_change import Explanation
    from buddy.core.learnings.explained import Explained

MOST_LEFT_OUT = 20
"""Learnings left out that are shown one by one; the rest is counted by reason (`--all` shows them)."""


def put_explanation(explanation: Explanation, *, everything: bool) -> None:
    """Two tables on stdout: what is in, and what came closest to it; then counts by reason for what is not shown."""
    chosen = [one for one in explanation.entries if one.is_in]
    left_out = [one for one in explanation.entries if not one.is_in]
    shown = left_out if everything else left_out[:MOST_LEFT_OUT]
    put_heading(f"In: {plural(len(chosen), 'learning')}")
    put_rows([_row(one) for one in chosen], heads=("#", "id", "tokens", "why", "score", "text"))
    put_heading(f"Left out: {plural(len(left_out), 'learning')}")
    put_rows([_row(one) for one in shown], heads=("place", "id", "tokens", "why", "score", "text"))
    for reason, count in _counts(left_out[len(shown) :]):
        put_heading(f"… and {count} more: {reason}")


def told(explanation: Explanation, source: str) -> str:
    """A sentence about the whole, for stderr."""
    remembered = explanation.remembered
    used = f"{len(remembered.selected)} of {plural(remembered.loaded, 'learning')} from {source}"
    files = plural(explanation.files, "changed file")
    return one_line(f"{files}: {used}, {remembered.tokens} of {remembered.budget} tokens.")


def _score_words(one: Explained) -> str:
    """The parts of the score in the order in which they count; empty where it was not scored."""
    score = one.score
    if score is None:
        return ""
    parts = f"recency {score.recency:.2f} + relevance {score.relevance:.2f} + trust {score.trust:.2f}"
    return f"{_specificity_words(score.specificity)}, {parts}"


def _specificity_words(specificity: int) -> str:
    """How exactly the globs name a path of the change."""
    from buddy.core.globs.path_index import EXACT

    return "exact file" if specificity == EXACT else f"depth {specificity}"


def _row(one: Explained) -> tuple[str, ...]:
    place = one.rank if one.is_in else one.place
    matched = f"path {one.glob} matched {plural(one.files or 0, 'file')}; " if one.glob and not one.is_in else ""
    return (
        str(place) if place is not None else "-",
        one.record.id,
        str(one.tokens) if one.tokens is not None else "-",
        f"{matched}{one.why}",
        _score_words(one),
        redact(one.record.text),
    )


def _counts(entries: list[Explained]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for one in entries:
        counts[one.reason or ""] = counts.get(one.reason or "", 0) + 1
    return sorted(counts.items())
