"""`buddy learnings search`: the records that have some words, the best first, and where the words stand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import format_option
from buddy.cli.finding_rows import plural
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock
from buddy.cli.opened_learnings import open_learnings, source_options
from buddy.cli.streams import put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.list_learnings import Listed
    from buddy.core.learnings.searching import Hit


@click.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy learnings search retry timeout")
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@source_options
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Show at most so many.")
@format_option()
def search(*, words: tuple[str, ...], file: Path | None, base: str | None, limit: int, form: str) -> int:
    """Find records by their words, the best first.

    One of the words is enough; more of them come first. Texts, keywords, paths, reasons, ids and categories are
    searched, identifiers part by part, and what is not in force comes last.
    """
    from buddy.app.search_learnings import hit_words, search_learnings, searched_json

    opened = open_learnings(file, base)
    opened.demand()
    searched = search_learnings(opened.document, " ".join(words), limit=limit, now=clock(), files=opened.files)
    if form == "json":
        put_json(searched_json(opened.document, searched))
        return 0
    heads = ("id", "found", "where", "text")
    put_rows([_row(listed, hit, hit_words(hit)) for listed, hit in searched.hits], heads=heads)
    for word, near in searched.suggestions.items():
        say(one_line(f"No record has '{word}'. Did you mean {' or '.join(near)}?"))
    shown = "" if searched.total <= len(searched.hits) else f", the best {len(searched.hits)} shown (--limit)"
    say(one_line(f"{plural(searched.total, 'learning')} of {len(opened.document.records)} in {opened.source}{shown}."))
    return 0


def _row(listed: Listed, hit: Hit, found: str) -> tuple[str, ...]:
    where = listed.why if listed.applies else f"not applied: {listed.why}"
    return listed.record.id, found, where, redact(hit.record.text)
