"""`buddy learnings export`: the learnings in force as another tool's files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.export_targets import Place, Target
from buddy.cli.finding_rows import plural
from buddy.cli.foreign_files import format_named
from buddy.cli.groups import CONTEXT
from buddy.cli.losses import losses_json, say_losses
from buddy.cli.memory_files import clock, is_something_else
from buddy.cli.opened_learnings import open_learnings, source_options
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import one_line
from buddy.core.errors import InputError
from buddy.core.text.surfaces import terminal

if TYPE_CHECKING:
    from buddy.core.interop.conversion import Written

_DIFF = 400
"""Lines of a change that are shown."""
_EPILOG = """\b
Examples:
  buddy learnings export --to coderabbit-csv > learnings.csv
  buddy learnings export --to coderabbit-yaml --output . --write
"""


@click.command("export", context_settings=CONTEXT, epilog=_EPILOG)
@click.option("--to", required=True, metavar="FORMAT", help="The format; the reference page lists them all.")
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="PATH", help="A folder, or the file of a format that has one."
)
@click.option("--write", is_flag=True, help="Write the files.  [default: only show them]")
@source_options
@format_option()
def export(*, to: str, output: Path | None, write: bool, file: Path | None, base: str | None, form: str) -> int:
    """Hand the learnings in force to another tool.

    A single file goes to stdout, and with --output what would change is shown; nothing is written without --write.
    What stands there already is kept. Each field that the format cannot carry is named.
    """
    from buddy.core.interop.export_plan import plan_export

    chosen = format_named(to)
    opened = open_learnings(file, base)
    if is_something_else(opened.document):
        raise InputError(f"{opened.source}: {opened.document.refusal}")
    place = Place(output, chosen)
    existing = place.existing()
    plan = plan_export(opened.document, chosen, existing=existing, now=clock())
    targets = [place.target(name, content, existing) for name, content in plan.files.items()]
    if write:
        for target in targets:
            if target.state != "same":
                place.write(target)
    if form == "json":
        put_json(_json(to, plan, targets, written=write))
        return 0
    if output is None and not write and len(targets) == 1:
        put(targets[0].content.decode("utf-8", "replace"))
    else:
        _show(targets, write=write)
    say_losses(plan.losses, kind="Not carried")
    say_losses(plan.left_out, kind="Left out")
    if not targets:
        say(one_line(f"No learning in {opened.source} fits {chosen.title}; there is nothing to write."))
    return 0


def _show(targets: Sequence[Target], *, write: bool) -> None:
    for target in targets:
        if write:
            put(f"{target.state:<8} {terminal(target.name)}")
            continue
        lines = list(target.diff())
        put(f"{target.state:<8} {terminal(target.name)}")
        for line in lines[:_DIFF]:
            put(terminal(line))
        if len(lines) > _DIFF:
            say(f"{len(lines) - _DIFF} more changed lines of {target.name}.")
    changed = sum(target.state != "same" for target in targets)
    if targets:
        say(f"{plural(changed, 'file')} {'written' if write else 'to write with --write'}.")


def _json(to: str, plan: Written, targets: Sequence[Target], *, written: bool) -> dict[str, Any]:
    return {
        "to": to,
        "written": written,
        "files": [
            {"path": one.name, "state": one.state, "content": one.content.decode("utf-8", "replace")} for one in targets
        ],
        "losses": losses_json(plan.losses),
        "leftOut": [{"id": loss.item, "why": loss.why} for loss in plan.left_out],
    }
