"""Editing a learnings file: read, decide, write; when somebody else wrote meanwhile, all of it once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from buddy.app.ports import FileChanged, MemoryFile
from buddy.core.errors import InputError
from buddy.core.learnings.document import LearningsDocument, parse

Result = TypeVar("Result")

_TRIES = 100
"""Each try that fails means that another writer succeeded, so this many processes may start at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit(Generic[Result]):
    """What is to stand in the file, None where nothing is to be written, and what the user is told."""

    content: bytes | None
    result: Result


def edit(
    file: MemoryFile, decide: Callable[[LearningsDocument], Edit[Result]], *, dry_run: bool = False
) -> Edit[Result]:
    """Change the file as `decide` says of its present content; a dry run decides only.

    Raises InputError where the file cannot be read or must not be written, FileChanged where others never pause.
    """
    for left in range(_TRIES - 1, -1, -1):
        seen = file.read()
        document = parse(seen.content)
        if not document.writable:
            raise InputError(f"{file.name} is left as it is: {document.refusal}.")
        made = decide(document)
        if dry_run or made.content is None or made.content == seen.content:
            return made
        try:
            file.write(made.content, since=seen)
        except FileChanged:
            if not left:
                raise
            continue
        return made
    raise AssertionError  # the last try returns or raises
