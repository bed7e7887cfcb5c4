"""What a host keeps around a change: branches, trees, pull requests and the comments on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
    changed_files: int | None = None  # how many there really are; the list stops at 3,000 (RET-04)

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
