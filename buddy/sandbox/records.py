"""What GitHub would keep in its database: people, repositories, threads. Git keeps the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any

from buddy.sandbox.git.diffs import Side

if TYPE_CHECKING:
    from buddy.sandbox.git.process import Git


class Role(IntEnum):
    """A person's role in a repository, in rising order of power."""

    NONE = 0
    READ = 1
    TRIAGE = 2
    WRITE = 3
    MAINTAIN = 4
    ADMIN = 5

    @property
    def word(self) -> str:
        return self.name.lower()


class TokenKind(Enum):
    JOB = "job"
    APP = "app"
    PERSONAL = "personal"


class Emoji(Enum):
    """The eight reactions, by the name they have in requests and in the roll-up."""

    PLUS_ONE = "+1"
    MINUS_ONE = "-1"
    LAUGH = "laugh"
    CONFUSED = "confused"
    HEART = "heart"
    HOORAY = "hooray"
    EYES = "eyes"
    ROCKET = "rocket"


@dataclass(kw_only=True, slots=True, eq=False)
class User:
    id: int
    login: str
    type: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """`permissions` is the map of a job or app token (`{"contents": "write", …}`); None: all of the person's.

    `repo` is the only repository such a token can write to; None: every one. `scopes` are those of a classic token,
    None of one that has none to tell.
    """

    value: str
    kind: TokenKind
    user: User
    permissions: dict[str, str] | None
    repo: Repo | None = None
    scopes: tuple[str, ...] | None = None

    @property
    def identity(self) -> str:
        return f"{self.kind.value}:{self.user.login}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Protection:
    """A classic protection rule: only administrators push. What else it demands is told, not enforced."""

    checks: tuple[str, ...] = ()
    signatures: bool = False
    pushers: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BranchRule:
    """One rule of a ruleset for the branches that a pattern of `fnmatch` names; it is told, not enforced."""

    pattern: str
    kind: str
    parameters: dict[str, Any] | None


@dataclass(kw_only=True, slots=True)
class Settings:
    """What an administrator can change in a repository's settings, and limits that a test lowers."""

    archived: bool = False
    actions_may_create_pulls: bool = True
    actions_may_approve: bool = False
    actions_write_by_default: bool = False
    protections: dict[str, Protection] = field(default_factory=dict)
    rules: list[BranchRule] = field(default_factory=list)
    max_pull_files: int = 3000
    max_compare_files: int = 300
    max_patch_lines: int = 20_000
    max_patch_bytes: int = 500_000
    max_tree_entries: int = 100_000
    max_body: int = 65_536
    inline_content_bytes: int = 1024 * 1024


@dataclass(kw_only=True, slots=True, eq=False)
class Reaction:
    id: int
    user: User
    emoji: Emoji
    created_at: datetime


@dataclass(kw_only=True, slots=True, eq=False)
class Label:
    id: int
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Artifact:
    """A zip that a workflow run left; `expired` ones are listed but gone."""

    id: int
    run: int
    name: str
    content: bytes
    created_at: datetime
    expired: bool = False


@dataclass(kw_only=True, slots=True, eq=False)
class Repo:
    """`space` is put before its ref names: forks share the object store of their parent, as on GitHub."""

    id: int
    owner: User
    name: str
    default_branch: str
    private: bool
    git: Git
    space: str
    parent: Repo | None
    created_at: datetime
    roles: dict[str, Role] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    issues: dict[int, Issue] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    artifacts: dict[int, Artifact] = field(default_factory=dict)
    deleted: bool = False

    @property
    def full_name(self) -> str:
        return f"{self.owner.login}/{self.name}"

    def ref(self, name: str) -> str:
        """The ref in the store for a ref name as this repository's users say it (`refs/heads/…`)."""
        return self.space + name

    @property
    def pulls(self) -> Iterator[Pull]:
        return (issue.pull for issue in self.issues.values() if issue.pull is not None)


@dataclass(kw_only=True, slots=True, eq=False)
class Issue:
    """A thread with a number; a pull request is one that has `pull`."""

    id: int
    repo: Repo
    number: int
    user: User | None
    title: str
    body: str | None
    created_at: datetime
    updated_at: datetime
    state: str = "open"
    state_reason: str | None = None
    closed_at: datetime | None = None
    closed_by: User | None = None
    locked: bool = False
    lock_reason: str | None = None
    labels: list[Label] = field(default_factory=list)
    comments: list[IssueComment] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    pull: Pull | None = None


@dataclass(kw_only=True, slots=True, eq=False)
class IssueComment:
    id: int
    issue: Issue
    user: User | None
    body: str
    created_at: datetime
    updated_at: datetime
    minimized: str | None = None
    previous_body: str | None = None
    reactions: list[Reaction] = field(default_factory=list)


@dataclass(kw_only=True, slots=True, eq=False)
class Pull:
    """`base_sha` is the base branch's tip when the head last moved, not its tip now.

    What was there before the last push or edit is kept for the events that tell of it.
    """

    id: int
    issue: Issue
    head_repo: Repo | None
    head_owner: User
    head_ref: str
    head_sha: str
    base_ref: str
    base_sha: str
    draft: bool
    merged_at: datetime | None = None
    merged_by: User | None = None
    merge_commit_sha: str | None = None
    previous_head: str | None = None
    previous_base: tuple[str, str] | None = None
    reviews: list[Review] = field(default_factory=list)
    comments: list[ReviewComment] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)

    @property
    def repo(self) -> Repo:
        return self.issue.repo

    @property
    def number(self) -> int:
        return self.issue.number


@dataclass(kw_only=True, slots=True, eq=False)
class Review:
    id: int
    pull: Pull
    user: User | None
    body: str
    state: str
    commit_id: str
    submitted_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Spot:
    """A place in a diff that a comment hangs on; all lines None for a comment on a whole file."""

    path: str
    side: Side
    line: int | None
    start_side: Side | None = None
    start_line: int | None = None
    position: int | None = None
    hunk: str = ""


@dataclass(kw_only=True, slots=True, eq=False)
class ReviewComment:
    """`spot`: where it was made, at `original_commit_id`; `now`: where that is in the head's diff now."""

    id: int
    pull: Pull
    review: Review
    thread: Thread
    user: User | None
    body: str
    spot: Spot
    now: Spot | None
    commit_id: str
    original_commit_id: str
    in_reply_to: int | None
    subject: str
    created_at: datetime
    updated_at: datetime
    minimized: str | None = None
    previous_body: str | None = None
    reactions: list[Reaction] = field(default_factory=list)


@dataclass(kw_only=True, slots=True, eq=False)
class Thread:
    id: int
    pull: Pull
    comments: list[ReviewComment] = field(default_factory=list)
    resolved_by: User | None = None
