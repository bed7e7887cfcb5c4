"""`buddy learnings extract`: what a comment would teach, and why the rest of it would not be kept."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows

if TYPE_CHECKING:
    from buddy.core.capture.extract import Extraction

_LARGEST_COMMENT = 4 << 20
"""Bytes that are read at most; what is longer than a comment can be is refused as a whole anyway."""

EPILOG = "\b\nExample:\n  echo 'Never log tokens. Fixed.' | buddy learnings extract"


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@format_option()
def extract(*, form: str) -> int:
    """Show what a comment on stdin would teach.

    Each statement in its own words, and each sentence that is not kept with the reason. Nothing is stored.
    """
    from buddy.core.capture.extract import extract as judge

    if sys.stdin.isatty():
        say("Type a comment; end it with Ctrl-D.")
    found = judge(sys.stdin.buffer.read(_LARGEST_COMMENT).decode("utf-8", "replace"))
    if form == "json":
        put_json(_json(found))
    else:
        _put(found)
    return 0


def _json(found: Extraction) -> dict[str, Any]:
    return {
        "stored": [{"text": one.text, "rule": one.rule.value} for one in found.stored],
        "skipped": [{"text": one.text, "reason": one.reason.value} for one in found.skipped],
        "disagreement": found.disagreement,
        "extractor": "rules-only",
    }


def _put(found: Extraction) -> None:
    kept = [("kept", one.rule.value, one.text) for one in found.stored]
    put_rows([*kept, *(("not kept", one.reason.value, one.text) for one in found.skipped)])
    disputes = "As a reply to a finding it disputes it." if found.disagreement else "It disputes no finding."
    say(f"{plural(len(found.stored), 'statement')} to keep. {disputes}")
