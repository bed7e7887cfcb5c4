"""What a host keeps around a change: branches, commits, pull requests, what people say there and who may do what."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch:
    """The tip of a branch: `sha` is the commit."""

    name: str
    sha: str
    protected: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RepositoryAbout:
    """A repository as its host describes it. `permissions` are the token's, all False where it has none of its own.

    `forks` is how many there are, `owner_is_person` tells a user from an organisation; None where the host is silent.
    """

    default_branch: str
    archived: bool | None = None
    permissions: Mapping[str, bool] = field(default_factory=dict)
    owner_is_person: bool | None = None
    forks: int | None = None


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
    number: int | None = None  # of the issue or pull request it stands in
    on_pull: bool | None = None  # False on a plain issue; None where the host did not tell
    thumbs_up: int | None = None  # counts only, by anybody: they say whether it is worth asking who
    thumbs_down: int | None = None


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
    number: int | None = None  # of its pull request
    thumbs_up: int | None = None  # as in Comment
    thumbs_down: int | None = None
    node: str = ""  # the name by which it is minimised, empty where the host did not tell


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewThread:
    """A conversation on the diff; `id` is what it is resolved by, `root` its first comment."""

    id: str
    root: int
    resolved: bool


class Permission(enum.Enum):
    """What somebody may do in the repository at this moment; the host's finer roles are folded into these."""

    NONE = "none"
    READ = "read"
    WRITE = "write"

    @property
    def can_write(self) -> bool:
        """The only question that Buddy asks (P3)."""
        return self is Permission.WRITE


class CommentKind(enum.Enum):
    """Where a comment stands; ids are unique within a kind only."""

    ISSUE = "issue"
    REVIEW = "review"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reaction:
    """An emoji below a comment: `content` is `+1`, `-1`, `confused`, `eyes` …; `user` is None for a ghost."""

    id: int
    user: str | None
    user_type: str
    content: str
    created_at: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """A review as a whole; `body` is empty for most, and `submitted_at` None for one that only its author sees."""

    id: int
    author: str | None
    author_type: str
    body: str
    state: str  # APPROVED | CHANGES_REQUESTED | COMMENTED | DISMISSED | PENDING
    submitted_at: str | None
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Issue:
    """A numbered conversation; a pull request is one too."""

    number: int
    title: str
    state: str  # open | closed
    is_pull_request: bool
    locked: bool
    author: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    """A commit; `author` is the login that the host knows for it, None where it knows none."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    author: str | None
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordPull:
    """A pull request as recording sees it; a merged one is closed too."""

    number: int
    state: str  # open | closed
    merged: bool
    head_ref: str
    head_sha: str
    base_ref: str
    title: str
    body: str
    author: str | None
    author_type: str
    from_fork: bool  # the branch of that name is somebody else's, or gone with its repository
    created_at: str
    closed_at: str | None
    url: str
