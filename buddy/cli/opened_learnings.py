"""Opening the learnings file that a command of `buddy learnings` is about, and finding a record by its id."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.memory_files import is_something_else
from buddy.cli.places import read_bytes, work_tree
from buddy.cli.sources import repository_at
from buddy.cli.streams import say
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from buddy.core.learnings.document import LearningsDocument


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """A learnings file and where it stood, in words.

    `files` are those of the repository at the same state, None outside of one.
    """

    document: LearningsDocument
    source: str
    files: Collection[str] | None = None

    def demand(self) -> None:
        """Raise InputError where the file is no learnings file at all."""
        if is_something_else(self.document):
            raise InputError(f"{self.source}: {self.document.refusal}")


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--file` and `--base`, which say whose learnings are meant."""
    where = "Read FILE.  [default: the learnings file of this work tree]"
    file = click.option("--file", type=click.Path(path_type=Path), metavar="FILE", help=where)
    base = click.option("--base", metavar="REF", help="Read the learnings of this commit, as a review does.")
    return file(base(command))


def open_learnings(file: Path | None, base: str | None) -> Opened:
    """The file named, that of a commit, or the one of this work tree; raises InputError where none can be read."""
    if base is not None:
        from buddy.app.local_change import commit_of
        from buddy.app.open_memory import open_memory

        repository = repository_at(Path.cwd())
        commit = commit_of(repository, base)
        memory = open_memory(repository, commit, file=str(file) if file is not None else None)
        regular = [path for path, entry in repository.tree(commit).items() if entry.is_regular_file]
        return Opened(document=memory.document, source=memory.source, files=regular)
    from buddy.core.learnings.document import parse

    path = file or default_learnings_file()
    here = Path.cwd()
    source = str(path.relative_to(here) if path.is_relative_to(here) else path)
    if file is None and not path.exists():
        say(f"There is no {source} yet: nothing is remembered here.")
        return Opened(document=parse(b""), source=source)
    return Opened(document=parse(read_bytes(path)), source=source, files=_files_here())


def default_learnings_file() -> Path:
    """The one that the work tree's configuration names; raises InputError outside a repository."""
    from buddy.core.config_file import load_lenient

    top = work_tree(Path.cwd())
    if top is None:
        raise InputError(
            f"no file was named and {Path.cwd()} is not inside a git repository. "
            "Name a file (--file FILE) or run this inside a repository."
        )
    config = top / ".buddy/config.yml"
    content = read_bytes(config) if config.is_file() else None
    return top / load_lenient(content).config.ai.learnings.file


def _files_here() -> Collection[str] | None:
    return None if work_tree(Path.cwd()) is None else repository_at(Path.cwd()).paths()


def full_id(given: str, known: list[str], source: str) -> str:
    """The id itself, else the only one it begins; raises InputError with the nearest ones."""
    if given in known:
        return given
    starting = [record_id for record_id in known if given and record_id.startswith(given)]
    if len(starting) == 1:
        return starting[0]
    if starting:
        shown = ", ".join(starting[:5]) + (" …" if len(starting) > 5 else "")
        raise InputError(f"'{given}' begins {len(starting)} ids in {source}: {shown}. Write more of it.")
    near = difflib.get_close_matches(given, known, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else "`buddy learnings list` shows the ids."
    raise InputError(f"there is no learning '{given}' in {source}. {hint}")
