"""The learnings file that a command of `buddy learnings` changes: which one it is, and what still has to happen."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.opened_learnings import default_learnings_file, full_id
from buddy.cli.places import work_tree
from buddy.core.errors import BuddyError

if TYPE_CHECKING:
    from buddy.adapters.disk.memory_file import LocalMemoryFile
    from buddy.core.config import Config
    from buddy.core.learnings.document import LearningsDocument


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """The file, and where it stands: `top` of its work tree and the `branch` there, None where there is none.

    `shown` is its name for people; `read` is the file that reviews of this repository read.
    """

    file: LocalMemoryFile
    path: Path
    shown: str
    top: Path | None
    branch: str | None
    read: Path | None

    def as_json(self) -> dict[str, Any]:
        return {"file": str(self.path), "branch": self.branch}

    @property
    def next_step(self) -> str:
        """What has to happen until a review knows the change."""
        if self.top is None:
            return f"{self.shown} is in no git repository: reviews read the file that is merged into their base branch."
        where = f"on the branch {self.branch}" if self.branch else "on no branch"
        if self.read is not None and self.read != self.path:
            return f"{self.shown} stands {where}, but reviews read {_shown(self.read)}, not this file."
        return f"In {self.shown} {where}, not committed: reviews know it once a pull request with it is merged."


def edit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--file` and `--dry-run`, which every command that edits has."""
    where = "Edit FILE.  [default: the learnings file of this work tree]"
    file = click.option("--file", type=click.Path(path_type=Path), metavar="FILE", help=where)
    dry_run = click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
    return file(dry_run(command))


def place_of(file: Path | None) -> Place:
    """The file named, else that of this work tree; raises InputError outside a repository where none is named."""
    from buddy.adapters.disk.memory_file import LocalMemoryFile

    path = Path(os.path.abspath(file if file is not None else default_learnings_file()))
    top = work_tree(path.parent)
    return Place(
        file=LocalMemoryFile(path, top=top, name=_shown(path)),
        path=path,
        shown=_shown(path),
        top=top,
        branch=_branch(top),
        read=None if top is None else top / config_at(top).ai.learnings.file,
    )


def config_at(top: Path | None) -> Config:
    """The configuration of a work tree; defaults for what is missing or cannot be used."""
    from buddy.cli.places import read_bytes
    from buddy.core.config_file import load_lenient

    file = top / ".buddy/config.yml" if top is not None else None
    return load_lenient(read_bytes(file) if file is not None and file.is_file() else None).config


def ids_in(document: LearningsDocument, given: Sequence[str], name: str) -> Sequence[str]:
    """The ids that were meant, each once; raises InputError with the nearest ones for what is none."""
    known = [record.id for record in document.records]
    return list(dict.fromkeys(full_id(each, known, name) for each in given))


def _shown(path: Path) -> str:
    """As short as it can be said from here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _branch(top: Path | None) -> str | None:
    """Of a work tree that git itself takes for one."""
    from buddy.adapters.git.repository import GitRepository

    try:
        return GitRepository.discover(top).branch() if top is not None else None
    except BuddyError:
        return None
