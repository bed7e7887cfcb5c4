"""What a verb needs of the machine it runs on: the job's workspace and its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

NO_MATCH: Final = "matches no file"
"""The reason of a glob that names nothing: a report that was never written, not one that is damaged."""


class Workspace(Protocol):
    """The job's working directory: findings files, sources by content hash, and Buddy's own output folder."""

    def report_files(self, globs: Sequence[str]) -> Mapping[str, bytes | None]:
        """Matched files by relative path, in order; None for one that could not be read.

        A glob that is none, or matches nothing, stands for itself with None.
        """
        ...

    def why_unread(self, path: str) -> str:
        """The reason of such a None, the end of a sentence that begins with the path: "is larger than 50 MB"."""
        ...

    def blob(self, path: str, sha: str) -> bytes | None:
        """The file's bytes if they have this very git blob hash, else None. Symlinks are not followed."""
        ...

    def write(self, name: str, content: bytes) -> str:
        """Write below `.buddy-run/` and give the path relative to the workspace."""
        ...


class JobLog(Protocol):
    """What the runner shows: annotations, the job summary, outputs."""

    def notice(self, message: str) -> None: ...
    def warning(self, message: str) -> None: ...
    def error(self, message: str) -> None: ...
    def annotate(self, severity: str, message: str, *, path: str, line: int | None) -> None: ...
    def summary(self, markdown: str) -> None: ...
    def output(self, name: str, value: str) -> None: ...
