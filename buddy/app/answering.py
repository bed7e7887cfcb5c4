"""Answering people: what is due in a conversation, decided and written. Both verbs end with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from buddy.app.closing import Closer
from buddy.app.conversation import Conversation, RespondJob
from buddy.app.hearing import Heard, hear
from buddy.app.memory_note import note_in_memory
from buddy.app.permissions import Permissions
from buddy.app.ports import ThreadHost
from buddy.app.proposal_apply import apply_revisions, post_proposals
from buddy.app.recording import Recorder, record_waiting
from buddy.app.respond_apply import apply_replies, reword
from buddy.core.record.outcome import Recorded
from buddy.core.respond.conversation import is_paused, results
from buddy.core.respond.lessons import lessons
from buddy.core.respond.plan import RespondPlan, Rewording, plan_replies, settle
from buddy.core.respond.proposing import (
    ProposalPlan,
    Revision,
    plan_proposals,
    settle_proposal,
    waiting_proposals,
)
from buddy.core.respond.replies import Reply
from buddy.core.respond.votes import by_command, tally
from buddy.core.respond.vouching import votes_said, vouched
from buddy.core.respond.waiting import Waiting, of_replies, settled_entries, taken_back
from buddy.core.review.learned import Learned
from buddy.core.review.transcript import EffectRecord

if TYPE_CHECKING:
    from buddy.app.model_job import Models


@dataclass(frozen=True, kw_only=True, slots=True)
class Plans:
    """Everything that has to be written in a conversation."""

    replies: RespondPlan
    proposals: ProposalPlan
    waiting: tuple[Waiting, ...]
    withdrawn: frozenset[str]
    learned: Learned

    @property
    def anything(self) -> bool:
        """Whether there is something to write, or to record."""
        return bool(
            self.replies.answers
            or self.replies.rewordings
            or self.proposals.postings
            or self.proposals.revisions
            or self.waiting
            or self.withdrawn
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Answerer:
    """What answering needs of a run; `models` opens the model that questions are put to, None where none is asked."""

    job: RespondJob
    host: ThreadHost
    recorder: Recorder
    models: Models | None = None

    def prepare(self, conversation: Conversation, *, now: datetime) -> Prepared:
        """Gather and decide: nothing is written yet, and the host is asked only of what is due."""
        permissions = Permissions(self.host)
        heard = hear(conversation, self.job, host=self.host, permissions=permissions, now=now, models=self.models)
        return Prepared(answerer=self, permissions=permissions, heard=heard, plans=decide_answers(heard, self.job))


@dataclass(frozen=True, kw_only=True, slots=True)
class Prepared:
    """What one run will say and record."""

    answerer: Answerer
    permissions: Permissions
    heard: Heard
    plans: Plans

    def write(self, *, remembers: bool = True) -> tuple[Recorded, tuple[EffectRecord, ...]]:
        """See `write_answers`; `remembers` is False where a review has written the memory already."""
        return write_answers(self, remembers=remembers)


def decide_answers(heard: Heard, job: RespondJob) -> Plans:
    """The plans, from values alone."""
    conversation = heard.conversation
    replies, proposals = conversation.canonical_replies, conversation.canonical_proposals
    plan = plan_replies(
        heard.due,
        situation=heard.situation,
        replies=replies,
        gone=[reply for reply in replies if reply.payload.key in heard.gone],
        may_write=heard.may_write,
        whose=job.whose,
    )
    after = plan.replies_after(replies)
    said = results(after)
    there = {source.key: source for source in conversation.said}
    proposing = plan_proposals(
        heard.disagreements,
        situation=heard.situation,
        proposals=proposals,
        said=there,
        gone=heard.gone,
        asking={payload.key for payload in after if payload.digest},
        tallies={
            each.comment: tally(
                (*heard.thumbs[each.comment], *by_command(votes_said(after, there, each, mention=job.mention), each)),
                may_write=heard.writers,
            )
            for each in proposals
            if each.comment in heard.thumbs
        },
        may_write=heard.writers,
        whose=job.whose,
    )
    document = conversation.base.document
    wanted = (vouched(payload, there, heard.situation) for payload in after)
    waiting = (*of_replies(wanted, document), *waiting_proposals(proposing.payloads, document))
    approved = waiting_proposals((each.payload for each in proposals), document)
    dropped = taken_back([reply.payload for reply in replies], after) | {one.entry.key for one in approved}
    return Plans(
        replies=plan,
        proposals=proposing,
        waiting=waiting,
        withdrawn=dropped - {one.entry.key for one in waiting},
        learned=lessons(
            after,
            proposing.payloads,
            document=document,
            before=heard.situation.memory.ledger if heard.situation.memory is not None else (),
            paused=is_paused(said),
            deferred=proposing.deferred,
            now=heard.situation.now,
        ),
    )


def write_answers(prepared: Prepared, *, remembers: bool) -> tuple[Recorded, tuple[EffectRecord, ...]]:
    """What is new, then the record, then changes of older answers: each can be worked out again until it is done.

    Raises Refusal when the host does not take a write; what is undone then is done by the next run (P6).
    """
    job, host, heard, plans = prepared.answerer.job, prepared.answerer.host, prepared.heard, prepared.plans
    conversation, plan = heard.conversation, plans.replies
    nodes = {each.comment: each.node for each in conversation.own.findings}
    closer = Closer(number=job.number, nodes=nodes, host=host)
    effects = list(apply_replies(plan.new, (), before=conversation.replies, whose=job.whose, host=host, closer=closer))
    fresh = [each for each in plans.proposals.postings if each.instead is None]
    effects += post_proposals(fresh, before=conversation.proposals, whose=job.whose, host=host)
    recorded = record_waiting(
        plans.waiting,
        withdrawn=plans.withdrawn,
        conversation=conversation,
        job=job,
        recorder=prepared.answerer.recorder,
        permissions=prepared.permissions,
        now=heard.situation.now,
    )
    if recorded.wrote:
        effects.append(EffectRecord(kind="record", applied=True))
    effects += apply_replies(plan.changed, plan.rewordings, before=(), whose=job.whose, host=host, closer=closer)
    effects += [reword(each, host=host) for each in _settled(conversation.canonical_replies, plan, recorded, job)]
    effects += apply_revisions(_revisions(plans.proposals, recorded, job), host=host)
    instead = [each for each in plans.proposals.postings if each.instead is not None]
    effects += post_proposals(instead, before=(), whose=job.whose, host=host)
    if remembers:
        is_open = conversation.pull_request is None or conversation.pull_request.state == "open"
        effects += note_in_memory(conversation.own, plans.learned, is_open=is_open, whose=job.whose, host=host)
    return recorded, tuple(effects)


def _settled(replies: Sequence[Reply], plan: RespondPlan, recorded: Recorded, job: RespondJob) -> list[Rewording]:
    finals = {key: state.value for key, state in recorded.states.items() if state.final}
    return [
        settle(reply, finals, whose=job.whose)
        for reply in replies
        if reply.payload.key not in plan.touched and settled_entries(reply.payload.entries, finals)
    ]


def _revisions(plan: ProposalPlan, recorded: Recorded, job: RespondJob) -> list[Revision]:
    finals = {key: state.value for key, state in recorded.states.items() if state.final}
    found = [(each.proposal, each.payload, each.body) for each in plan.revisions]
    found += [(each, each.payload, each.body) for each in plan.kept]
    revised = {each.proposal.comment for each in plan.revisions}
    made = []
    for proposal, payload, body in found:
        if settled_entries(payload.entries, finals):
            payload, body = settle_proposal(payload, finals, mention=job.mention, key=job.marker_key)
        elif proposal.comment not in revised:
            continue
        made.append(Revision(proposal=proposal, payload=payload, body=body))
    return made
