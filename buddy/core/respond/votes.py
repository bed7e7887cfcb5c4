"""Who approved and who declined: thumbs on the proposal itself and the two commands, of people with write access."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from buddy.core.hosting import Reaction
from buddy.core.respond.proposals import Proposal, ProposalState
from buddy.core.respond.replies import Result
from buddy.core.respond.source import is_person

APPROVE = "approve"
DECLINE = "decline"
_THUMBS = {"+1": APPROVE, "-1": DECLINE}


@dataclass(frozen=True, kw_only=True, slots=True)
class Vote:
    """What somebody says of a proposal, and since when."""

    by: str
    says: str
    at: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """The outcome: `voters` are those who made it so, in the order of their names."""

    state: ProposalState
    voters: tuple[str, ...]
    at: str


def thumbs(reactions: Iterable[Reaction], *, own_login: str | None) -> tuple[Vote, ...]:
    """What people say by reactions, whether they may or not. Buddy's own and those of bots are none (CAP-02)."""
    return tuple(
        Vote(by=each.user, says=_THUMBS[each.content], at=each.created_at)
        for each in reactions
        if each.content in _THUMBS and each.user and is_person(each.user, each.user_type) and each.user != own_login
    )


def by_command(results: Iterable[Result], proposal: Proposal) -> tuple[Vote, ...]:
    """What people said by `approve` and `decline` of this very comment: one with other words is another (CAP-04)."""
    return tuple(
        Vote(by=each.by, says=each.name, at=each.at or "")
        for each in results
        if each.name in (APPROVE, DECLINE)
        and each.by
        and each.proposal == proposal.comment
        and each.outcome == "answered"
    )


def tally(found: Sequence[Vote], *, may_write: Collection[str]) -> Tally:
    """The latest word of each person counts, and one maintainer's no outweighs any yes (CAP-03)."""
    latest: dict[str, Vote] = {}
    for vote in sorted(found, key=lambda each: (each.at, each.says)):
        if vote.by in may_write:
            latest[vote.by] = vote
    for says, state in ((DECLINE, ProposalState.DECLINED), (APPROVE, ProposalState.APPROVED)):
        who = sorted(vote.by for vote in latest.values() if vote.says == says)
        if who:
            return Tally(state=state, voters=tuple(who), at=max(latest[name].at for name in who))
    return Tally(state=ProposalState.PENDING, voters=(), at="")
