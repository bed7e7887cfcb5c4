"""`buddy context`: what the memory has to say about a change, as a block for any assistant's prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.chosen_change import Asked, Chosen, change_options, chosen_change
from buddy.cli.finding_rows import say_notices
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock, say_learnings_problems
from buddy.cli.review_output.selection_output import selection_json, selection_markdown
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import one_line

if TYPE_CHECKING:
    from buddy.app.local_answer import Remembered
    from buddy.app.open_memory import OpenedMemory

AGENTS = ("claude", "agents", "copilot", "cursor")
EPILOG = """\b
Examples:
  buddy context --base main
  buddy context --format cursor > .cursor/rules/memory.mdc
  buddy context --learnings .buddy/learnings.jsonl --path src/a.py
  git diff --name-only main | buddy context --paths-from -
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@change_options
@format_option("markdown", *AGENTS)
def context(*, form: str, **change: Any) -> int:
    """Print what an assistant should know for a change.

    The learnings that matter, best first, within the configured budget. Paths are those of the repository, with `/`.
    With --learnings and paths no repository is needed. Text is for any prompt, markdown for people; claude, agents,
    copilot and cursor are the forms that these agents read.
    """
    chosen = chosen_change(Asked(**change))
    memory = chosen.memory
    remembered = _remembered(chosen, form)
    if form == "json":
        put_json(_json(remembered))
    elif form == "markdown":
        put(selection_markdown(remembered))
    else:
        put(remembered.block)
    say_notices(memory.notices)
    if form != "json":
        say_learnings_problems(memory.document.problems)
        say(_told(remembered, memory))
    return 0


def _remembered(chosen: Chosen, form: str) -> Remembered:
    from buddy.app.review_local import give_agent_context, give_context
    from buddy.core.review.agent_context import Agent

    about, memory, now = chosen.change, chosen.memory, clock()
    if form in AGENTS:
        return give_agent_context(about, title=chosen.title, memory=memory, now=now, agent=Agent(form))
    return give_context(about, title=chosen.title, memory=memory, now=now)


def _json(remembered: Remembered) -> dict[str, Any]:
    return {"text": remembered.block, "memory": None, **selection_json(remembered)}


def _told(remembered: Remembered, memory: OpenedMemory) -> str:
    left = "; ".join(f"{count} {reason}" for reason, count in sorted(remembered.left_out_counts.items()))
    used = f"{len(remembered.selected)} of {remembered.loaded} learnings from {memory.source}"
    told = f"{used}, {remembered.tokens} of {remembered.budget} tokens." + (f" Left out: {left}." if left else "")
    return one_line(told)
