"""`buddy learnings import`: what other tools remember, taken into the learnings file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.edited_learnings import Place, place_of
from buddy.cli.foreign_files import format_named, sorted_by_format
from buddy.cli.groups import CONTEXT
from buddy.cli.losses import losses_json, say_losses
from buddy.cli.memory_files import clock
from buddy.cli.sources import source_tree
from buddy.cli.streams import put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.errors import InputError
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.core.interop.import_plan import ImportPlan, Step

_ROWS = 200
"""Entries that are shown one by one; JSON has all."""
_EPILOG = """\b
Examples:
  buddy learnings import learnings.csv
  buddy learnings import .coderabbit.yaml .snyk --write
  buddy learnings import . --format json
"""


@click.command("import", context_settings=CONTEXT, epilog=_EPILOG)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True), metavar="PATH...")
@click.option("--from", "named", metavar="FORMAT", help="The format.  [default: guessed by name, then by content]")
@click.option("--write", is_flag=True, help="Write the file.  [default: only show what would happen]")
@click.option(
    "--file", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE.  [default: the memory here]"
)
@click.option("--strict", is_flag=True, help="Exit with 1 when an entry is refused.")
@format_option()
def import_(
    *, paths: tuple[Path, ...], named: str | None, write: bool, file: Path | None, strict: bool, form: str
) -> int:
    """Take in what other tools remember, after showing it.

    Of a folder all files that have a known name. Every entry is checked as `remember` checks; nothing is half-written.
    """
    from buddy.app.import_learnings import import_learnings

    if named is not None:
        format_named(named)
    files = sorted_by_format(paths, named=named)
    readings = {name: format_named(name).read(inside) for name, inside in files.items()}
    place = place_of(file)
    plan = import_learnings(place.file, readings, tree=source_tree(root=None, ref=None), now=clock(), dry_run=not write)
    if form == "json":
        put_json(_json(plan, files=files, place=place, written=write))
    else:
        _tell(plan, place=place, write=write)
    if not any(reading.entries for reading in readings.values()) and plan.steps:
        first = plan.steps[0]
        raise InputError(f"{first.place.path}: nothing in it can be imported: {first.message}.")
    return int(strict and any(step.outcome.value == "refuse" for step in plan.steps))


def _tell(plan: ImportPlan, *, place: Place, write: bool) -> None:
    rows = [_row(step) for step in plan.steps if step.reason != "same"]
    put_rows(rows[:_ROWS])
    if len(rows) > _ROWS:
        say(f"{len(rows) - _ROWS} more; --format json shows all.")
    for step in plan.steps[:_ROWS]:
        if step.weakens_review:
            say(one_line(f"Warning: {_where(step)} asks to review less; it can hide nothing, but read it twice."))
    say_losses(plan.losses, kind="Not taken along")
    say(one_line(_summary(plan, target=place.shown, write=write)))
    if write and _changes(plan):
        say(one_line(place.next_step))


def _row(step: Step) -> tuple[str, ...]:
    parts = (redact(step.text), f"({step.reason}: {step.message})" if step.reason else "")
    return step.outcome.value, _where(step), step.id or "-", " ".join(filter(None, parts))


def _where(step: Step) -> str:
    return step.place.path if step.place.line is None else f"{step.place.path}:{step.place.line}"


def _summary(plan: ImportPlan, *, target: str, write: bool) -> str:
    parts = []
    for outcome, count in plan.counts.items():
        reasons = Counter(step.reason for step in plan.steps if step.outcome is outcome and step.reason)
        detail = ", ".join(f"{reason} {times}" for reason, times in sorted(reasons.items()))
        parts.append(f"{outcome.value} {count}" + (f" ({detail})" if detail else ""))
    done = f"Written to {target}" if write else f"Would go into {target} with --write"
    return f"{'; '.join(parts)}. {done if _changes(plan) else f'Nothing to write to {target}'}."


def _changes(plan: ImportPlan) -> bool:
    return any(step.outcome.value in ("add", "update") for step in plan.steps)


def _json(plan: ImportPlan, *, files: dict[str, dict[str, bytes]], place: Place, written: bool) -> dict[str, Any]:
    return {
        **place.as_json(),
        "written": written,
        "read": [{"path": path, "format": name} for name, inside in files.items() for path in inside],
        "counts": {outcome.value: count for outcome, count in plan.counts.items()},
        "steps": [_step_json(step) for step in plan.steps],
        "losses": losses_json(plan.losses),
    }


def _step_json(step: Step) -> dict[str, Any]:
    beside = None if step.beside is None else {"id": step.beside.id, "text": redact(step.beside.text)}
    return {
        "outcome": step.outcome.value,
        "path": step.place.path,
        "line": step.place.line,
        "id": step.id,
        "text": redact(step.text),
        "reason": step.reason,
        "message": redact(step.message),
        "beside": beside,
        "weakensReview": step.weakens_review,
    }
