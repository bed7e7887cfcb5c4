"""`buddy learnings fmt`: fold repeated ids and put the lines in order, so that what merges left behind is readable."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import format_option
from buddy.cli.edited_learnings import edit_options, place_of
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import one_line

if TYPE_CHECKING:
    from buddy.core.edits.formatting import Formatted
    from buddy.core.learnings.document import LearningsDocument


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings fmt --check")
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 where something would change.")
@edit_options
@format_option()
def fmt(*, check: bool, file: Path | None, dry_run: bool, form: str) -> int:
    """Fold repeated ids and put the lines in order.

    Of each id the line that counts stays, the oldest record comes first. What is in force stays the same, and every
    line keeps its bytes, also one that cannot be read.
    """
    from buddy.app.edit_memory import Edit, edit
    from buddy.core.edits.formatting import formatted

    place = place_of(file)

    def in_order(document: LearningsDocument) -> Edit[tuple[bool, Formatted]]:
        made = formatted(document)
        return Edit(content=made.content, result=(made.content != document.data, made))

    changed, made = edit(place.file, in_order, dry_run=dry_run or check).result
    written = changed and not (dry_run or check)
    if form == "json":
        what = {"changed": changed, "written": written, "folded": made.folded, "moved": made.moved, "blank": made.blank}
        put_json({**what, **place.as_json()})
    elif not changed:
        say(one_line(f"Nothing to do: {place.shown} is in order."))
    else:
        put("; ".join(_words(made)))
        say(one_line(place.next_step if written else f"Nothing was written; {place.shown} would change."))
    return int(check and changed)


def _words(made: Formatted) -> list[str]:
    said = [
        f"{plural(made.folded, 'line')} of repeated ids folded" if made.folded else "",
        "lines put in order" if made.moved else "",
        f"{plural(made.blank, 'blank line')} removed" if made.blank else "",
    ]
    return [each for each in said if each] or ["line ends and separators written as they should be"]
