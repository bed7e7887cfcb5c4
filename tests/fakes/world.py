"""A repository with issues and pull requests in memory, and the acts of people on it. Nothing of it is a request."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from buddy.core.change import ChangedFile
from buddy.core.hosting import Comment, CommentKind, Reaction, Review, ReviewComment
from tests.fakes.repository import File, Repository, compare, right_lines

__all__ = ["File", "Pull", "Thread", "World", "compare", "right_lines"]

ROLES = ("none", "read", "triage", "write", "maintain", "admin")


@dataclass(kw_only=True)
class Thread:
    """A plain issue, or what a pull request has in common with one."""

    number: int
    title: str
    body: str
    author: str | None
    state: str = "open"
    locked: bool = False
    comments: list[Comment] = field(default_factory=list)


@dataclass(kw_only=True)
class Pull(Thread):
    """`head` is a branch, or `owner:branch` of a fork; each review comment stands with the commit it was made on.

    `head_sha` and `base_sha` are set once it is closed and follows its branches no more.
    """

    head: str
    base: str
    draft: bool
    author_type: str = "User"
    merged: bool = False
    fork_deleted: bool = False
    head_sha: str | None = None
    base_sha: str | None = None
    created_at: str = ""
    closed_at: str | None = None
    reviews: list[Review] = field(default_factory=list)
    review_comments: list[tuple[ReviewComment, str]] = field(default_factory=list)


class World(Repository):
    """What tests prepare and look at; `login` is who Buddy is.

    `roles` are those of people by login in lower case; who has none may only read.
    """

    def __init__(
        self, *, repository: str = "octo/widgets", login: str = "github-actions[bot]", default_branch: str = "main"
    ) -> None:
        super().__init__(default_branch=default_branch)
        self.repository, self.login = repository, login
        self.pull_requests: dict[int, Pull] = {}
        self.issues: dict[int, Thread] = {}
        self.roles: dict[str, str] = {repository.partition("/")[0].lower(): "admin"}
        self.reactions_to: dict[int, list[Reaction]] = {}
        self.minimised: set[int] = set()
        self.resolved: set[int] = set()
        self._ids = itertools.count(1_000)
        self._clock = [datetime(2026, 11, 29, 10, tzinfo=UTC)]

    def grant(self, login: str, role: str) -> None:
        """`role`: none, read, triage, write, maintain, admin."""
        assert role in ROLES, role
        self.roles[login.lower()] = role

    def later(self, **span: float) -> None:
        """Time passes: `days=31`, `hours=2`; each act takes a second by itself."""
        self._clock[0] += timedelta(**span)

    def open_pull(
        self,
        *,
        head: str,
        base: str | None = None,
        by: str | None = "alice",
        title: str = "A change",
        body: str = "",
        draft: bool = False,
        kind: str = "User",
    ) -> int:
        """`head` is a branch, or `owner:branch` for a fork's (push to it by that name)."""
        number = self._next_number()
        self.pull_requests[number] = Pull(
            number=number, title=title, body=body, author=by, head=head, base=base or self.default_branch, draft=draft,
            author_type=kind, created_at=self._now(),
        )  # fmt: skip
        return number

    def open_issue(self, title: str, *, by: str | None = "alice", body: str = "") -> int:
        """A plain issue; the numbers are shared with pull requests."""
        number = self._next_number()
        self.issues[number] = Thread(number=number, title=title, body=body, author=by)
        return number

    def change_pull(self, number: int, **fields: Any) -> None:
        """Set fields: `base` (retarget), `state`, `locked`, `draft`, `title`, `body`, `author`, `fork_deleted`."""
        for name, value in fields.items():
            assert hasattr(self.pull_requests[number], name), name
            setattr(self.pull_requests[number], name, value)

    def close(self, number: int) -> None:
        """Without merging; what it changes stays as it is."""
        pull = self.pull_requests[number]
        pull.head_sha, pull.base_sha = self.head_of(pull), self.branches[pull.base]
        pull.state, pull.closed_at = "closed", self._now()

    def merge(self, number: int, *, by: str = "octocat", squash: bool = False) -> str:
        """Merge as the button does, file by file; gives the base branch's new tip."""
        pull = self.pull_requests[number]
        assert pull.state == "open", "only an open pull request is merged"
        base, head = self.branches[pull.base], self.head_of(pull)
        parents = (base,) if squash else (base, head)
        files = self.merged_files(base, head)
        self.close(number)
        pull.merged = True
        self.branches[pull.base] = self.add_commit(files, parents=parents, author=by, message=f"Merge #{number}")
        return self.branches[pull.base]

    def drop_branch(self, name: str) -> None:
        """Delete a branch; open pull requests from it and to it close."""
        for pull in self.pull_requests.values():
            if pull.state == "open" and name in (pull.head, pull.base):
                self.close(pull.number)
        del self.branches[name]

    def comment_as(self, number: int, by: str | None, body: str, *, kind: str = "User") -> Comment:
        """Somebody comments; None is an account that is gone meanwhile."""
        on_pull = number in self.pull_requests
        comment = Comment(
            id=next(self._ids), author=by, author_type=kind, body=body, created_at=(now := self._now()), updated_at=now,
            url=f"https://github.test/{self.repository}/{'pull' if on_pull else 'issues'}/{number}",
            number=number, on_pull=on_pull, thumbs_up=0, thumbs_down=0,
        )  # fmt: skip
        self.thread(number).comments.append(comment)
        return comment

    def review_comment_as(
        self, number: int, by: str | None, body: str, *, path: str, line: int | None, commit: str | None = None,
        reply_to: int | None = None, kind: str = "User",
    ) -> ReviewComment:  # fmt: skip
        """Somebody comments on the diff, at the head unless `commit` is given."""
        comment = ReviewComment(
            id=(name := next(self._ids)), author=by, author_type=kind, body=body, path=path, line=line,
            original_line=line, node=f"PRRC_{name}",
            in_reply_to=reply_to, created_at=(now := self._now()), updated_at=now,
            url=f"https://github.test/{self.repository}/pull/{number}/files",
            number=number, thumbs_up=0, thumbs_down=0,
        )  # fmt: skip
        pull = self.pull_requests[number]
        pull.review_comments.append((comment, commit or self.head_of(pull)))
        return comment

    def reply_as(self, root: int, by: str | None, body: str, *, kind: str = "User") -> ReviewComment:
        """Somebody answers in the thread that begins with `root`."""
        pull, (first, commit) = self.review_comment_of(root)
        return self.review_comment_as(
            pull.number, by, body, path=first.path, line=first.original_line, commit=commit, reply_to=root, kind=kind
        )

    def review_as(
        self, number: int, by: str | None, body: str, *, state: str = "COMMENTED", kind: str = "User"
    ) -> Review:
        """Somebody reviews as a whole."""
        review = Review(
            id=next(self._ids), author=by, author_type=kind, body=body, state=state, submitted_at=self._now(),
            url=f"https://github.test/{self.repository}/pull/{number}",
        )  # fmt: skip
        self.pull_requests[number].reviews.append(review)
        return review

    def react_as(self, comment: int, by: str | None, content: str, *, kind: str = "User") -> Reaction:
        """Somebody reacts; the same once more is the one that stands."""
        given = self.reactions_to.setdefault(comment, [])
        known = next((each for each in given if by and (each.user, each.content) == (by, content)), None)
        if known is None:
            known = Reaction(id=next(self._ids), user=by, user_type=kind, content=content, created_at=self._now())
            given.append(known)
        return known

    def unreact_as(self, comment: int, by: str, content: str) -> None:
        """Take back what stands."""
        kept = [each for each in self.reactions_to.get(comment, []) if (each.user, each.content) != (by, content)]
        self.reactions_to[comment] = kept

    def edit_comment(self, comment: int, body: str) -> bool:
        """False where there is no such comment in a conversation."""
        for thread in self.conversations():
            for at, each in enumerate(thread.comments):
                if each.id == comment:
                    thread.comments[at] = replace(each, body=body, updated_at=self._now())
                    return True
        return False

    def edit_review_comment(self, comment: int, body: str) -> bool:
        """False where there is no such comment on a diff."""
        for pull in self.pull_requests.values():
            for at, (each, commit) in enumerate(pull.review_comments):
                if each.id == comment:
                    pull.review_comments[at] = replace(each, body=body, updated_at=self._now()), commit
                    return True
        return False

    def remove_comment(self, comment: int) -> bool:
        """False where there is no such comment in a conversation."""
        for thread in self.conversations():
            for each in list(thread.comments):
                if each.id == comment:
                    thread.comments.remove(each)
                    return True
        return False

    def remove_review_comment(self, comment: int) -> bool:
        """False where there is no such comment on a diff."""
        for pull in self.pull_requests.values():
            for each in list(pull.review_comments):
                if each[0].id == comment:
                    pull.review_comments.remove(each)
                    return True
        return False

    def kind_of(self, comment: int) -> CommentKind | None:
        """None where there is no such comment."""
        if any(each.id == comment for thread in self.conversations() for each in thread.comments):
            return CommentKind.ISSUE
        review = any(each.id == comment for pull in self.pull_requests.values() for each, _ in pull.review_comments)
        return CommentKind.REVIEW if review else None

    def conversations(self) -> list[Thread]:
        return [*self.pull_requests.values(), *self.issues.values()]

    def thread(self, number: int) -> Thread:
        return self.pull_requests.get(number) or self.issues[number]

    def review_comment_of(self, comment: int) -> tuple[Pull, tuple[ReviewComment, str]]:
        """With its pull request and the commit it was made on; KeyError where there is none."""
        for pull in self.pull_requests.values():
            for each in pull.review_comments:
                if each[0].id == comment:
                    return pull, each
        raise KeyError(comment)

    def head_of(self, pull: Pull) -> str:
        return pull.head_sha or self.branches[pull.head]

    def changed_files_of(self, pull: Pull) -> list[ChangedFile]:
        """Against the merge base, in the order of paths; equal content under another name is a rename."""
        head = self.head_of(pull)
        base = self.merge_base(pull.base_sha or self.branches[pull.base], head)
        return compare(self.commits[base].files if base else {}, self.commits[head].files)

    def _next_number(self) -> int:
        return len(self.pull_requests) + len(self.issues) + 1

    def _now(self) -> str:
        now = self._clock[0].strftime("%Y-%m-%dT%H:%M:%SZ")
        self._clock[0] += timedelta(seconds=1)
        return now
