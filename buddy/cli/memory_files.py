"""Configuration and learnings files that the user named, and what is said about their problems."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from buddy.cli.places import read_bytes
from buddy.cli.streams import say
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buddy.core.config_file import LoadedConfig
    from buddy.core.learnings.document import LearningsDocument
    from buddy.core.learnings.problems import Problem

_SAID = 10
"""Problems of a file that are said one by one."""


def config_file(path: Path | None) -> LoadedConfig | None:
    """The file, every bad value in one InputError; None where none was named."""
    if path is None:
        return None
    from buddy.core.config_file import load_strict

    return load_strict(read_bytes(path), name=str(path))


def learnings_file(path: Path | None) -> LearningsDocument | None:
    """The file; None where none was named. Raises InputError for one that is something else as a whole."""
    if path is None:
        return None
    from buddy.core.learnings.document import parse

    document = parse(read_bytes(path))
    if is_something_else(document):
        raise InputError(f"{path}: {document.refusal}")
    return document


def is_something_else(document: LearningsDocument) -> bool:
    """Whether the file is no learnings file at all: a Git LFS pointer, a web page."""
    return document.refusal is not None and not document.records


def say_learnings_problems(problems: Sequence[Problem], *, all_of_them: bool = False) -> None:
    """Each problem with its line on stderr, the first ten or all."""
    shown = len(problems) if all_of_them else _SAID
    for problem in problems[:shown]:
        where = f"line {problem.line}: " if problem.line is not None else ""
        kind = "Warning" if problem.costs else "Note"
        say(f"{kind}: learnings, {where}{problem.message} [learnings-{problem.reason.value}]")
    if len(problems) > shown:
        say(f"Warning: learnings, {len(problems) - shown} more problems; `buddy learnings list` shows all.")


def clock() -> datetime:
    """Now, aware: read once a command."""
    return datetime.now(UTC)
