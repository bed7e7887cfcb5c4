"""What the checks look at: the file, its lines as objects, the records in force, the files of the repository."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from buddy.core.globs import PathIndex
from buddy.core.learnings import lines
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.matching import Matching, match
from buddy.core.learnings.record import Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Files:
    """The files of the repository by path, and the texts of those that a `verify` asks for."""

    paths: Sequence[str]
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A memory to be judged. `files` is None where there is no repository; `protected` are category globs."""

    document: LearningsDocument
    now: datetime
    files: Files | None = None
    protected: Sequence[str] = ()

    @cached_property
    def physical(self) -> Sequence[bytes]:
        """The lines of the file without their ends."""
        if self.document.refusal is not None and not self.document.records:
            return ()
        return [line.removesuffix(b"\r") for line in self.document.data.removeprefix(lines.BOM).split(b"\n")]

    @cached_property
    def objects(self) -> Sequence[Mapping[str, Any] | None]:
        """What each line says, None where it is no JSON object."""
        return objects_of(self.physical)

    @cached_property
    def matching(self) -> Matching:
        """Which records are out, whatever the change."""
        return match(self.document, index=PathIndex(()), now=self.now)

    @cached_property
    def in_force(self) -> Sequence[Learning]:
        """The records that apply: neither inert nor replaced, in the order of the file."""
        out = {*self.matching.inert, *self.matching.superseded}
        return [record for record in self.document.records if record.id not in out]

    @cached_property
    def index(self) -> PathIndex | None:
        """The files of the repository, arranged for globs."""
        return None if self.files is None else PathIndex(self.files.paths)

    def line(self, record: Learning) -> int:
        """The record's counting line, from 1."""
        return self.document.line_of(record.id)


def objects_of(physical: Sequence[bytes]) -> Sequence[Mapping[str, Any] | None]:
    """What each line says, None where it is no JSON object."""
    return [_object(line) for line in physical]


def _object(line: bytes) -> Mapping[str, Any] | None:
    if len(line) > lines.MAX_LINE:
        return None
    try:
        value = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
