"""`buddy learnings explain`: for a change, what becomes of every learning and why; for one learning, its story."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from buddy.cli.choices import format_option
from buddy.cli.chosen_change import FILE, Asked, Chosen, change_options, chosen_change, chosen_pull
from buddy.cli.finding_rows import say_notices
from buddy.cli.groups import CONTEXT
from buddy.cli.known_ids import LearningId
from buddy.cli.memory_files import clock, say_learnings_problems
from buddy.cli.streams import put_json, say

EPILOG = """\b
Examples:
  buddy learnings explain --base main
  buddy learnings explain l_x7c2k9q4mn --path src/a.py
  buddy learnings explain --pr 12
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.argument("record_id", metavar="[ID]", required=False, type=LearningId())
@change_options
@click.option("--pr", type=click.IntRange(1), metavar="N", help="A pull request, over the API, with its base's memory.")
@click.option(
    "--transcript", "transcripts", multiple=True, type=FILE, help="With ID: what it did in this run (repeat)."
)
@click.option("--findings", multiple=True, metavar="FILE", help="With ID: what it would hide of these (repeat).")
@click.option("--all", "everything", is_flag=True, help="Show all that is left out, not only what came closest.")
@format_option()
def explain(
    *,
    record_id: str | None,
    pr: int | None,
    transcripts: tuple[Path, ...],
    findings: tuple[str, ...],
    everything: bool,
    form: str,
    **change: Any,
) -> int:
    """Say which learnings a change is given, and why not the others.

    Each with its matched glob, its place among all that match, the parts of its score, and its tokens: the very
    selection that a review makes. With ID the whole story of one: source, history, neighbours, files, what it hid.
    """
    asked = Asked(**change)
    if pr is not None and asked.is_local:
        raise click.UsageError("--pr reads everything of the pull request: name nothing else beside it.")
    if record_id is None and (transcripts or findings):
        raise click.UsageError("--transcript and --findings need the ID of a learning.")
    chosen = chosen_pull(pr) if pr is not None else None
    if record_id is not None:
        from buddy.cli.learning_story import explain_one

        return explain_one(record_id, asked, chosen=chosen, transcripts=transcripts, findings=findings, form=form)
    return _explain_change(chosen or chosen_change(asked), everything=everything, form=form)


def _explain_change(chosen: Chosen, *, everything: bool, form: str) -> int:
    from buddy.app.explain_change import explain_change, explanation_json
    from buddy.cli.explanation_output import put_explanation, told

    memory = chosen.memory
    explanation = explain_change(chosen.change, title=chosen.title, memory=memory, now=clock())
    say_notices(memory.notices)
    if form == "json":
        put_json(explanation_json(explanation))
        return 0
    put_explanation(explanation, everything=everything)
    say_learnings_problems(memory.document.problems)
    say(told(explanation, memory.source))
    return 0
