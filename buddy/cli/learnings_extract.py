"""`buddy learnings extract`: what a comment would teach, and why the rest of it would not be kept."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows
from buddy.core.review.reviewer import RULES_ONLY

if TYPE_CHECKING:
    from buddy.core.capture.extract import Extraction

_LARGEST_COMMENT = 4 << 20
"""Bytes that are read at most; what is longer than a comment can be is refused as a whole anyway."""

EPILOG = "\b\nExample:\n  echo 'Never log tokens. Fixed.' | buddy learnings extract"


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.option("--model", metavar="NAME", help="Have a model look, too, where rules find nothing, as provider:name.")
@click.option("--model-base-url", metavar="URL", help="Where a server of your own answers.")
@format_option()
def extract(*, model: str | None, model_base_url: str | None, form: str) -> int:
    """Show what a comment on stdin would teach.

    Each statement in its own words, and each sentence that is not kept with the reason. Nothing is stored. A model only
    names sentences; its key is BUDDY_MODEL_API_KEY, or the variable of its provider.
    """
    from buddy.core.capture.extract import extract as judge

    if sys.stdin.isatty():
        say("Type a comment; end it with Ctrl-D.")
    comment = sys.stdin.buffer.read(_LARGEST_COMMENT).decode("utf-8", "replace")
    found = judge(comment)
    added: tuple[str, ...] = ()
    extractor = RULES_ONLY
    if model is not None:
        added, extractor = _picked(comment, found, name=model, base_url=model_base_url)
    if form == "json":
        put_json(_json(found, added, extractor))
    else:
        _put(found, added)
    return 0


def _picked(comment: str, found: Extraction, *, name: str, base_url: str | None) -> tuple[tuple[str, ...], str]:
    """What the model adds, and who extracted; without an answer the rules alone did, which is said."""
    from buddy.cli.local_job import local_job
    from buddy.core.capture.extract import unsure
    from buddy.core.config import AiConfig
    from buddy.core.model.picking import pick_question, picked
    from buddy.core.model.question import NoAnswer

    sentences = unsure(comment) if not found.stored else ()
    if not sentences:
        return (), name
    opened = local_job(name, base_url=base_url, config=AiConfig(), environment=os.environ).model
    assert opened is not None  # a name was given
    try:
        answer = opened.ask(pick_question(sentences))
    except NoAnswer as trouble:
        say(f"Note: {name} did not answer, rules alone looked: {trouble} [model-unavailable]")
        return (), RULES_ONLY
    return tuple(sentences[at] for at in picked(answer, sentences)), name


def _json(found: Extraction, added: tuple[str, ...], extractor: str) -> dict[str, Any]:
    return {
        "stored": [
            *({"text": one.text, "rule": one.rule.value} for one in found.stored),
            *({"text": text, "rule": "model"} for text in added),
        ],
        "skipped": [{"text": one.text, "reason": one.reason.value} for one in found.skipped if one.text not in added],
        "disagreement": found.disagreement,
        "extractor": extractor,
    }


def _put(found: Extraction, added: tuple[str, ...]) -> None:
    kept = [("kept", one.rule.value, one.text) for one in found.stored] + [("kept", "model", text) for text in added]
    rest = [one for one in found.skipped if one.text not in added]
    put_rows([*kept, *(("not kept", one.reason.value, one.text) for one in rest)])
    disputes = "As a reply to a finding it disputes it." if found.disagreement else "It disputes no finding."
    say(f"{plural(len(kept), 'statement')} to keep. {disputes}")
