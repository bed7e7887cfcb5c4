"""What the verbs need of the outside, in Buddy's words; the adapters and the tests' fakes both satisfy these."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Protocol

from buddy.core.change import Change
from buddy.core.effects import InlineComment
from buddy.core.errors import HostError
from buddy.core.hosting import Branch, Comment, PullRequest, ReviewComment, Tree, TreeEntry

__all__ = [
    "NO_MATCH",
    "Branch",
    "Comment",
    "Host",
    "JobLog",
    "PullRequest",
    "Refusal",
    "RefusalKind",
    "ReviewComment",
    "Tree",
    "TreeEntry",
    "Workspace",
]


class RefusalKind(enum.Enum):
    """Why the host said no; the six meanings of 403 are told apart here."""

    READ_ONLY = "read-only-token"  # "Resource not accessible by integration": forks, dependabot, missing permission
    MISSING_PERMISSION = "missing-permission"
    LOCKED = "locked-conversation"
    NO_PULL_REQUESTS = "may-not-open-pull-requests"
    RATE_LIMIT = "rate-limit"  # waiting any longer would pass the total cap
    SINGLE_SIGN_ON = "single-sign-on"
    BAD_TOKEN = "bad-token"  # noqa: S105 - a kind, not a credential
    NOT_FOUND = "not-found"
    UNPROCESSABLE = "unprocessable"  # 422: the request itself is at fault, never retried as it is
    CONFLICT = "conflict"  # 409: somebody else was faster
    UNAVAILABLE = "unavailable"  # 5xx or a lost connection: a write may or may not have happened


class Refusal(HostError):
    """The host refused or did not answer; the message says what to change."""

    def __init__(self, kind: RefusalKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Host(Protocol):
    """The repository host. Every method may raise Refusal; lists are complete (all pages)."""

    def pull_request(self, number: int) -> PullRequest: ...
    def changed_files(self, number: int, *, total: int | None = None) -> Change: ...
    def branch(self, name: str) -> Branch | None: ...
    def tree(self, ref: str, *, recursive: bool = True) -> Tree | None: ...
    def blob(self, sha: str) -> bytes: ...
    def comments(self, number: int) -> Sequence[Comment]: ...
    def review_comments(self, number: int) -> Sequence[ReviewComment]: ...
    def create_comment(self, number: int, body: str) -> Comment: ...
    def update_comment(self, comment: int, body: str) -> None: ...
    def delete_comment(self, comment: int) -> None: ...
    def create_review(self, number: int, *, commit: str, comments: Sequence[InlineComment]) -> None: ...
    def delete_review_comment(self, comment: int) -> None: ...
    def requests(self) -> tuple[int, int]:
        """How many requests were made so far, and how many of them could write."""
        ...


NO_MATCH = "matches no file"
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
