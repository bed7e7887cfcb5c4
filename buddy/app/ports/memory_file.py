"""A learnings file on this machine that may be changed: what was read is handed back with what is to stand there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from buddy.core.errors import BuddyError


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The file as it was read; a missing one is empty. It is the token of the next `write`."""

    content: bytes
    exists: bool


class FileChanged(BuddyError):
    """Somebody else wrote the file since it was read, so what was decided about it may be wrong (STORE-15)."""


class MemoryFile(Protocol):
    """One file, changed as a whole or not at all; `name` is how the user knows it.

    InputError where it is no regular file, may not be read or written, or the disk refuses.
    """

    @property
    def name(self) -> str: ...

    def read(self) -> Seen: ...

    def write(self, content: bytes, *, since: Seen) -> None:
        """Put `content` in its place; FileChanged where the file is not as `since` any more, and nothing is written."""
        ...
