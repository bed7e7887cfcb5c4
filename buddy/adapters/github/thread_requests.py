"""What answering people asks of GitHub: permissions, single comments, reviews, reactions, replies, lookbacks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

from buddy.adapters.github.host_part import HostPart
from buddy.adapters.github.thread_payload import (
    CommentPayload,
    IssuePayload,
    PermissionPayload,
    ReactionPayload,
    ReviewPayload,
)
from buddy.app.ports import (
    Comment,
    CommentKind,
    Issue,
    Permission,
    Reaction,
    Refusal,
    RefusalKind,
    Review,
    ReviewComment,
)


class ThreadRequests(HostPart):
    """The part of the host that `ThreadHost` adds."""

    def permission(self, login: str | None) -> Permission:
        """One request, or none for a ghost, a bot and what no account is called.

        The look-up itself needs push access; a token without it sees nobody's permission (API-09).
        """
        if login is None or not _is_person(login):
            return Permission.NONE
        doing = f"Asking what {login} may do"
        try:
            answer = self._client.get(f"/collaborators/{quote(login, safe='')}/permission", doing=doing)
        except Refusal as refusal:
            if refusal.kind in _NO_ANSWER:
                return Permission.NONE
            raise
        with self._client.refusing(doing):
            return PermissionPayload.model_validate(answer).permission_of(login)

    def issue(self, number: int) -> Issue:
        """An issue or pull request as a conversation."""
        doing = f"Reading issue #{number}"
        answer = self._client.get(f"/issues/{number}", doing=doing)
        with self._client.refusing(doing):
            return IssuePayload.model_validate(answer).issue()

    def comment(self, comment: int) -> Comment | None:
        """An issue comment, None when it is gone."""
        doing = f"Reading comment {comment}"
        answer = self._found(f"/issues/comments/{comment}", doing=doing)
        with self._client.refusing(doing):
            return None if answer is None else CommentPayload.model_validate(answer).comment()

    def review_comment(self, comment: int) -> ReviewComment | None:
        """A comment on the diff, None when it is gone."""
        doing = f"Reading review comment {comment}"
        answer = self._found(f"/pulls/comments/{comment}", doing=doing)
        with self._client.refusing(doing):
            return None if answer is None else CommentPayload.model_validate(answer).review_comment()

    def reviews(self, number: int) -> Sequence[Review]:
        """All reviews, oldest first."""
        doing = f"Reading the reviews of #{number}"
        rows = self._client.list(f"/pulls/{number}/reviews", doing=doing)
        with self._client.refusing(doing):
            return [ReviewPayload.model_validate(row).review() for row in rows]

    def reactions(self, kind: CommentKind, comment: int) -> Sequence[Reaction]:
        """All reactions, oldest first."""
        doing = f"Reading the reactions to comment {comment}"
        rows = self._client.list(_reactions(kind, comment), doing=doing)
        with self._client.refusing(doing):
            return [ReactionPayload.model_validate(row).reaction() for row in rows]

    def react(self, kind: CommentKind, comment: int, content: str) -> Reaction:
        """GitHub keeps one of each content by each account, and gives back what stands already."""
        doing = f"Reacting to comment {comment}"
        answer = self._client.write("POST", _reactions(kind, comment), doing=doing, body={"content": content})
        with self._client.refusing(doing):
            return ReactionPayload.model_validate(answer).reaction()

    def unreact(self, kind: CommentKind, comment: int, reaction: int) -> None:
        """Take a reaction back."""
        self._remove(f"{_reactions(kind, comment)}/{reaction}", doing=f"Taking back a reaction to comment {comment}")

    def reply(self, number: int, root: int, body: str) -> ReviewComment:
        """Answer in the thread of its first comment."""
        doing = f"Answering review comment {root} of #{number}"
        path = f"/pulls/{number}/comments/{root}/replies"
        answer = self._client.write("POST", path, doing=doing, body={"body": body})
        with self._client.refusing(doing):
            return CommentPayload.model_validate(answer).review_comment()

    def update_review_comment(self, comment: int, body: str) -> None:
        """Replace a review comment's body."""
        doing = f"Editing review comment {comment}"
        self._client.write("PATCH", f"/pulls/comments/{comment}", doing=doing, body={"body": body})

    def recent_comments(self, *, since: str, max_pages: int) -> tuple[Sequence[Comment], bool]:
        """Issue comments of the whole repository, last updated first."""
        doing = "Reading the repository's latest comments"
        rows, whole = self._recent("/issues/comments", doing=doing, since=since, max_pages=max_pages)
        return [row.comment() for row in rows], whole

    def recent_review_comments(self, *, since: str, max_pages: int) -> tuple[Sequence[ReviewComment], bool]:
        """Comments on diffs of the whole repository, last updated first."""
        doing = "Reading the repository's latest review comments"
        rows, whole = self._recent("/pulls/comments", doing=doing, since=since, max_pages=max_pages)
        return [row.review_comment() for row in rows], whole

    def _recent(self, path: str, *, doing: str, since: str, max_pages: int) -> tuple[list[CommentPayload], bool]:
        """Each once: what is written while the pages are read pushes others over to the next page."""
        query = {"sort": "updated", "direction": "desc", "since": since}
        pages, whole = self._client.pages(path, doing=doing, query=query, most=max_pages)
        with self._client.refusing(doing):
            rows = [CommentPayload.model_validate(row) for page in pages for row in _rows(page)]
        return list({row.id: row for row in reversed(rows)}.values())[::-1], whole


_NO_ANSWER: Final = {RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION, RefusalKind.NOT_FOUND}

_FOLDERS: Final = {CommentKind.ISSUE: "issues", CommentKind.REVIEW: "pulls"}


def _reactions(kind: CommentKind, comment: int) -> str:
    return f"/{_FOLDERS[kind]}/comments/{comment}/reactions"


def _is_person(login: str) -> bool:
    """Letters, digits, hyphens and, for managed accounts, an underscore; apps are called `name[bot]`."""
    return re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", login) is not None


def _rows(page: Any) -> list[Any]:
    if not isinstance(page, list):
        raise ValueError("a list was expected")
    return page
