"""Configuration and learnings files that the user named, and what is said about their problems."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from buddy.cli.places import read_bytes
from buddy.cli.streams import say
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.core.config_file import LoadedConfig
    from buddy.core.learnings.document import LearningsDocument

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
    if document.refusal is not None and not document.records:
        raise InputError(f"{path}: {document.refusal}")
    return document


def say_learnings_problems(document: LearningsDocument, *, all_of_them: bool = False) -> None:
    """Each problem with its line on stderr, the first ten or all."""
    shown = len(document.problems) if all_of_them else _SAID
    for problem in document.problems[:shown]:
        where = f"line {problem.line}: " if problem.line is not None else ""
        say(f"Warning: learnings, {where}{problem.message} [{problem.reason.value}]")
    if len(document.problems) > shown:
        say(f"Warning: learnings, {len(document.problems) - shown} more problems; `buddy learnings list` shows all.")


def clock() -> datetime:
    """Now, aware: read once a command."""
    return datetime.now(UTC)
