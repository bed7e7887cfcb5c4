"""What people said: comments below a conversation, comments on the diff, bodies of reviews, as one sort of thing."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from buddy.core.hosting import Comment, CommentKind, Review, ReviewComment


class SourceKind(enum.Enum):
    """Where something was said; ids are unique within a kind only."""

    ISSUE = "issue"
    LINE = "line"
    REVIEW = "review"

    @property
    def reacts(self) -> CommentKind | None:
        """How reactions name it; None for a review, which takes none."""
        return {SourceKind.ISSUE: CommentKind.ISSUE, SourceKind.LINE: CommentKind.REVIEW}.get(self)


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """Names one source."""

    kind: SourceKind
    id: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Something that somebody said.

    `edited_at` is None where it was not edited; `thread` the first comment of its thread on the diff, itself if it is
    that.
    """

    key: Key
    author: str | None
    author_type: str
    body: str
    at: str
    url: str = ""
    edited_at: str | None = None
    thread: int | None = None

    @property
    def is_reply(self) -> bool:
        """Whether it answers another comment on the diff."""
        return self.thread is not None and self.thread != self.key.id


def of_comments(comments: Iterable[Comment]) -> tuple[Source, ...]:
    """The comments of a conversation."""
    return tuple(_source(each, SourceKind.ISSUE) for each in comments)


def of_review_comments(comments: Iterable[ReviewComment]) -> tuple[Source, ...]:
    """The comments on the diff."""
    return tuple(_source(each, SourceKind.LINE, thread=each.in_reply_to or each.id) for each in comments)


def of_reviews(reviews: Iterable[Review]) -> tuple[Source, ...]:
    """The bodies of submitted reviews; what only its author sees was not said yet."""
    return tuple(
        Source(
            key=Key(kind=SourceKind.REVIEW, id=each.id),
            author=each.author,
            author_type=each.author_type,
            body=each.body,
            at=each.submitted_at,
            url=each.url,
        )
        for each in reviews
        if each.submitted_at is not None and each.body
    )


def _source(comment: Comment | ReviewComment, kind: SourceKind, *, thread: int | None = None) -> Source:
    return Source(
        key=Key(kind=kind, id=comment.id),
        author=comment.author,
        author_type=comment.author_type,
        body=comment.body,
        at=comment.created_at,
        url=comment.url,
        edited_at=comment.updated_at if comment.updated_at != comment.created_at else None,
        thread=thread,
    )


def is_person(login: str | None, kind: str) -> bool:
    """Whether an account is a person's: no bot, no app, and not gone."""
    return bool(login) and kind == "User" and not (login or "").endswith("[bot]")


def by_people(sources: Iterable[Source], *, own_login: str | None) -> tuple[Source, ...]:
    """Without bots, ghosts and Buddy itself (CMD-05); in the order in which it was said."""
    kept = (each for each in sources if is_person(each.author, each.author_type) and each.author != own_login)
    return tuple(sorted(kept, key=lambda each: (each.at, each.key.kind.value, each.key.id)))
