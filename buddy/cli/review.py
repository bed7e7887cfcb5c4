"""`buddy review`: the review of CI, on this machine, before anything is pushed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import Nearest, format_option
from buddy.cli.finding_rows import say_notices, say_problems
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock, config_file, learnings_file
from buddy.cli.review_output.words import unchanged_line
from buddy.cli.sources import repository_at
from buddy.cli.streams import put, put_commands, put_json, say
from buddy.cli.working import Working

if TYPE_CHECKING:
    from buddy.app.local_answer import LocalAnswer

EPILOG = """\b
Examples:
  ruff check --output-format sarif > ruff.sarif; buddy review --findings ruff.sarif
  buddy review --base origin/main --head HEAD --findings a.sarif --findings b.json --format json
  BUDDY_MODEL_API_KEY=… buddy review --model openai:gpt-5-mini

\b
Exit codes: 0 nothing at or above --fail-on, 1 something is, 2 wrong use or an unreadable file.
"""

FILE = click.Path(path_type=Path)


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.option("--base", metavar="REF", help="Compare with REF.  [default: the fork point]")
@click.option("--head", metavar="REF", help="Review REF.  [default: the working tree]")
@click.option("--findings", "files", multiple=True, metavar="FILE", help="SARIF, rdjson(l); `-` is stdin (repeat).")
@click.option(
    "--fail-on",
    type=Nearest("critical", "major", "minor", "nit", "none"),
    default="major",
    show_default=True,
    help="Exit with 1 when a finding is as bad.",
)
@click.option("--config", "config_path", type=FILE, metavar="FILE", help="Use this configuration, not the base's.")
@click.option("--learnings", type=FILE, metavar="FILE", help="Use these learnings, not the base's.")
@click.option("--model", metavar="NAME", help="Ask this model, too, as provider:name.")
@click.option("--model-base-url", metavar="URL", help="Where it answers: a gateway, a local server.")
@click.option("--profile", type=Nearest("chill", "assertive"), help="How strict a model is.  [default: base's]")
@format_option("markdown", "sarif", "github")
def review(
    *,
    base: str | None,
    head: str | None,
    files: tuple[str, ...],
    fail_on: str,
    config_path: Path | None,
    learnings: Path | None,
    model: str | None,
    model_base_url: str | None,
    profile: str | None,
    form: str,
) -> int:
    """Say what a review would say about this change.

    Findings on changed files are judged with the memory of the base commit, as in CI; nothing is posted, and no network
    is used without --model. What the working tree has in `.buddy/` counts only after its merge.
    """
    from buddy.app.local_change import local_change
    from buddy.app.open_memory import newer_memory, open_memory
    from buddy.app.review_local import review_local
    from buddy.cli.local_job import local_job, with_profile
    from buddy.cli.report_files import known_roots, report_file
    from buddy.cli.sources import source_of
    from buddy.core.findings.finding import Severity

    config, document = config_file(config_path), learnings_file(learnings)
    repository = repository_at(Path.cwd())
    with Working("Reviewing") as working:
        local = local_change(repository, base=base, head=head)
        memory = open_memory(repository, local.base, config=config, document=document)
        memory = with_profile(memory, profile)
        newer = newer_memory(repository, local, memory) if document is None else ()
        reviewed = review_local(
            local,
            memory=memory,
            files=map(report_file, working.each(files)),
            tree=source_of(repository, local.head),
            roots=known_roots(Path(repository.top), os.environ),
            notices=tuple(newer),
            now=clock(),
            job=local_job(model, base_url=model_base_url, config=memory.config.ai, environment=os.environ),
            repository=repository,
        )
    _print(reviewed.answer, form, problems=reviewed.problems)
    threshold = None if fail_on == "none" else Severity(fail_on)
    return say_problems(reviewed.problems) or int(reviewed.answer.fails(threshold))


def _print(answer: LocalAnswer, form: str, *, problems: Sequence[str]) -> None:
    """Formats that have no place for notices leave them to stderr."""
    if form in ("json", "sarif"):
        say_notices(answer.notices)
        if unchanged := unchanged_line(answer):
            say(unchanged)
    if form == "text":
        from buddy.cli.review_output.as_text import put_review

        put_review(answer)
    elif form == "markdown":
        from buddy.cli.review_output.as_markdown import review_markdown

        put(review_markdown(answer))
    elif form == "github":
        from buddy.cli.review_output.as_annotations import review_annotations

        put_commands(review_annotations(answer, problems=problems))
    elif form == "sarif":
        from buddy.cli.review_output.as_sarif import review_sarif

        put_json(review_sarif(answer), schema=None)
    else:
        from buddy.cli.review_output.as_json import review_json

        put_json(review_json(answer))
