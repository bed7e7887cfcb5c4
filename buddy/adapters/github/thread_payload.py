"""What is read of conversations: comments, reactions, reviews, issues, and who may do what."""

from __future__ import annotations

import re

from pydantic import Field

from buddy.adapters.github.payload import Payload, User, login_of, type_of
from buddy.core.hosting import Comment, Issue, Permission, Reaction, Review, ReviewComment


class _RollUp(Payload):
    """How many there are of each reaction; older servers leave it out."""

    up: int | None = Field(None, alias="+1")
    down: int | None = Field(None, alias="-1")


class CommentPayload(Payload):
    """An issue comment or, with a path, a comment on the diff."""

    id: int
    node_id: str = ""
    user: User | None = None
    body: str | None = None
    path: str = ""
    line: int | None = None
    original_line: int | None = None
    in_reply_to_id: int | None = None
    created_at: str = ""
    updated_at: str = ""
    html_url: str = ""
    issue_url: str = ""
    pull_request_url: str = ""
    reactions: _RollUp | None = None

    def comment(self) -> Comment:
        """As an issue comment."""
        return Comment(
            id=self.id,
            author=login_of(self.user),
            author_type=type_of(self.user),
            body=self.body or "",
            created_at=self.created_at,
            updated_at=self.updated_at,
            url=self.html_url,
            number=_number(self.issue_url),
            on_pull=_on_pull(self.html_url),
            thumbs_up=self.reactions.up if self.reactions else None,
            thumbs_down=self.reactions.down if self.reactions else None,
        )

    def review_comment(self) -> ReviewComment:
        """As a comment on the diff."""
        return ReviewComment(
            id=self.id,
            author=login_of(self.user),
            author_type=type_of(self.user),
            body=self.body or "",
            path=self.path,
            line=self.line,
            original_line=self.original_line,
            in_reply_to=self.in_reply_to_id,
            created_at=self.created_at,
            updated_at=self.updated_at,
            url=self.html_url,
            number=_number(self.pull_request_url),
            thumbs_up=self.reactions.up if self.reactions else None,
            thumbs_down=self.reactions.down if self.reactions else None,
            node=self.node_id,
        )


class ReactionPayload(Payload):
    """A reaction."""

    id: int
    user: User | None = None
    content: str
    created_at: str = ""

    def reaction(self) -> Reaction:
        """In Buddy's words."""
        return Reaction(
            id=self.id,
            user=login_of(self.user),
            user_type=type_of(self.user),
            content=self.content,
            created_at=self.created_at,
        )


class ReviewPayload(Payload):
    """A review without its comments."""

    id: int
    user: User | None = None
    body: str | None = None
    state: str = ""
    submitted_at: str | None = None
    html_url: str = ""

    def review(self) -> Review:
        """In Buddy's words."""
        return Review(
            id=self.id,
            author=login_of(self.user),
            author_type=type_of(self.user),
            body=self.body or "",
            state=self.state,
            submitted_at=self.submitted_at,
            url=self.html_url,
        )


class _Anything(Payload):
    pass


class IssuePayload(Payload):
    """An issue; `pull_request` stands there for one that is more than that."""

    number: int
    title: str | None = None
    state: str
    locked: bool | None = None
    user: User | None = None
    pull_request: _Anything | None = None

    def issue(self) -> Issue:
        """In Buddy's words."""
        return Issue(
            number=self.number,
            title=self.title or "",
            state=self.state,
            is_pull_request=self.pull_request is not None,
            locked=bool(self.locked),
            author=login_of(self.user),
        )


class PermissionPayload(Payload):
    """The answer to the permission look-up; a custom role comes as the one that it is built on."""

    permission: str
    user: User | None = None

    def permission_of(self, login: str) -> Permission:
        """NONE for anything that is not known, for a bot, and for an answer about somebody else (P3, P4)."""
        if self.user is None or self.user.login.casefold() != login.casefold() or self.user.type == "Bot":
            return Permission.NONE
        return _PERMISSIONS.get(self.permission, Permission.NONE)


_PERMISSIONS = {
    "admin": Permission.WRITE,
    "maintain": Permission.WRITE,
    "write": Permission.WRITE,
    "triage": Permission.READ,
    "read": Permission.READ,
}


def _number(url: str) -> int | None:
    """The number at the end of an address: comments name their conversation only by that."""
    found = re.search(r"/(?:issues|pulls)/([0-9]{1,18})$", url)
    return int(found[1]) if found else None


def _on_pull(page: str) -> bool | None:
    """Pages of pull requests and of issues have paths of their own."""
    found = re.search(r"/(pull|issues)/[0-9]+(?:#|$)", page)
    return None if found is None else found[1] == "pull"
