"""`buddy learnings add`: a learning in its author's words, through the gate of `remember`, into the file or a PR."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.added_learning import Told, put_told, put_told_json, remarks
from buddy.cli.choices import Nearest, format_option
from buddy.cli.edited_learnings import Place, config_at, edit_options, place_of
from buddy.cli.groups import CONTEXT
from buddy.cli.learnings_list import KINDS
from buddy.cli.memory_files import clock
from buddy.cli.streams import say
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from datetime import datetime

    from buddy.core.edits.adding import Placed, Wish
    from buddy.core.learnings.document import LearningsDocument
    from buddy.core.learnings.record import Kind, Match

_LARGEST_TEXT = 64 * 1024
_REFUSED = 2

EPILOG = """\b
Examples:
  buddy learnings add 'Integration tests need TEST_DB_URL' --paths 'tests/**'
  buddy learnings add 'asserts are fine' --kind suppression --match ruff/S101 --paths 'tests/**'
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.argument("text")
@click.option("--paths", multiple=True, metavar="GLOB", help="Only where one of these matches (repeat).")
@click.option("--kind", type=Nearest(*KINDS), default="fact", show_default=True, help="What it is.")
@click.option("--match", metavar="TOOL/RULE", help="What a suppression hides.")
@click.option("--reason", metavar="WORDS", help="Why it is so.")
@click.option("--keywords", multiple=True, metavar="WORD", help="Find it by this word too (repeat).")
@click.option("--expires", metavar="DATE", help="In force until then, such as 2027-06-30.")
@edit_options
@click.option("--pr", "as_pull", is_flag=True, help="Put it into the record pull request instead of the file.")
@format_option()
def add(
    *,
    text: str,
    paths: tuple[str, ...],
    kind: str,
    match: str | None,
    reason: str | None,
    keywords: tuple[str, ...],
    expires: str | None,
    file: Path | None,
    dry_run: bool,
    as_pull: bool,
    form: str,
) -> int:
    """Add a learning to the file of this work tree.

    It passes the checks of `remember`; TEXT `-` is read from stdin. Exit code 2 says that it was refused.
    """
    from buddy.core.edits.adding import Wish
    from buddy.core.learnings.record import Kind

    if as_pull and file is not None:
        raise click.UsageError("--pr records in the repository's own file; leave out --file.")
    now = clock()
    wish = Wish(
        text=_text(text),
        kind=Kind(kind),
        paths=paths,
        match=_match(Kind(kind), match),
        reason=reason,
        keywords=keywords,
        expires_at=_expiry(expires, now),
    )
    if as_pull:
        from buddy.cli.shared_learning import shared

        told = shared(wish, dry_run=dry_run, now=now)
    else:
        told = _into_file(wish, place_of(file), dry_run=dry_run, now=now)
    (put_told_json if form == "json" else put_told)(told)
    placed = told.placed
    return _REFUSED if placed.outcome.value == "refused" and not placed.known else 0


def _into_file(wish: Wish, place: Place, *, dry_run: bool, now: datetime) -> Told:
    from buddy.app.edit_memory import Edit, edit
    from buddy.core.edits.adding import add as decide

    protected = config_at(place.top).review.protected

    def with_it(document: LearningsDocument) -> Edit[Placed]:
        placed = decide(wish, document, protected=protected, now=now)
        return Edit(content=placed.content, result=placed)

    placed = edit(place.file, with_it, dry_run=dry_run).result
    written = placed.content is not None and not dry_run
    return Told(
        placed=placed,
        where=place.as_json(),
        written=written,
        next_step=place.next_step if written else "",
        notes=remarks(placed),
    )


def _text(given: str) -> str:
    """One line: what is read from stdin may have been wrapped."""
    if given != "-":
        return " ".join(given.splitlines()).strip()
    if sys.stdin.isatty():
        say("Type the learning; end it with Ctrl-D.")
    content = sys.stdin.buffer.read(_LARGEST_TEXT + 1)
    if len(content) > _LARGEST_TEXT:
        raise InputError(f"stdin has more than {_LARGEST_TEXT >> 10} KiB: that is no learning.")
    try:
        lines = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise InputError("stdin is not UTF-8 text.") from None
    return " ".join(line.strip() for line in lines if line.strip())


def _match(kind: Kind, given: str | None) -> Match | None:
    from buddy.core.commands.subjects import rule
    from buddy.core.learnings.record import Kind, Match

    if kind is not Kind.SUPPRESSION:
        if given is not None:
            raise click.UsageError("--match is about what a suppression hides; add --kind suppression.")
        return None
    category = rule(given or "")
    if category is None:
        wrong = f"'{given}' is no category" if given else "a suppression needs --match"
        raise click.UsageError(f"{wrong}: write --match TOOL/RULE as a finding shows it, such as ruff/S101.")
    return Match(category=category)


def _expiry(given: str | None, now: datetime) -> str | None:
    from buddy.core.learnings.dates import parse

    if given is None:
        return None
    moment = parse(given)
    if moment is None:
        raise click.UsageError(f"--expires '{given}' is no date; write it as 2027-06-30.")
    if moment <= now:
        raise click.UsageError(f"--expires {given} is over already, so the learning would never be in force.")
    return given.strip()
