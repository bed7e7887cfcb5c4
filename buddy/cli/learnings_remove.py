"""`buddy learnings remove`: take learnings out of force, with a tombstone or without a trace (CLI-04)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import format_option
from buddy.cli.edited_learnings import edit_options, ids_in, place_of
from buddy.cli.groups import CONTEXT
from buddy.cli.known_ids import LearningId
from buddy.cli.memory_files import clock
from buddy.cli.streams import put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.core.edits.retiring import Retired
    from buddy.core.learnings.document import LearningsDocument

_PURGED = (
    "A branch that still has a purged line brings it back when it is merged with `merge=union`; what was archived "
    "stays out of force there too."
)


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings remove l_x7c2k9q4mn")
@click.argument("ids", metavar="ID...", nargs=-1, required=True, type=LearningId())
@click.option("--reason", metavar="WORDS", help="Why, kept in the archived line.")
@click.option("--purge", is_flag=True, help="Delete the lines instead.")
@edit_options
@format_option()
def remove(
    *, ids: tuple[str, ...], reason: str | None, purge: bool, file: Path | None, dry_run: bool, form: str
) -> int:
    """Take learnings out of force.

    Their lines stay, as archived: then no other branch brings them back. ID may be shortened while it is the only one
    that begins so.
    """
    from buddy.app.edit_memory import Edit, edit
    from buddy.core.edits.retiring import archived, purged

    if purge and reason is not None:
        raise click.UsageError("--reason is kept in the archived line, and --purge leaves none.")
    place, now, words = place_of(file), clock(), _reason(reason)

    def without_them(document: LearningsDocument) -> Edit[Retired]:
        meant = ids_in(document, ids, place.shown)
        retired = purged(document, meant, now=now) if purge else archived(document, meant, reason=words, now=now)
        return Edit(content=retired.content, result=retired)

    done = edit(place.file, without_them, dry_run=dry_run).result.records
    outcomes = {one.id: ("purged" if purge else "archived") if one.changed else "unchanged" for one in done}
    back = [each for one in done for each in one.back]
    written = any(one.changed for one in done) and not dry_run
    if form == "json":
        records = [{"id": name, "outcome": outcome} for name, outcome in outcomes.items()]
        put_json({"records": records, "back": back, "written": written, **place.as_json()})
        return 0
    put_rows([(outcome, name) for name, outcome in outcomes.items()])
    if back:
        say(one_line(f"Warning: in force again, since nothing takes their place any more: {', '.join(back)}."))
    if purge:
        say(_PURGED)
    say(one_line(place.next_step if written else _not_written(dry_run=dry_run)))
    return 0


def _not_written(*, dry_run: bool) -> str:
    return "Dry run: nothing was written." if dry_run else "Nothing to do: archived already."


def _reason(given: str | None) -> str | None:
    from buddy.core.learnings.record import MAX_TEXT
    from buddy.core.secrets import find
    from buddy.core.text.invisible import clean

    words = " ".join(clean(given or "").text.split())
    if find(words):
        raise InputError("--reason holds what looks like a secret, so nothing was changed; rotate it.")
    if len(words) > MAX_TEXT:
        raise InputError(f"--reason has {len(words):,} characters, and at most {MAX_TEXT} are possible.")
    return words or None
