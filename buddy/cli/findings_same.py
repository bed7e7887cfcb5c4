"""`buddy findings same`: whether two texts report the same problem, one JSON line in, one out."""

from __future__ import annotations

from typing import Any

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.json_lines import pairs_on_stdin
from buddy.cli.streams import put_json_line
from buddy.core.errors import InputError

EPILOG = """\b
Example:
  echo '{"id":1,"a":"`user` may be null","b":"user can be undefined"}' | buddy findings same
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@format_option()
def same(*, form: str) -> int:
    """Show whether texts report the same problem.

    Each line on stdin is {"a", "b"}, two texts, with an id if you like. Each line on stdout is {"id", "same", "score"},
    in every format; the score is from 0 to 1. Only the texts are compared: a review asks for the same file as well.
    """
    from buddy.core.findings.sameness.compare import compare

    for number, pair in pairs_on_stdin():
        said = compare(_text(pair, "a", number), _text(pair, "b", number))
        put_json_line({"id": pair.get("id"), "same": said.same, "score": said.score})
    return 0


def _text(pair: dict[str, Any], name: str, number: int) -> str:
    text = pair.get(name)
    if not isinstance(text, str):
        raise InputError(f"line {number} of stdin: {name} is no text. Give id, a and b.")
    return text
