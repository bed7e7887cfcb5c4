"""Which proposals to make, change or withdraw: worked out from threads, thumbs and Buddy's own proposals (P6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from buddy.core.capture.refusals import RefusalReason
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import Learning
from buddy.core.respond.disagreement import Disagreement, disagreement, entries, teaches
from buddy.core.respond.proposal_text import with_text
from buddy.core.respond.proposals import Proposal, ProposalPayload, ProposalState, has_expired, text_digest
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Key, Source
from buddy.core.respond.votes import Tally
from buddy.core.respond.waiting import Waiting
from buddy.core.review.own import Whose

MOST_A_ROUND = 5
"""New proposals of one run; the rest waits for the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Posting:
    """A proposal to be posted in a thread. `instead` is the comment of the one that it takes the place of."""

    payload: ProposalPayload
    body: str
    instead: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Revision:
    """A proposal whose text has to say something else now."""

    proposal: Proposal
    payload: ProposalPayload
    body: str


@dataclass(frozen=True, kw_only=True, slots=True)
class NotProposed:
    """A disagreement of which nothing was made, and why."""

    comment: int
    reason: RefusalReason


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalPlan:
    """`kept` are the proposals that stay as they are."""

    postings: tuple[Posting, ...] = ()
    revisions: tuple[Revision, ...] = ()
    kept: tuple[Proposal, ...] = ()
    not_proposed: tuple[NotProposed, ...] = ()

    @property
    def deferred(self) -> int:
        """How many wait for the next round."""
        return sum(each.reason is RefusalReason.DEFERRED for each in self.not_proposed)

    @property
    def payloads(self) -> tuple[ProposalPayload, ...]:
        """What stands when the plan was carried out."""
        changed = [each.payload for each in self.revisions]
        return (*(each.payload for each in self.kept), *changed, *(each.payload for each in self.postings))


def candidates(
    said: Iterable[Source], *, situation: Situation, proposals: Mapping[Key, Proposal], asking: Collection[Key]
) -> tuple[Disagreement, ...]:
    """The disagreements without a proposal. Whoever gives a command says what is wanted: `asking` are left out."""
    fresh = (each for each in said if each.key not in proposals and each.key not in asking)
    return tuple(found for each in fresh if (found := disagreement(each, situation)) is not None)


def plan_proposals(
    found: Sequence[Disagreement],
    *,
    situation: Situation,
    proposals: Sequence[Proposal],
    said: Mapping[Key, Source],
    gone: Collection[Key],
    asking: Collection[Key],
    tallies: Mapping[int, Tally],
    may_write: Collection[str],
    whose: Whose,
) -> ProposalPlan:
    """`tallies` are the votes by the proposal's comment, `gone` the sources that were deleted."""
    work = _Work(situation=situation, whose=whose, declined=_declined(proposals))
    for each in proposals:
        work.look_at(each, said=said, gone=gone, asking=asking, tally=tallies.get(each.comment))
    for one in found:
        work.propose(one, may_write=may_write)
    return work.plan


def waiting_proposals(payloads: Iterable[ProposalPayload], document: LearningsDocument) -> tuple[Waiting, ...]:
    """What was approved and stands in no file yet."""
    return tuple(
        Waiting(entry=entry, source=payload.key, approvers=payload.voters)
        for payload in payloads
        if payload.state is ProposalState.APPROVED
        for entry in payload.entries
        if entry.final is None and not entry.stands_in(document)
    )


def settle_proposal(
    payload: ProposalPayload, finals: Mapping[str, str], *, mention: str, key: bytes | None
) -> tuple[ProposalPayload, str]:
    """With what became of its entries for good; declined as a whole if the record pull request was."""
    records = [replace(each, final=finals.get(each.key, each.final)) for each in payload.entries]
    declined = any(each.final in ("declined", "dropped") for each in records)
    changed = payload.model_copy(
        update={
            "records": tuple(each.as_json() for each in records),
            "state": ProposalState.DECLINED if declined else payload.state,
            "voters": () if declined else payload.voters,
        }
    )
    return with_text(changed, mention=mention, key=key)


def is_open(proposal: Proposal, document: LearningsDocument) -> bool:
    """Whether votes still decide something."""
    return any(each.final is None and not each.stands_in(document) for each in proposal.payload.entries)


def _declined(proposals: Iterable[Proposal]) -> tuple[Learning, ...]:
    found = (each.payload for each in proposals if each.payload.state is ProposalState.DECLINED)
    return tuple(entry.record for payload in found for entry in payload.entries)


