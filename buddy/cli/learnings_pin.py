"""`buddy learnings pin` and `unpin`: the one trust level that is a person's act (DESIGN 6.5)."""

from __future__ import annotations

from collections.abc import Callable
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

if TYPE_CHECKING:
    from buddy.core.edits.pinning import Trusted
    from buddy.core.learnings.document import LearningsDocument


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings pin l_x7c2k9q4mn")
@click.argument("ids", metavar="ID...", nargs=-1, required=True, type=LearningId())
@edit_options
@format_option()
def pin(*, ids: tuple[str, ...], file: Path | None, dry_run: bool, form: str) -> int:
    """Give learnings the trust that only a person gives.

    `pinned` weighs most where learnings are ranked. ID may be shortened while it is the only one that begins so.
    """
    from buddy.core.edits.pinning import pinned

    return _trust(ids, file=file, dry_run=dry_run, form=form, change=pinned)


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings unpin l_x7c2k9q4mn")
@click.argument("ids", metavar="ID...", nargs=-1, required=True, type=LearningId())
@edit_options
@format_option()
def unpin(*, ids: tuple[str, ...], file: Path | None, dry_run: bool, form: str) -> int:
    """Take the trust of pinned learnings back.

    What is left is what their source proves: `approved` where it was said in a comment, else `stated`.
    """
    from buddy.core.edits.pinning import unpinned

    return _trust(ids, file=file, dry_run=dry_run, form=form, change=unpinned)


def _trust(ids: tuple[str, ...], *, file: Path | None, dry_run: bool, form: str, change: Callable[..., Trusted]) -> int:
    from buddy.app.edit_memory import Edit, edit

    place, now = place_of(file), clock()

    def with_trust(document: LearningsDocument) -> Edit[Trusted]:
        trusted = change(document, ids_in(document, ids, place.shown), now=now)
        return Edit(content=trusted.content, result=trusted)

    done = edit(place.file, with_trust, dry_run=dry_run).result.records
    changed = any(one.changed for one in done)
    rows = [
        (one.id, "changed" if one.changed else "unchanged", one.record.trust if one.record is not None else None)
        for one in done
    ]
    if form == "json":
        records = [
            {"id": name, "outcome": outcome, "trust": trust.value if trust else None} for name, outcome, trust in rows
        ]
        put_json({"records": records, "written": changed and not dry_run, **place.as_json()})
        return 0
    put_rows([(outcome, name, trust.value if trust else "no trust") for name, outcome, trust in rows])
    if not changed:
        say("Nothing to do.")
    else:
        say(one_line("Dry run: nothing was written." if dry_run else place.next_step))
    return 0
