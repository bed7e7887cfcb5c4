"""`buddy learnings`: what a learnings file holds, which records apply, and why the others do not."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import Nearest, format_option
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT, NearestGroup
from buddy.cli.learnings_compare import compare
from buddy.cli.learnings_extract import extract
from buddy.cli.memory_files import clock, is_something_else, say_learnings_problems
from buddy.cli.places import read_bytes, work_tree
from buddy.cli.sources import repository_at
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.errors import InputError
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from buddy.app.list_learnings import Listed
    from buddy.core.learnings.document import LearningsDocument

KINDS = ("fact", "convention", "command", "suppression")
STATUSES = ("active", "archived", "superseded")


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """A learnings file and where it stood, in words."""

    document: LearningsDocument
    source: str


def _source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    where = "Read FILE.  [default: the learnings file of this work tree]"
    file = click.option("--file", type=click.Path(path_type=Path), metavar="FILE", help=where)
    base = click.option("--base", metavar="REF", help="Read the learnings of this commit, as a review does.")
    return file(base(command))


@click.group(cls=NearestGroup)
def learnings() -> None:
    """Show what is remembered, and what of it applies."""


learnings.add_command(compare)
learnings.add_command(extract)


@learnings.command("list", context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings list --path src/a.py")
@_source_options
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

    opened = _open(file, base)
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


@learnings.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings show l_x7c2k9q4mn")
@click.argument("record_id", metavar="ID")
@_source_options
@format_option()
def show(*, record_id: str, file: Path | None, base: str | None, form: str) -> int:
    """Show one record with everything its line says.

    ID may be shortened while it is the only one that begins so.
    """
    from buddy.app.list_learnings import Wanted, list_learnings, record_json

    opened = _open(file, base)
    listed = {one.record.id: one for one in list_learnings(opened.document, wanted=Wanted(), now=clock())}
    one = listed[_full_id(record_id, list(listed), opened.source)]
    record = record_json(opened.document, one)
    if form == "json":
        put_json({"learning": record, "line": one.line})
        return 0
    for key, value in record.items():
        if value not in (None, [], {}):
            put(one_line(f"{key:<10} {_plain(value)}"))
    put(f"{'line':<10} {one.line} of {one_line(opened.source)}")
    return 0


def _open(file: Path | None, base: str | None) -> Opened:
    if base is not None:
        from buddy.app.local_change import commit_of
        from buddy.app.open_memory import open_memory

        repository = repository_at(Path.cwd())
        memory = open_memory(repository, commit_of(repository, base), file=str(file) if file is not None else None)
        return Opened(document=memory.document, source=memory.source)
    from buddy.core.learnings.document import parse

    path = file or _default_file()
    if file is None and not path.exists():
        say(f"There is no {path} yet: nothing is remembered here.")
        return Opened(document=parse(b""), source=str(path))
    return Opened(document=parse(read_bytes(path)), source=str(path))


def _default_file() -> Path:
    """The one that the work tree's configuration names."""
    from buddy.core.config_file import load_lenient

    top = work_tree(Path.cwd())
    if top is None:
        raise InputError(
            f"no file was named and {Path.cwd()} is not inside a git repository. "
            "Name a file (--file FILE) or run this inside a repository."
        )
    config = top / ".buddy/config.yml"
    content = read_bytes(config) if config.is_file() else None
    return top / load_lenient(content).config.ai.learnings.file


def _full_id(given: str, known: list[str], source: str) -> str:
    """The id itself, else the only one it begins; raises InputError with the nearest ones."""
    if given in known:
        return given
    starting = [record_id for record_id in known if given and record_id.startswith(given)]
    if len(starting) == 1:
        return starting[0]
    if starting:
        shown = ", ".join(starting[:5]) + (" …" if len(starting) > 5 else "")
        raise InputError(f"'{given}' begins {len(starting)} ids in {source}: {shown}. Write more of it.")
    near = difflib.get_close_matches(given, known, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else "`buddy learnings list` shows the ids."
    raise InputError(f"there is no learning '{given}' in {source}. {hint}")


def _row(one: Listed) -> tuple[str, ...]:
    state = "" if one.applies else "not applied: "
    return one.record.id, one.record.kind.value, f"{state}{one.why}", redact(one.record.text)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={_plain(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return str(value)
