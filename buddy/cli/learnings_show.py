"""`buddy learnings show`: one record with everything its line says."""

from __future__ import annotations

from pathlib import Path

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.known_ids import LearningId
from buddy.cli.memory_files import clock
from buddy.cli.opened_learnings import full_id, open_learnings, source_options
from buddy.cli.streams import put, put_json
from buddy.cli.tables import one_line


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings show l_x7c2k9q4mn")
@click.argument("record_id", metavar="ID", type=LearningId())
@source_options
@format_option()
def show(*, record_id: str, file: Path | None, base: str | None, form: str) -> int:
    """Show one record with everything its line says.

    ID may be shortened while it is the only one that begins so.
    """
    from buddy.app.list_learnings import Wanted, list_learnings, record_json

    opened = open_learnings(file, base)
    listed = {
        one.record.id: one for one in list_learnings(opened.document, wanted=Wanted(), now=clock(), files=opened.files)
    }
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


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={_plain(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return str(value)
