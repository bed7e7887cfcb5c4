"""`buddy context`: what the memory has to say about a change, as a block for any assistant's prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.chosen_change import Asked, Chosen, change_options, chosen_change, chosen_pull
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
  buddy context --pr 12 --format claude
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@change_options
@click.option("--pr", type=click.IntRange(1), metavar="N", help="A pull request, over the API, and what it remembers.")
@format_option("markdown", *AGENTS)
def context(*, pr: int | None, form: str, **change: Any) -> int:
    """Print what an assistant should know for a change.

    The learnings that matter, best first, within the configured budget. Paths are those of the repository, with `/`.
    With --learnings and paths no repository is needed. Text is for any prompt, markdown for people; claude, agents,
    copilot and cursor are the forms that these agents read.
    """
    asked = Asked(**change)
    if pr is not None and asked.is_local:
        raise click.UsageError("--pr reads everything of the pull request: name nothing else beside it.")
    chosen = chosen_pull(pr) if pr is not None else chosen_change(asked)
    memory = chosen.memory
    remembered = _remembered(chosen, form)
    if form == "json":
        put_json(_json(remembered, chosen))
    elif form == "markdown":
        put(_markdown(remembered, chosen))
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
    pull = chosen.pull.memory if chosen.pull is not None else None
    if form in AGENTS:
        agent = Agent(form)
        return give_agent_context(about, title=chosen.title, memory=memory, now=now, agent=agent, pull=pull)
    return give_context(about, title=chosen.title, memory=memory, now=now, pull=pull)


def _markdown(remembered: Remembered, chosen: Chosen) -> str:
    from buddy.core.review.summary import what_it_is

    pull = chosen.pull.memory if chosen.pull is not None else None
    said = what_it_is(pull) if pull is not None else ""
    return "\n\n".join(part for part in (selection_markdown(remembered), said) if part)


def _json(remembered: Remembered, chosen: Chosen) -> dict[str, Any]:
    from buddy.core.memory.snapshot import payload
    from buddy.core.review.transcript import redacted

    pull = chosen.pull.memory if chosen.pull is not None else None
    memory = redacted(payload(pull)) if pull is not None else None
    return {"text": remembered.block, "memory": memory, **selection_json(remembered)}


def _told(remembered: Remembered, memory: OpenedMemory) -> str:
    left = "; ".join(f"{count} {reason}" for reason, count in sorted(remembered.left_out_counts.items()))
    used = f"{len(remembered.selected)} of {remembered.loaded} learnings from {memory.source}"
    told = f"{used}, {remembered.tokens} of {remembered.budget} tokens." + (f" Left out: {left}." if left else "")
    return one_line(told)
