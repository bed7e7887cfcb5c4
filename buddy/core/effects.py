"""Effects are data: what a verb wants done on the host, carried out by one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class InlineComment:
    """One comment of a review, on the head's side; `start_line` only when it differs from `line` (POST-03)."""

    path: str
    line: int
    start_line: int | None
    body: str
    fingerprint: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PostReview:
    """One review call with an empty body, bound to the commit that was analysed."""

    commit: str
    comments: tuple[InlineComment, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class UpsertSummary:
    """The sticky summary: `comment` is the one to edit, None to create it."""

    comment: int | None
    body: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeleteComment:
    """A younger duplicate of Buddy's own summary."""

    comment: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DeleteReviewComment:
    """A younger duplicate of Buddy's own finding comment."""

    comment: int


Effect = PostReview | UpsertSummary | DeleteComment | DeleteReviewComment
