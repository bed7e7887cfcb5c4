"""`buddy learnings explain`: for a change, what becomes of every learning and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.chosen_change import Asked, change_options, chosen_change
from buddy.cli.finding_rows import plural, say_notices
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock, say_learnings_problems
from buddy.cli.streams import put_json, say
from buddy.cli.tables import one_line, put_heading, put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.explain_change import Explanation
    from buddy.core.learnings.explained import Explained

EPILOG = """\b
Examples:
  buddy learnings explain --base main
  buddy learnings explain --path src/a.py --all
"""

MOST_LEFT_OUT = 20
"""Learnings left out that are shown one by one; the rest is counted by reason (`--all` shows them)."""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@change_options
@click.option("--all", "everything", is_flag=True, help="Show every learning that is left out, not only the closest.")
@format_option()
def explain(*, everything: bool, form: str, **change: Any) -> int:
    """Say which learnings a change is given, and why not the others.

    Each with its matched glob, its place among all that match, the parts of its score, and its tokens: the very
    selection that a review makes.
    """
    from buddy.app.explain_change import explain_change, explanation_json

    chosen = chosen_change(Asked(**change))
    explanation = explain_change(chosen.change, title=chosen.title, memory=chosen.memory, now=clock())
    say_notices(chosen.memory.notices)
    if form == "json":
        put_json(explanation_json(explanation))
        return 0
    put_explanation(explanation, everything=everything)
    say_learnings_problems(chosen.memory.document.problems)
    say(_told(explanation, chosen.memory.source))
    return 0


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


def score_words(one: Explained) -> str:
    """The parts of the score in the order in which they count; empty where it was not scored."""
    score = one.score
    if score is None:
        return ""
    parts = f"recency {score.recency:.2f} + relevance {score.relevance:.2f} + trust {score.trust:.2f}"
    return f"{specificity_words(score.specificity)}, {parts}"


def specificity_words(specificity: int) -> str:
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
        score_words(one),
        redact(one.record.text),
    )


def _counts(entries: list[Explained]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for one in entries:
        counts[one.reason or ""] = counts.get(one.reason or "", 0) + 1
    return sorted(counts.items())


def _told(explanation: Explanation, source: str) -> str:
    remembered = explanation.remembered
    used = f"{len(remembered.selected)} of {plural(remembered.loaded, 'learning')} from {source}"
    files = plural(explanation.files, "changed file")
    return one_line(f"{files}: {used}, {remembered.tokens} of {remembered.budget} tokens.")
