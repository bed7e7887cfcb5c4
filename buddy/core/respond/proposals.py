"""Proposals: what Buddy would remember of a disagreement, waiting below the finding for thumbs (DESIGN 6.7)."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from buddy.core.hosting import ReviewComment
from buddy.core.learnings import dates
from buddy.core.memory.marker import MarkerKind, visible
from buddy.core.respond.entry import Entry, read_entry
from buddy.core.respond.replies import marked
from buddy.core.respond.source import Key, SourceKind
from buddy.core.review.own import Whose

LIFE = timedelta(days=30)
"""How long a proposal waits for a vote. What comes later still counts, but nobody is reminded of it any more."""


class ProposalState(enum.Enum):
    """Where a proposal stands; what is recorded is seen in the base file."""

    PENDING = "pending"
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class ProposalPayload(BaseModel):
    """The payload of a proposal's marker.

    `source` is the comment that disagreed, `source_digest` that of its text; `thread` the comment of the finding it
    answered. `voters` decided on it at `decided`. `digest` is that of the visible text as Buddy wrote it last: other
    words were approved by nobody (CAP-04).
    """

    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True)

    repo: int
    pr: int
    source: int
    source_digest: str = Field(alias="sourceDigest")
    by: str
    at: str
    thread: int
    fingerprint: str | None = None
    records: tuple[dict[str, Any], ...]
    state: ProposalState = ProposalState.PENDING
    voters: tuple[str, ...] = ()
    decided: str | None = None
    digest: str = ""

    @property
    def key(self) -> Key:
        """The comment that it was made of."""
        return Key(kind=SourceKind.LINE, id=self.source)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What would be recorded."""
        return tuple(entry for record in self.records if (entry := read_entry(record)) is not None)

    @property
    def ids(self) -> tuple[str, ...]:
        """Of what would be recorded."""
        return tuple(entry.key for entry in self.entries)

    def as_marker(self) -> dict[str, Any]:
        """What the marker holds."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """One of Buddy's proposals, with the comment on the diff it stands in; `at` is when that was made."""

    comment: int
    at: str
    body: str
    payload: ProposalPayload

    @property
    def intact(self) -> bool:
        """Whether its text is what Buddy wrote."""
        return text_digest(visible(self.body)) == self.payload.digest


def find_proposals(whose: Whose, review_comments: Iterable[ReviewComment]) -> tuple[Proposal, ...]:
    """All trusted proposals, oldest first."""
    return tuple(
        Proposal(comment=each.id, at=each.created_at, body=each.body, payload=payload)
        for each, payload in marked(whose, review_comments, MarkerKind.PROPOSAL, ProposalPayload)
    )


def standing_proposals(proposals: Iterable[Proposal]) -> Mapping[Key, Proposal]:
    """The canonical proposal of each source: the oldest."""
    first: dict[Key, Proposal] = {}
    for proposal in proposals:
        first.setdefault(proposal.payload.key, proposal)
    return first


def repeated_proposals(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Younger proposals of a source that has an older one."""
    kept = {each.comment for each in standing_proposals(proposals).values()}
    return tuple(each for each in proposals if each.comment not in kept)


def has_expired(proposal: Proposal, *, now: datetime) -> bool:
    """Whether it has waited for as long as a proposal does; one of an unknown age has not."""
    made = dates.parse(proposal.at)
    return made is not None and now - made > LIFE


def text_digest(text: str) -> str:
    """Names a text, line ends and blanks at its ends aside: the host changes those."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]
