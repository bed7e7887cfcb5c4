"""What is read of GitHub's answers: only these fields, each of them allowed to be missing where the API allows it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from buddy.core.change import ChangedFile, FileStatus
from buddy.core.hosting import Branch, Comment, PullRequest, ReviewComment, Tree, TreeEntry


class _Payload(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class User(_Payload):
    """An account; None in its place is a ghost."""

    login: str
    type: str = "User"


def _login(user: User | None) -> str | None:
    return user.login if user else None


class CommentPayload(_Payload):
    """An issue comment or, with a path, a comment on the diff."""

    id: int
    user: User | None = None
    body: str | None = None
    path: str = ""
    line: int | None = None
    original_line: int | None = None
    in_reply_to_id: int | None = None
    created_at: str = ""
    updated_at: str = ""
    html_url: str = ""

    def comment(self) -> Comment:
        """As an issue comment."""
        return Comment(
            id=self.id,
            author=_login(self.user),
            author_type=self.user.type if self.user else "User",
            body=self.body or "",
            created_at=self.created_at,
            updated_at=self.updated_at,
            url=self.html_url,
        )

    def review_comment(self) -> ReviewComment:
        """As a comment on the diff."""
        return ReviewComment(
            id=self.id,
            author=_login(self.user),
            author_type=self.user.type if self.user else "User",
            body=self.body or "",
            path=self.path,
            line=self.line,
            original_line=self.original_line,
            in_reply_to=self.in_reply_to_id,
            created_at=self.created_at,
            updated_at=self.updated_at,
            url=self.html_url,
        )


class RepositoryPayload(_Payload):
    """A repository as pull requests and events show it."""

    id: int
    full_name: str
    default_branch: str = ""


class SidePayload(_Payload):
    """Base or head of a pull request; the head's `repo` is null once its fork was deleted."""

    ref: str
    sha: str
    repo: RepositoryPayload | None = None


class BaseSidePayload(SidePayload):
    """The base always has its repository."""

    repo: RepositoryPayload


class PullPayload(_Payload):
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
            author=_login(self.user),
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


class FilePayload(_Payload):
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


class _Commit(_Payload):
    sha: str


class BranchPayload(_Payload):
    """A branch."""

    name: str
    commit: _Commit
    protected: bool = False

    def branch(self) -> Branch:
        """In Buddy's words."""
        return Branch(name=self.name, sha=self.commit.sha, protected=self.protected)


class _Entry(_Payload):
    path: str
    mode: str
    sha: str | None = None
    size: int | None = None


class TreePayload(_Payload):
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


class BlobPayload(_Payload):
    """A blob; `encoding` is base64 or, for short ones of some servers, utf-8."""

    content: str
    encoding: str
    size: int | None = Field(None, ge=0)
