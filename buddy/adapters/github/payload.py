"""What is read of GitHub's answers: only these fields, each of them allowed to be missing where the API allows it.

Here is what a review reads; beside it stand `thread_payload` and `record_payload`.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from buddy.core.change import ChangedFile, FileStatus
from buddy.core.hosting import Branch, PullRequest, Tree, TreeEntry


class Payload(BaseModel):
    """Every answer: unknown fields are passed over, and an error does not repeat what somebody wrote."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class User(Payload):
    """An account; None in its place is a ghost."""

    login: str
    type: str = "User"


def login_of(user: User | None) -> str | None:
    """None for a ghost."""
    return user.login if user else None


def type_of(user: User | None) -> str:
    """A ghost was a person."""
    return user.type if user else "User"


class RepositoryPayload(Payload):
    """A repository as pull requests and events show it."""

    id: int
    full_name: str
    default_branch: str = ""


class SidePayload(Payload):
    """Base or head of a pull request; the head's `repo` is null once its fork was deleted."""

    ref: str
    sha: str
    repo: RepositoryPayload | None = None


class BaseSidePayload(SidePayload):
    """The base always has its repository."""

    repo: RepositoryPayload


class PullPayload(Payload):
    """A pull request."""

    number: int
    title: str | None = None
    body: str | None = None
    user: User | None = None
    state: str
    draft: bool | None = None
    locked: bool | None = None
    head: SidePayload
    base: BaseSidePayload
    comments: int | None = None
    review_comments: int | None = None
    changed_files: int | None = None

    def pull_request(self) -> PullRequest:
        """In Buddy's words."""
        return PullRequest(
            number=self.number,
            title=self.title or "",
            body=self.body or "",
            author=login_of(self.user),
            state=self.state,
            draft=bool(self.draft),
            locked=bool(self.locked),
            head_sha=self.head.sha,
            head_repo=self.head.repo.full_name if self.head.repo else None,
            base_ref=self.base.ref,
            base_repo=self.base.repo.full_name,
            base_repo_id=self.base.repo.id,
            default_branch=self.base.repo.default_branch,
            comments=self.comments or 0,
            review_comments=self.review_comments or 0,
            changed_files=self.changed_files,
        )


class FilePayload(Payload):
    """A changed file; `sha` is null for some entries, `patch` missing for binary and very large ones (RET-06)."""

    filename: str
    status: str
    sha: str | None = None
    previous_filename: str | None = None
    patch: str | None = None
    additions: int = 0
    deletions: int = 0

    def changed_file(self) -> ChangedFile:
        """A status that is not known counts as modified: the file still changed."""
        known = {status.value for status in FileStatus}
        status = FileStatus(self.status) if self.status in known else FileStatus.MODIFIED
        return ChangedFile(
            path=self.filename,
            status=status,
            previous_path=self.previous_filename if self.previous_filename != self.filename else None,
            patch=self.patch,
            # For a removed file GitHub gives the hash of what was removed; there is no content on the head's side.
            blob=None if status is FileStatus.REMOVED else self.sha,
            additions=self.additions,
            deletions=self.deletions,
        )


class _Tip(Payload):
    sha: str


class BranchPayload(Payload):
    """A branch."""

    name: str
    commit: _Tip
    protected: bool = False

    def branch(self) -> Branch:
        """In Buddy's words."""
        return Branch(name=self.name, sha=self.commit.sha, protected=self.protected)


class _Entry(Payload):
    path: str
    mode: str
    sha: str | None = None
    size: int | None = None


class TreePayload(Payload):
    """A tree, whole or cut."""

    tree: list[_Entry]
    truncated: bool = False

    def as_tree(self) -> Tree:
        """In Buddy's words."""
        entries = {
            entry.path: TreeEntry(path=entry.path, mode=entry.mode, sha=entry.sha or "", size=entry.size)
            for entry in self.tree
        }
        return Tree(entries=entries, truncated=self.truncated)


class BlobPayload(Payload):
    """A blob; `encoding` is base64 or, for short ones of some servers, utf-8."""

    content: str
    encoding: str
    size: int | None = Field(None, ge=0)
