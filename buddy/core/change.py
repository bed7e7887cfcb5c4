"""What a pull request (or a local diff) changes: files, both names of a renamed one, and their patches."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class FileStatus(enum.Enum):
    """How a file changed; the values are those of GitHub's pull-request file list."""

    ADDED = "added"
    MODIFIED = "modified"
    REMOVED = "removed"
    RENAMED = "renamed"
    COPIED = "copied"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedFile:
    """One changed file.

    `patch` is the hunks in unified form without file headers (as GitHub's API gives them), None for a binary or
    very large file. `blob` is the git hash of the head's content, None where it is not known.
    """

    path: str
    status: FileStatus
    previous_path: str | None = None
    patch: str | None = None
    blob: str | None = None
    additions: int = 0
    deletions: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Every name the file has in this change: the new one, then the old one of a rename."""
        return (self.path,) if self.previous_path is None else (self.path, self.previous_path)


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """All changed files. `total` is how many the change really has: GitHub lists at most 3,000."""

    files: tuple[ChangedFile, ...]
    total: int

    @property
    def names(self) -> tuple[str, ...]:
        """Both names of every file, without repeats, in order."""
        return tuple(dict.fromkeys(name for file in self.files for name in file.names))
