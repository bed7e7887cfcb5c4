"""Issues and pull requests in the hands of a test: what people do in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from buddy.sandbox.acts import pulls, reviews, threads
from buddy.sandbox.git.diffs import Side
from buddy.sandbox.handles.comment import CommentHandle, Reactable, ReviewHandle
from buddy.sandbox.records import Issue, Pull, Spot, Token
from buddy.sandbox.state import State


class IssueHandle(Reactable):
    """An issue; the author of an act is named by login."""

    def __init__(self, state: State, record: Issue) -> None:
        super().__init__(state)
        self.record = record

    @property
    def subject(self) -> Issue:
        return self.record

    @property
    def number(self) -> int:
        return self.record.number

    @property
    def comments(self) -> list[CommentHandle]:
        return [CommentHandle(self.state, each) for each in self.record.comments]

    def comment(self, body: str, *, by: str) -> CommentHandle:
        with self.state.lock:
            return CommentHandle(self.state, threads.comment(self.state, self._token(by), self.record, body))

    def edit(self, *, by: str | None = None, title: str | None = None, body: str | None = None) -> None:
        with self.state.lock:
            threads.edit_issue(self.state, self._token(by), self.record, title=title, body=body)

    def close(self, *, by: str | None = None) -> None:
        with self.state.lock:
            threads.set_state(self.state, self._token(by), self.record, to="closed")

    def lock(self) -> None:
        threads.set_lock(self.record, locked=True)

    def unlock(self) -> None:
        threads.set_lock(self.record, locked=False)

    def _token(self, by: str | None) -> Token:
        """Without a name it is the owner."""
        owner = self.record.repo.owner
        return self.state.personal(self.state.add_user(by) if by else owner)


class PullHandle(IssueHandle):
    """A pull request; pushes go to its head branch by the repository's `commit`."""

    @property
    def pull(self) -> Pull:
        assert self.record.pull is not None
        return self.record.pull

    @property
    def head_sha(self) -> str:
        return self.pull.head_sha

    @property
    def review_comments(self) -> list[CommentHandle]:
        return [CommentHandle(self.state, each) for each in self.pull.comments]

    @property
    def reviews(self) -> list[ReviewHandle]:
        return [ReviewHandle(self.state, each) for each in self.pull.reviews]

    def retarget(self, base: str, *, by: str | None = None) -> None:
        with self.state.lock:
            pulls.retarget(self.state, self._token(by), self.pull, base=base)

    def reopen(self, *, by: str | None = None) -> None:
        with self.state.lock:
            pulls.edit_pull(self.state, self._token(by), self.pull, title=None, body=None, to="open", base=None)

    def merge(self, *, by: str | None = None, method: str = "merge") -> str:
        """Returns the base branch's new tip."""
        with self.state.lock:
            return pulls.merge_pull(self.state, self._token(by), self.pull, method=method)

    def test_merge(self) -> str | None:
        """The commit that a job for this pull request has in its workspace; None where it conflicts."""
        with self.state.lock:
            return pulls.test_merge(self.state, self.pull)

    def set_draft(self, *, draft: bool) -> None:
        self.pull.draft = draft

    def comment_on(
        self,
        path: str,
        line: int,
        body: str,
        *,
        by: str,
        side: str = "RIGHT",
        start_line: int | None = None,
    ) -> CommentHandle:
        """A comment on a line; RefusedError where the line is not in the diff."""
        spot = Spot(path=path, side=Side(side), line=line, start_line=start_line)
        draft = reviews.Draft(spot=spot, body=body)
        with self.state.lock:
            made = reviews.comment_on_line(self.state, self._token(by), self.pull, draft, commit=None)
            return CommentHandle(self.state, made)

    def review(
        self, body: str, *, by: str, event: str = "COMMENT", comments: Sequence[Mapping[str, Any]] = ()
    ) -> ReviewHandle:
        """`comments` as in the request: path, line, body and, where wanted, side."""
        drafts = [
            reviews.Draft(
                spot=Spot(path=each["path"], side=Side(each.get("side", "RIGHT")), line=each["line"]),
                body=each["body"],
            )
            for each in comments
        ]
        with self.state.lock:
            made = reviews.submit_review(
                self.state, self._token(by), self.pull, body=body, event=event, commit=None, drafts=drafts
            )
            return ReviewHandle(self.state, made)
