"""Which conversations have something waiting: worked out from the latest comments and Buddy's own markers (P6).

A doubt is a visit: what is really due, the conversation itself tells. Bodies of reviews are in no repository-wide
list, so commands there wait for their pull request's next event.
"""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from buddy.core.capture.extract import extract
from buddy.core.commands import parse
from buddy.core.hosting import Comment, ReviewComment
from buddy.core.learnings.document import LearningsDocument
from buddy.core.respond.conversation import due, open_entries
from buddy.core.respond.proposals import (
    Proposal,
    ProposalState,
    find_proposals,
    has_expired,
    standing_proposals,
    text_digest,
)
from buddy.core.respond.proposing import is_open
from buddy.core.respond.replies import Reply, find_replies, standing
from buddy.core.respond.source import Key, Source, by_people, of_comments, of_review_comments
from buddy.core.review.own import Whose, find_own
from buddy.core.sweep.window import Window


class Reason(enum.Enum):
    """Why a conversation is visited, in the words of the job summary."""

    COMMAND = "a command without an answer"
    CHANGED = "a comment that was changed or deleted"
    DISAGREEMENT = "a disagreement without a proposal"
    VOTE = "a vote"
    RECORD = "something to be recorded"
    EXPIRY = "a proposal that nobody voted on"


@dataclass(frozen=True, kw_only=True, slots=True)
class Eyes:
    """With what a survey looks: who Buddy is, how it is called, what the default branch remembers already.

    `captures` says that disagreements are made into proposals.
    """

    login: str | None
    key: bytes | None
    repo: int
    mention: str
    document: LearningsDocument
    captures: bool
    now: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Surveyed:
    """One conversation. `on_pull` is None where nobody told; `latest` is when something in it changed last.

    `wanted` are the keys of what is approved and does not stand in the file, `undecided` the times of the proposals
    without a vote.
    """

    number: int
    on_pull: bool | None
    latest: str
    reasons: frozenset[Reason]
    wanted: frozenset[str] = frozenset()
    undecided: tuple[str, ...] = ()

    def due(self, quiet: Collection[str]) -> frozenset[Reason]:
        """Why it is to be visited, if `quiet` are the keys that stand in an open record pull request."""
        return self.reasons | ({Reason.RECORD} if self.wanted - set(quiet) else frozenset())


def survey(
    comments: Iterable[Comment], review_comments: Iterable[ReviewComment], *, eyes: Eyes, window: Window
) -> tuple[Surveyed, ...]:
    """Every conversation with something of Buddy's or for Buddy in it, the one that changed last first."""
    below: defaultdict[int, list[Comment]] = defaultdict(list)
    on_lines: defaultdict[int, list[ReviewComment]] = defaultdict(list)
    for comment in comments:
        if comment.number is not None:
            below[comment.number].append(comment)
    for each in review_comments:
        if each.number is not None:
            on_lines[each.number].append(each)
    numbers = dict.fromkeys([*below, *on_lines])
    found = (_Look(n, below.get(n, ()), on_lines.get(n, ()), eyes=eyes, window=window).surveyed for n in numbers)
    return tuple(sorted(found, key=lambda each: (each.latest, each.number), reverse=True))


