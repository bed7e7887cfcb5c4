"""What is read of commits, and of the pull requests that come from Buddy's own branches."""

from __future__ import annotations

from buddy.adapters.github.payload import Payload, SidePayload, User, login_of, type_of
from buddy.core.hosting import Commit, RecordPull


class Named(Payload):
    """Anything known by its hash."""

    sha: str


class _Author(Payload):
    """An account that GitHub knows for a commit's address; an empty object or null where it knows none."""

    login: str | None = None


class _Content(Payload):
    message: str = ""
    tree: Named


class CommitPayload(Payload):
    """A commit with the account behind it, as under `/commits` and in comparisons."""

    sha: str
    commit: _Content
    author: _Author | None = None
    parents: tuple[Named, ...] = ()

    def as_commit(self) -> Commit:
        """In Buddy's words."""
        return Commit(
            sha=self.sha,
            tree=self.commit.tree.sha,
            parents=tuple(parent.sha for parent in self.parents),
            author=self.author.login if self.author else None,
            message=self.commit.message,
        )


class ComparePayload(Payload):
    """One page of a comparison."""

    commits: tuple[CommitPayload, ...] = ()


class RecordPullPayload(Payload):
    """A pull request as lists show it: `merged_at` is there, `merged` is not."""

    number: int
    state: str
    merged_at: str | None = None
    title: str | None = None
    body: str | None = None
    user: User | None = None
    head: SidePayload
    base: SidePayload
    created_at: str = ""
    closed_at: str | None = None
    html_url: str = ""

    def record_pull(self) -> RecordPull:
        """In Buddy's words."""
        return RecordPull(
            number=self.number,
            state=self.state,
            merged=self.merged_at is not None,
            head_ref=self.head.ref,
            head_sha=self.head.sha,
            base_ref=self.base.ref,
            title=self.title or "",
            body=self.body or "",
            author=login_of(self.user),
            author_type=type_of(self.user),
            from_fork=self._from_fork(),
            created_at=self.created_at,
            closed_at=self.closed_at,
            url=self.html_url,
        )

    def _from_fork(self) -> bool:
        """By id: names change. A head without a repository is a fork that was deleted."""
        head, base = self.head.repo, self.base.repo
        return head is None or base is None or head.id != base.id
