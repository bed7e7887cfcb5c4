"""What the verbs need of the outside, in Buddy's words; the adapters and the tests' fakes both satisfy these."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from buddy.core.change import Change
from buddy.core.effects import InlineComment
from buddy.core.errors import HostError


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch:
    """The tip of a branch: `sha` is the commit."""

    name: str
    sha: str
    protected: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TreeEntry:
    """One path in a tree; `mode` is git's six digits (100644 a file, 120000 a symlink, 160000 a submodule)."""

    path: str
    mode: str
    sha: str
    size: int | None

    @property
    def is_regular_file(self) -> bool:
        """Only these count as memory or configuration (P1)."""
        return self.mode in {"100644", "100755"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Tree:
    """Every entry below a commit by path; `truncated` when the host cut the list."""

    entries: Mapping[str, TreeEntry]
    truncated: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PullRequest:
    """A pull request as it is now. `head_repo` is None when the fork was deleted."""

    number: int
    title: str
    body: str
    author: str | None
    state: str  # open | closed
    draft: bool
    locked: bool
    head_sha: str
    head_repo: str | None  # owner/name
    base_ref: str
    base_repo: str
    base_repo_id: int
    default_branch: str
    comments: int
    review_comments: int

    @property
    def from_fork(self) -> bool:
        """True also when the head's repository is gone: untrusted either way (ACT-03)."""
        return self.head_repo is None or self.head_repo.casefold() != self.base_repo.casefold()


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """An issue comment; `author` is None for a ghost. Times are ISO 8601 as the host gave them."""

    id: int
    author: str | None
    author_type: str  # User | Bot | Organization | …
    body: str
    created_at: str
    updated_at: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewComment:
    """A comment on the diff; `line` is None once a push made it outdated, `original_line` stays."""

    id: int
    author: str | None
    author_type: str
    body: str
    path: str
    line: int | None
    original_line: int | None
    in_reply_to: int | None
    created_at: str
    updated_at: str
    url: str


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


class Workspace(Protocol):
    """The job's working directory: findings files, sources by content hash, and Buddy's own output folder."""

    def report_files(self, globs: Sequence[str]) -> Mapping[str, bytes | None]:
        """Matched files by relative path, in order; None for one that could not be read."""
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
    def annotate(self, severity: str, message: str, *, path: str, line: int | None) -> None: ...
    def summary(self, markdown: str) -> None: ...
    def output(self, name: str, value: str) -> None: ...
