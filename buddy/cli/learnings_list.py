"""`buddy learnings list` and `show`: what a learnings file holds, which records apply, and why the others do not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import Nearest, format_option
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock, is_something_else, say_learnings_problems
from buddy.cli.opened_learnings import full_id, open_learnings, source_options
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.errors import InputError
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.list_learnings import Listed

KINDS = ("fact", "convention", "command", "suppression")
STATUSES = ("active", "archived", "superseded")


@click.command("list", context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings list --path src/a.py")
@source_options
@click.option("--path", "paths", multiple=True, metavar="PATH", help="Only what concerns this file (repeat).")
@click.option("--kind", type=Nearest(*KINDS), help="Only this kind.")
@click.option("--status", type=Nearest(*STATUSES), help="Only this status.")
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
    query: str,
    strict: bool,
    form: str,
) -> int:
    """List the records of a learnings file, in its order.

    Each with whether it applies, and where or why not. The work tree's file counts for reviews once it is merged.
    """
    from buddy.app.list_learnings import Wanted, list_learnings, record_json
    from buddy.core.learnings.leaks import leaks
    from buddy.core.learnings.record import Kind, Status

    opened = open_learnings(file, base)
    wanted = Wanted(
        paths=tuple(path.removeprefix("./") for path in paths),
        kind=Kind(kind) if kind else None,
        status=Status(status) if status else None,
        query=query,
    )
    listed = list_learnings(opened.document, wanted=wanted, now=clock())
    said = (*opened.document.problems, *leaks(opened.document))
    problems = [problem for problem in said if problem.costs]
    if form == "json":
        records = [record_json(opened.document, one) for one in listed]
        lines = [{"line": problem.line, "reason": problem.reason.value} for problem in problems]
        put_json({"learnings": records, "problems": lines})
    else:
        put_rows([_row(one) for one in listed])
        if not is_something_else(opened.document):
            say_learnings_problems(said, all_of_them=True)
        applying = sum(one.applies for one in listed)
        say(one_line(f"{plural(len(listed), 'learning')} in {opened.source}, {applying} in force."))
    if is_something_else(opened.document):
        raise InputError(f"{opened.source}: {opened.document.refusal}")
    return int(strict and bool(problems))


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings show l_x7c2k9q4mn")
@click.argument("record_id", metavar="ID")
@source_options
@format_option()
def show(*, record_id: str, file: Path | None, base: str | None, form: str) -> int:
    """Show one record with everything its line says.

    ID may be shortened while it is the only one that begins so.
    """
    from buddy.app.list_learnings import Wanted, list_learnings, record_json

    opened = open_learnings(file, base)
    listed = {one.record.id: one for one in list_learnings(opened.document, wanted=Wanted(), now=clock())}
    one = listed[full_id(record_id, list(listed), opened.source)]
    record = record_json(opened.document, one)
    if form == "json":
        put_json({"learning": record, "line": one.line})
        return 0
    for key, value in record.items():
        if value not in (None, [], {}):
            put(one_line(f"{key:<10} {_plain(value)}"))
    put(f"{'line':<10} {one.line} of {one_line(opened.source)}")
    return 0


def _row(one: Listed) -> tuple[str, ...]:
    state = "" if one.applies else "not applied: "
    return one.record.id, one.record.kind.value, f"{state}{one.why}", redact(one.record.text)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={_plain(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return str(value)