class _Look:
    """At one conversation, as far as the lists show it."""

    def __init__(
        self,
        number: int,
        below: Sequence[Comment],
        on_lines: Sequence[ReviewComment],
        *,
        eyes: Eyes,
        window: Window,
    ) -> None:
        whose = Whose(login=eyes.login, key=eyes.key, repo=eyes.repo, pr=number)
        self._number, self._below, self._on_lines, self._eyes, self._window = number, below, on_lines, eyes, window
        self._own = find_own(whose, comments=(), review_comments=on_lines)
        replies = find_replies(whose, comments=below, review_comments=on_lines)
        self._replies: Mapping[Key, Reply] = standing(replies)
        self._proposals = standing_proposals(find_proposals(whose, on_lines))
        self._sources = {each.key: each for each in (*of_comments(below), *of_review_comments(on_lines))}
        self._said = by_people(self._sources.values(), own_login=eyes.login)

    @property
    def surveyed(self) -> Surveyed:
        document = self._eyes.document
        approved = [each for each in self._open if each.payload.state is ProposalState.APPROVED]
        wanted = {entry.key for entry in open_entries(self._replies.values(), document)}
        for each in approved:
            wanted |= {e.key for e in each.payload.entries if e.final is None and not e.stands_in(document)}
        return Surveyed(
            number=self._number,
            on_pull=True if self._on_lines else next((c.on_pull for c in self._below if c.on_pull is not None), None),
            latest=max([*(it.updated_at for it in self._below), *(it.updated_at for it in self._on_lines)]),
            reasons=frozenset(self._reasons()),
            wanted=frozenset(wanted),
            undecided=tuple(each.at for each in self._open if each.payload.state is ProposalState.PENDING),
        )

    @property
    def _open(self) -> list[Proposal]:
        return [each for each in self._proposals.values() if is_open(each, self._eyes.document)]

    def _reasons(self) -> Iterator[Reason]:
        read = partial(parse, mention=self._eyes.mention)
        if due(self._said, replies=self._replies, read=read, mention=self._eyes.mention):
            yield Reason.COMMAND
        if any(map(self._lost, self._replies.values())):
            yield Reason.CHANGED
        if any(map(self._disputes, self._said)):
            yield Reason.DISAGREEMENT
        thumbs = {each.id: (each.thumbs_up, each.thumbs_down) for each in self._on_lines}
        for each in self._open:
            if self._moved(each):
                yield Reason.CHANGED
            if _may_turn(each, *thumbs.get(each.comment, (None, None))):
                yield Reason.VOTE
            if each.payload.state is ProposalState.PENDING and has_expired(each, now=self._eyes.now):
                yield Reason.EXPIRY

    def _lost(self, reply: Reply) -> bool:
        """Whether a reply wants something recorded whose comment seems to be gone."""
        at = max((result.at or "" for result in reply.payload.results), default="")
        waits = open_entries([reply], self._eyes.document)
        return bool(waits) and reply.payload.key not in self._sources and _listed(reply.payload.key, at, self._window)

    def _moved(self, proposal: Proposal) -> bool:
        """Whether what a proposal was made of, or its own text, is another by now."""
        payload = proposal.payload
        source = self._sources.get(payload.key)
        if payload.state is ProposalState.WITHDRAWN:
            return source is not None and self._says_anew(source, payload.source_digest)
        if not proposal.intact:
            return True
        if source is None:
            return self._window.covers(payload.at)
        return text_digest(source.body) != payload.source_digest

    def _says_anew(self, source: Source, digest: str) -> bool:
        return text_digest(source.body) != digest and extract(source.body).disagreement

    def _disputes(self, source: Source) -> bool:
        """Whether somebody disputes a finding in its thread, or in one that began before what was listed."""
        if not self._eyes.captures or not source.is_reply:
            return False
        answered = self._replies.get(source.key)
        if source.key in self._proposals or (answered is not None and answered.payload.digest):
            return False
        begins = Key(kind=source.key.kind, id=source.thread or 0)
        of_a_finding = any(own.comment == source.thread for own in self._own.findings)
        return (of_a_finding or begins not in self._sources) and extract(source.body).disagreement


def _listed(key: Key, at: str, window: Window) -> bool:
    """Whether the comment would be among what was listed: bodies of reviews never are."""
    return key.kind.reacts is not None and window.covers(at)


def _may_turn(proposal: Proposal, up: int | None, down: int | None) -> bool:
    """Whether the thumbs, of whomever, could make something else of it; unknown counts say nothing (None)."""
    if up is None or down is None:
        return True
    match proposal.payload.state:
        case ProposalState.PENDING | ProposalState.EXPIRED:
            return bool(up or down)
        case ProposalState.APPROVED:
            return bool(down) or not up  # by a thumb that was taken back, or by a command
        case ProposalState.DECLINED:
            return bool(up)
        case ProposalState.WITHDRAWN:
            return False
