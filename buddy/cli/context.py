"""`buddy context`: what the memory has to say about a change, as a block for any assistant's prompt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.finding_rows import say_notices
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock, config_file, learnings_file, say_learnings_problems
from buddy.cli.places import LARGEST_FILE, read_bytes
from buddy.cli.review_output.selection_output import selection_json, selection_markdown
from buddy.cli.sources import repository_at
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import one_line

if TYPE_CHECKING:
    from buddy.app.local_answer import Remembered
    from buddy.app.open_memory import OpenedMemory
    from buddy.core.change import Change

EPILOG = """\b
Examples:
  buddy context --base main
  buddy context --learnings .buddy/learnings.jsonl --path src/a.py
  git diff --name-only main | buddy context --paths-from -
"""

FILE = click.Path(path_type=Path)


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.option("--base", metavar="REF", help="Compare with REF and read its memory.  [default: as in `buddy review`]")
@click.option("--head", metavar="REF", help="The change's last commit.  [default: the working tree]")
@click.option("--learnings", type=FILE, metavar="FILE", help="Read this file instead of the base's.")
@click.option("--config", "config_path", type=FILE, metavar="FILE", help="Read this file instead of the base's.")
@click.option("--path", "paths", multiple=True, metavar="PATH", help="A changed file, instead of git's (repeat).")
@click.option("--paths-from", type=FILE, metavar="FILE", help="Changed files, one a line; `-` is stdin.")
@format_option("markdown")
def context(
    *,
    base: str | None,
    head: str | None,
    learnings: Path | None,
    config_path: Path | None,
    paths: tuple[str, ...],
    paths_from: Path | None,
    form: str,
) -> int:
    """Print what an assistant should know for a change.

    The learnings that matter, best first, within the configured budget. Paths are those of the repository, with `/`.
    With --learnings and paths no repository is needed.
    """
    from buddy.app.review_local import give_context

    given = None if paths_from is None and not paths else _given(paths, paths_from)
    change, title, memory = _gather(given, base=base, head=head, learnings=learnings, config_path=config_path)
    remembered = give_context(change, title=title, memory=memory, now=clock())
    if form == "json":
        put_json(_json(remembered))
    elif form == "markdown":
        put(selection_markdown(remembered))
    else:
        put(remembered.block)
    say_notices(memory.notices)
    if form != "json":
        say_learnings_problems(memory.document.problems)
        say(_told(remembered, memory))
    return 0


def _given(paths: tuple[str, ...], paths_from: Path | None) -> tuple[str, ...]:
    listed: list[str] = []
    if paths_from is not None:
        content = sys.stdin.buffer.read(LARGEST_FILE) if str(paths_from) == "-" else read_bytes(paths_from)
        separator = b"\0" if b"\0" in content else b"\n"
        lines = content.removeprefix(b"\xef\xbb\xbf").split(separator)
        listed = [line.removesuffix(b"\r").decode("utf-8", "surrogateescape") for line in lines]
    cleaned = (path.strip().removeprefix("./") for path in (*paths, *listed))
    return tuple(dict.fromkeys(path for path in cleaned if path))


def _gather(
    given: tuple[str, ...] | None,
    *,
    base: str | None,
    head: str | None,
    learnings: Path | None,
    config_path: Path | None,
) -> tuple[Change, str, OpenedMemory]:
    from buddy.app.local_change import base_commit, change_of_paths, local_change
    from buddy.app.open_memory import memory_of_files, open_memory

    config, document = config_file(config_path), learnings_file(learnings)
    if given is not None and document is not None and base is None:
        return change_of_paths(given), "", memory_of_files(config=config, document=document, name=str(learnings))
    repository = repository_at(Path.cwd())
    if given is not None:
        commit = base_commit(repository, base=base, head=head)
        return change_of_paths(given), "", open_memory(repository, commit, config=config, document=document)
    local = local_change(repository, base=base, head=head)
    memory = open_memory(repository, local.base, config=config, document=document)
    return local.change, local.title, memory


def _json(remembered: Remembered) -> dict[str, Any]:
    return {"text": remembered.block, "memory": None, **selection_json(remembered)}


def _told(remembered: Remembered, memory: OpenedMemory) -> str:
    left = "; ".join(f"{count} {reason}" for reason, count in sorted(remembered.left_out_counts.items()))
    used = f"{len(remembered.selected)} of {remembered.loaded} learnings from {memory.source}"
    told = f"{used}, {remembered.tokens} of {remembered.budget} tokens." + (f" Left out: {left}." if left else "")
    return one_line(told)
