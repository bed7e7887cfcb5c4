"""`buddy learnings compare`: how pairs of statements relate, one JSON line in, one out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.json_lines import pairs_on_stdin
from buddy.cli.streams import put_json_line
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.core.learnings.record import Learning

EPILOG = """\b
Example:
  echo '{"id":1,"a":"Use tabs","b":"Never use tabs"}' | buddy learnings compare
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@format_option()
def compare(*, form: str) -> int:
    """Show how pairs of statements relate.

    Each line on stdin is {"id", "a", "b"}: a is in the file, b comes later, both are a text or a record. Each line on
    stdout is {"id", "label"}, in every format: same, near-copy, supersedes, contradiction or different.
    """
    from buddy.core.learnings.relation import compare as relate

    for number, pair in pairs_on_stdin():
        said = relate(_record(pair.get("a"), number, "a"), _record(pair.get("b"), number, "b"))
        put_json_line({"id": pair.get("id"), "label": said.value})
    return 0


def _record(given: object, number: int, name: str) -> Learning:
    """A text, or a record as it stands in a learnings file; its id may be missing."""
    from buddy.core.learnings.document import parse

    fields = {"text": given} if isinstance(given, str) else given
    if not isinstance(fields, dict) or not isinstance(fields.get("text"), str):
        raise InputError(f"line {number} of stdin: {name} is neither a text nor a record with a text.")
    document = parse(json.dumps({"id": "l_compared", **fields}).encode())
    if not document.records:
        reason = document.problems[0].message if document.problems else "it cannot be read"
        raise InputError(f"line {number} of stdin: {name} is no record: {reason}.")
    return document.records[0]
