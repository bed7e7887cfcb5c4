"""Which change a command is about and whose memory counts: named by commits, by paths, or by a file of learnings."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.memory_files import config_file, learnings_file
from buddy.cli.places import LARGEST_FILE, read_bytes, repository_path
from buddy.cli.sources import repository_at

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from buddy.app.open_memory import OpenedMemory
    from buddy.core.change import Change
    from buddy.core.memory.snapshot import PrMemory

FILE = click.Path(path_type=Path)

_OPTIONS = (
    click.option(
        "--base", metavar="REF", help="Compare with REF and read its memory.  [default: as in `buddy review`]"
    ),
    click.option("--head", metavar="REF", help="The change's last commit.  [default: the working tree]"),
    click.option("--learnings", type=FILE, metavar="FILE", help="Read this file instead of the base's."),
    click.option("--config", "config_path", type=FILE, metavar="FILE", help="Read this file instead of the base's."),
    click.option("--path", "paths", multiple=True, metavar="PATH", help="A changed file, instead of git's (repeat)."),
    click.option("--paths-from", type=FILE, metavar="FILE", help="Changed files, one a line; `-` is stdin."),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The values of these options, as they were given."""

    base: str | None
    head: str | None
    learnings: Path | None
    config_path: Path | None
    paths: tuple[str, ...]
    paths_from: Path | None

    @property
    def names_paths(self) -> bool:
        """Whether the changed files are listed and not git's."""
        return bool(self.paths) or self.paths_from is not None

    @property
    def names_anything(self) -> bool:
        """Whether a change was named at all."""
        return self.names_paths or self.base is not None or self.head is not None

    @property
    def is_local(self) -> bool:
        """Whether something of this machine was named, beside which a pull request has no meaning."""
        return self.names_anything or self.learnings is not None or self.config_path is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class Chosen:
    """A change, what its commits say of it, and the memory that counts for it.

    `commit` is the one whose memory counts, None without a repository, `files` are its paths, None where they are not
    known. `pull` is what a pull request remembers, None for anything else.
    """

    change: Change
    title: str
    memory: OpenedMemory
    commit: str | None = None
    files: Collection[str] | None = None
    pull: PullMemory | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PullMemory:
    """The memory of a pull request, None where it has none."""

    number: int
    memory: PrMemory | None


def change_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--base`, `--head`, `--learnings`, `--config`, `--path` and `--paths-from`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen_change(asked: Asked) -> Chosen:
    """Raises InputError where the change or its memory cannot be read."""
    from buddy.app.local_change import base_commit, change_of_paths, local_change
    from buddy.app.open_memory import memory_of_files, open_memory

    config, document = config_file(asked.config_path), learnings_file(asked.learnings)
    given = _listed(asked) if asked.names_paths else None
    if given is not None and document is not None and asked.base is None:
        memory = memory_of_files(config=config, document=document, name=str(asked.learnings))
        return Chosen(change=change_of_paths(given), title="", memory=memory)
    repository = repository_at(Path.cwd())
    if given is not None:
        commit = base_commit(repository, base=asked.base, head=asked.head)
        memory = open_memory(repository, commit, config=config, document=document)
        return Chosen(change=change_of_paths(given), title="", memory=memory, commit=commit)
    local = local_change(repository, base=asked.base, head=asked.head)
    memory = open_memory(repository, local.base, config=config, document=document)
    return Chosen(change=local.change, title=local.title, memory=memory, commit=local.base)


def chosen_pull(number: int) -> Chosen:
    """A pull request, read over the API; raises InputError or a Refusal where it cannot be."""
    from dataclasses import replace

    from buddy.adapters.runner.settings import Settings
    from buddy.app.pull_memory import change_of_pull, memory_of_pull
    from buddy.cli.remote import connected, remote_of, token_of

    settings = Settings.read(os.environ)
    key = settings.marker_key
    with connected(remote_of(os.environ), token_of(os.environ)) as host:
        read = change_of_pull(host, number)
        memory, notices = memory_of_pull(
            host, read.pull, login=settings.bot_login, key=key.get_secret_value().encode() if key else None
        )
    return Chosen(
        change=read.change,
        title=read.pull.title,
        memory=replace(read.memory, notices=(*read.memory.notices, *notices)),
        commit=read.sha,
        files=read.files,
        pull=PullMemory(number=number, memory=memory),
    )


def _listed(asked: Asked) -> tuple[str, ...]:
    """Paths of the repository: those of options as somebody typed them here, those of a list as git prints them."""
    lines: list[bytes] = []
    if asked.paths_from is not None:
        is_stdin = str(asked.paths_from) == "-"
        content = sys.stdin.buffer.read(LARGEST_FILE) if is_stdin else read_bytes(asked.paths_from)
        separator = b"\0" if b"\0" in content else b"\n"
        lines = content.removeprefix(b"\xef\xbb\xbf").split(separator)
    listed = (line.removesuffix(b"\r").decode("utf-8", "surrogateescape") for line in lines)
    cleaned = (path.strip().removeprefix("./") for path in listed)
    return tuple(dict.fromkeys(path for path in (*map(repository_path, asked.paths), *cleaned) if path))
