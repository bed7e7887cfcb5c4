"""Buddy's answers as the markers of its own comments hold them: which comment was answered, how, and what waits.

A reply is the commit point of a command: what no reply says was not done (P6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from buddy.core.hosting import Comment, CommentKind, ReviewComment
from buddy.core.memory.marker import Marker, MarkerKind
from buddy.core.respond.entry import Entry, read_entry
from buddy.core.respond.source import Key, SourceKind
from buddy.core.review.own import Whose


class Result(BaseModel):
    """What became of the `n`-th command of a comment, said by `by` at `at`.

    `id` is the learning it made, changed or is about, `key` names its entry where it wants something recorded,
    `proposal` the comment of the proposal that it is a vote on, `declines` the findings that it settled here.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    n: int
    name: str
    outcome: str
    reason: str | None = None
    id: str | None = None
    key: str | None = None
    proposal: int | None = None
    declines: tuple[str, ...] | None = None
    by: str | None = None
    at: str | None = None


class ReplyPayload(BaseModel):
    """The payload of a reply's marker. `digest` is that of the commands that were answered (`commands_digest`)."""

    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True)

    repo: int
    pr: int
    to: int
    to_kind: SourceKind = Field(alias="toKind")
    digest: str
    results: tuple[Result, ...] = ()
    records: tuple[dict[str, Any], ...] = ()

    @property
    def key(self) -> Key:
        """The comment it answers."""
        return Key(kind=self.to_kind, id=self.to)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What its commands want recorded."""
        return tuple(entry for record in self.records if (entry := read_entry(record)) is not None)

    def as_marker(self) -> dict[str, Any]:
        """What the marker holds."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """One of Buddy's answers, with the comment it stands in."""

    kind: CommentKind
    comment: int
    body: str
    payload: ReplyPayload


def find_replies(
    whose: Whose, *, comments: Iterable[Comment], review_comments: Iterable[ReviewComment]
) -> tuple[Reply, ...]:
    """All trusted replies, oldest first; a payload that cannot be read answers nothing (P5)."""
    below = (
        Reply(kind=CommentKind.ISSUE, comment=each.id, body=each.body, payload=payload)
        for each, payload in marked(whose, comments, MarkerKind.REPLY, ReplyPayload)
    )
    on_lines = (
        Reply(kind=CommentKind.REVIEW, comment=each.id, body=each.body, payload=payload)
        for each, payload in marked(whose, review_comments, MarkerKind.REPLY, ReplyPayload)
    )
    return (*below, *on_lines)


def standing(replies: Iterable[Reply]) -> Mapping[Key, Reply]:
    """The canonical reply to each comment: the oldest."""
    first: dict[Key, Reply] = {}
    for reply in replies:
        first.setdefault(reply.payload.key, reply)
    return first


def repeated(replies: Sequence[Reply]) -> tuple[Reply, ...]:
    """Younger replies to a comment that has an older one."""
    kept = {id(reply) for reply in standing(replies).values()}
    return tuple(reply for reply in replies if id(reply) not in kept)


_C = TypeVar("_C", Comment, ReviewComment)
_P = TypeVar("_P", bound=BaseModel)


def marked(whose: Whose, comments: Iterable[_C], kind: MarkerKind, model: type[_P]) -> list[tuple[_C, _P]]:
    """The comments with a trusted marker of a kind, oldest first, with what it says."""
    found = []
    for comment in sorted(comments, key=lambda each: each.id):
        marker = whose.read(comment, kind)
        if isinstance(marker, Marker):
            try:
                found.append((comment, model.model_validate(marker.payload)))
            except ValidationError:
                continue
    return found