class _Work:
    """One plan while it is made."""

    def __init__(self, *, situation: Situation, whose: Whose, declined: tuple[Learning, ...]) -> None:
        self._situation = situation
        self._whose = whose
        self._declined = declined
        self._made = 0
        self._taken: list[Learning] = []
        self._postings: list[Posting] = []
        self._revisions: list[Revision] = []
        self._kept: list[Proposal] = []
        self._not: list[NotProposed] = []

    @property
    def plan(self) -> ProposalPlan:
        return ProposalPlan(
            postings=tuple(self._postings),
            revisions=tuple(self._revisions),
            kept=tuple(self._kept),
            not_proposed=tuple(self._not),
        )

    def look_at(
        self,
        each: Proposal,
        *,
        said: Mapping[Key, Source],
        gone: Collection[Key],
        asking: Collection[Key],
        tally: Tally | None,
    ) -> None:
        payload = each.payload
        self._taken += [entry.record for entry in payload.entries]
        source = said.get(payload.key)
        if not is_open(each, self._situation.document):
            self._kept.append(each)
        elif payload.key in gone or payload.key in asking:
            self._revise(each, state=ProposalState.WITHDRAWN)
        elif source is not None and not self._says_so(payload, source):
            self._reread(each, source)
        elif not each.intact:
            self._post(payload, instead=each.comment)
        elif source is None:  # not there to be compared, and not gone: nobody's yes holds (P4)
            self._revise(each, state=ProposalState.PENDING)
        elif tally is None:
            self._kept.append(each)
        else:
            state = (
                ProposalState.EXPIRED if tally.state is ProposalState.PENDING and self._is_over(each) else tally.state
            )
            self._revise(each, state=state, voters=tally.voters, decided=tally.at or None)

    def _is_over(self, each: Proposal) -> bool:
        """Once told, it stays so; only a sweep tells it: other runs come from people who are at work here."""
        told = each.payload.state is ProposalState.EXPIRED
        return told or (self._situation.expires and has_expired(each, now=self._situation.now))

    def propose(self, one: Disagreement, *, may_write: Collection[str]) -> None:
        if one.source.author not in may_write:
            self._refuse(one, RefusalReason.NOT_AUTHORISED)
            return
        payload = self._payload(one)
        if payload is None:
            blocked = bool(entries(one, self._situation, declined=()))
            reason = RefusalReason.ALREADY_DECLINED if blocked and self._declined else RefusalReason.DUPLICATE
            self._refuse(one, reason)
        elif self._made >= MOST_A_ROUND:
            self._refuse(one, RefusalReason.DEFERRED)
        else:
            self._made += 1
            self._taken += [entry.record for entry in payload.entries]
            self._post(payload)

    def _reread(self, each: Proposal, source: Source) -> None:
        """The source says something else: that was approved by nobody."""
        found = disagreement(source, self._situation)
        own = {entry.key for entry in each.payload.entries}
        self._taken = [record for record in self._taken if record.id not in own]
        payload = self._payload(found) if found is not None else None
        if payload is None:
            self._revise(each, state=ProposalState.WITHDRAWN)
        else:
            self._taken += [entry.record for entry in payload.entries]
            self._post(payload, instead=each.comment)

    def _says_so(self, payload: ProposalPayload, source: Source) -> bool:
        """Whether the source is the one that was read, and says what would be recorded."""
        if text_digest(source.body) != payload.source_digest:
            return False
        found = disagreement(source, self._situation)
        return found is not None and teaches(found, payload.entries, self._situation)

    def _payload(self, one: Disagreement) -> ProposalPayload | None:
        made = entries(one, self._situation, declined=(*self._declined, *self._taken))
        if not made:
            return None
        return ProposalPayload(
            repo=self._whose.repo,
            pr=self._whose.pr,
            source=one.source.key.id,
            source_digest=text_digest(one.source.body),
            by=one.source.author or "",
            at=one.source.at,
            thread=one.source.thread or 0,
            fingerprint=one.known.fingerprint,
            records=tuple(entry.as_json() for entry in made),
        )

    def _post(self, payload: ProposalPayload, *, instead: int | None = None) -> None:
        fresh = payload.model_copy(update={"state": ProposalState.PENDING, "voters": (), "decided": None})
        bound, body = with_text(fresh, mention=self._situation.mention, key=self._whose.key)
        self._postings.append(Posting(payload=bound, body=body, instead=instead))

    def _revise(
        self, each: Proposal, *, state: ProposalState, voters: tuple[str, ...] = (), decided: str | None = None
    ) -> None:
        if each.intact and (each.payload.state, each.payload.voters) == (state, voters):
            self._kept.append(each)
            return
        changed = each.payload.model_copy(update={"state": state, "voters": voters, "decided": decided})
        payload, body = with_text(changed, mention=self._situation.mention, key=self._whose.key)
        self._revisions.append(Revision(proposal=each, payload=payload, body=body))

    def _refuse(self, one: Disagreement, reason: RefusalReason) -> None:
        self._not.append(NotProposed(comment=one.source.key.id, reason=reason))
