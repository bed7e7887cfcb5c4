"""`buddy learnings list`: what a learnings file holds, which records apply where, and why the others do not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import Nearest, format_option
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock, is_something_else, say_learnings_problems
from buddy.cli.opened_learnings import open_learnings, source_options
from buddy.cli.places import repository_path
from buddy.cli.streams import put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.learnings import dates
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from datetime import datetime

    from buddy.app.list_learnings import Listed
    from buddy.core.learnings.record import Learning

KINDS = ("fact", "convention", "command", "suppression")
STATUSES = ("active", "archived", "superseded")
TRUST = ("stated", "approved", "validated", "pinned")
HEADS = ("id", "kind", "trust", "age", "matches", "where", "text")


@click.command("list", context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings list --path src/a.py")
@source_options
@click.option("--path", "paths", multiple=True, metavar="PATH", help="Only what concerns this file (repeat).")
@click.option("--kind", type=Nearest(*KINDS), help="Only this kind.")
@click.option("--status", type=Nearest(*STATUSES), help="Only this status.")
@click.option("--trust", type=Nearest(*TRUST), help="Only this level of trust.")
@click.option("--query", default="", metavar="WORDS", help="Only records with all of these words.")
@click.option("--strict", is_flag=True, help="Exit with 1 when the file has problems.")
@format_option()
def list_(
    *,
    file: Path | None,
    base: str | None,
    paths: tuple[str, ...],
    kind: str | None,
    status: str | None,
    trust: str | None,
    query: str,
    strict: bool,
    form: str,
) -> int:
    """List the records of a learnings file, in its order.

    Each with its kind, trust, age in days, how many files it matches now (`dead`: its globs match none), and where it
    applies or why not. The work tree's file counts for reviews once it is merged.
    """
    from buddy.app.list_learnings import Wanted, list_learnings, record_json
    from buddy.core.learnings.leaks import leaks
    from buddy.core.learnings.record import Kind, Status, Trust

    opened = open_learnings(file, base)
    wanted = Wanted(
        paths=tuple(map(repository_path, paths)),
        kind=Kind(kind) if kind else None,
        status=Status(status) if status else None,
        trust=Trust(trust) if trust else None,
        query=query,
    )
    now = clock()
    listed = list_learnings(opened.document, wanted=wanted, now=now, files=opened.files)
    said = (*opened.document.problems, *leaks(opened.document))
    problems = [problem for problem in said if problem.costs]
    if form == "json":
        records = [record_json(opened.document, one) for one in listed]
        lines = [{"line": problem.line, "reason": problem.reason.value} for problem in problems]
        put_json({"learnings": records, "problems": lines})
    else:
        put_rows([_row(one, now) for one in listed], heads=HEADS)
        if not is_something_else(opened.document):
            say_learnings_problems(said, all_of_them=True)
        applying = sum(one.applies for one in listed)
        dead = sum(one.is_dead for one in listed)
        told = f"{plural(len(listed), 'learning')} in {opened.source}, {applying} in force"
        say(one_line(f"{told}, {dead} dead: their paths match no file." if dead else f"{told}."))
    opened.demand()
    return int(strict and bool(problems))


def _row(one: Listed, now: datetime) -> tuple[str, ...]:
    record = one.record
    return (
        record.id,
        record.kind.value,
        record.trust.value if record.trust is not None else "-",
        age(record, now),
        _matches(one),
        one.why if one.applies else f"not applied: {one.why}",
        redact(record.text),
    )


def age(record: Learning, now: datetime) -> str:
    """Whole days since the record last changed; `-` where no date can be read."""
    changed = dates.parse(record.updated_at) or dates.parse(record.created_at)
    return "-" if changed is None else f"{max(0, (now - changed).days)}d"


def _matches(one: Listed) -> str:
    if one.is_dead:
        return "dead"
    if one.matches is None:
        return "-"
    return plural(one.matches, "file") if one.record.paths else "all files"
