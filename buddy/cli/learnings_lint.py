"""`buddy learnings lint`: what is wrong with the memory, fit as a required check."""

from __future__ import annotations

import contextlib
import gc
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import Nearest, format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.memory_files import clock
from buddy.cli.opened_learnings import default_learnings_file, source_options
from buddy.cli.places import read_bytes, work_tree
from buddy.cli.sources import repository_at, source_of
from buddy.cli.streams import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buddy.app.lint_learnings import Checkout
    from buddy.core.config import Config
    from buddy.core.learnings.document import LearningsDocument

EPILOG = """\b
Examples:
  buddy learnings lint
  buddy learnings lint --base origin/main --fail-on error --format github
  buddy learnings lint --fix --dry-run

\b
Exit codes: 0 nothing at or above --fail-on, 1 something is, 2 wrong use or an unreadable file.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Memory:
    """What is to be judged, and beside what. `path` is how the repository knows the file, else how the user does."""

    path: str
    document: LearningsDocument
    checkout: Checkout | None
    protected: Sequence[str]


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@source_options
@click.option(
    "--fail-on",
    type=Nearest("error", "warning", "notice", "none"),
    default="warning",
    show_default=True,
    help="Exit with 1 when a problem is as bad.",
)
@click.option("--fix", is_flag=True, help="Mend what needs no decision, then say what is left.")
@click.option("--dry-run", is_flag=True, help="With --fix: write nothing, say what would be mended.")
@format_option("sarif", "github")
def lint(*, file: Path | None, base: str | None, fail_on: str, fix: bool, dry_run: bool, form: str) -> int:
    """Say what is wrong with the memory, line by line.

    Globs are compared with the files of this repository. What each code means: docs/reference/lint.md.
    """
    from buddy.app.lint_learnings import lint_learnings
    from buddy.cli.lint_output import put_problems
    from buddy.core.learnings.problems import Severity
    from buddy.core.lint.problem import reaches

    if fix and base is not None:
        raise click.UsageError("--fix mends a file of this work tree, and --base names a commit: give one of them.")
    if dry_run and not fix:
        raise click.UsageError("--dry-run goes with --fix; without it nothing is written anyway.")
    with _without_collector():
        memory = _of_commit(base, file) if base is not None else _of_work_tree(file, fix=fix, dry_run=dry_run)
        problems = lint_learnings(memory.document, checkout=memory.checkout, protected=memory.protected, now=clock())
    put_problems(problems, path=memory.path, count=len(memory.document.records), form=form)
    return int(fail_on != "none" and any(reaches(one, Severity(fail_on)) for one in problems))


def _of_commit(base: str, file: Path | None) -> _Memory:
    from buddy.app.lint_learnings import Checkout
    from buddy.app.local_change import commit_of
    from buddy.app.open_memory import open_memory

    repository = repository_at(Path.cwd())
    commit = commit_of(repository, base)
    memory = open_memory(repository, commit, file=file.as_posix() if file is not None else None)
    paths = sorted(path for path, entry in repository.tree(commit).items() if entry.is_regular_file)
    return _Memory(
        path=file.as_posix() if file is not None else memory.config.ai.learnings.file,
        document=memory.document,
        checkout=Checkout(paths=paths, tree=source_of(repository, commit)),
        protected=memory.config.review.protected,
    )


def _of_work_tree(file: Path | None, *, fix: bool, dry_run: bool) -> _Memory:
    from buddy.app.lint_learnings import Checkout
    from buddy.core.learnings.document import parse

    path = file if file is not None else default_learnings_file()
    top = work_tree(Path.cwd())
    if file is None and not path.exists():
        say(f"There is no {path} yet: nothing is remembered here.")
        document = parse(b"")
    else:
        document = _mended(path, dry_run=dry_run) if fix else parse(read_bytes(path))
    repository = repository_at(Path.cwd()) if top is not None else None
    return _Memory(
        path=_known_as(path, top),
        document=document,
        checkout=None if repository is None else Checkout(paths=repository.paths(), tree=source_of(repository, None)),
        protected=_config(top).review.protected,
    )


def _mended(path: Path, *, dry_run: bool) -> LearningsDocument:
    from buddy.adapters.disk.memory_file import LocalMemoryFile
    from buddy.app.lint_learnings import fix_learnings

    if not path.exists():
        read_bytes(path)  # says so
    document, made = fix_learnings(LocalMemoryFile(path), dry_run=dry_run)
    for code, line in made.done:
        where = f", line {line}" if line is not None else ""
        say(f"{'Would mend' if dry_run else 'Mended'}: {path}{where} [{code.value}]")
    if not made.done:
        say(f"Nothing in {path} can be mended without a decision.")
    return document


def _config(top: Path | None) -> Config:
    from buddy.core.config_file import load_lenient

    file = top / ".buddy/config.yml" if top is not None else None
    return load_lenient(read_bytes(file) if file is not None and file.is_file() else None).config


def _known_as(path: Path, top: Path | None) -> str:
    """Below the repository's top where it lies there, so that annotations find the file."""
    if top is not None:
        with contextlib.suppress(ValueError):  # it lies elsewhere
            return path.resolve().relative_to(top.resolve()).as_posix()
    return path.as_posix()


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Collecting garbage costs a third of the time where there are ten thousand records, and finds nothing."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
