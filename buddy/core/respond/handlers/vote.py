"""`approve` and `decline` in a proposal's thread: the same as a thumb, without waiting for the next run."""

from __future__ import annotations

from buddy.core.commands import Approve, Decline
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.proposals import Proposal, ProposalState
from buddy.core.respond.say import codes, will_be_recorded
from buddy.core.respond.situation import Request, Situation


def approve(command: Approve, request: Request, situation: Situation) -> Answer:
    """Counts as that person's word on the proposal of the thread."""
    proposal = _proposal(request, situation)
    if proposal is None:
        return _none()
    say = f"Approved: {codes(proposal.payload.ids)}.\n\n{will_be_recorded(situation)}"
    return Answer(outcome=CommandOutcome.ANSWERED, say=say, id=proposal.payload.ids[0], proposal=proposal.comment)


def decline(command: Decline, request: Request, situation: Situation) -> Answer:
    """Holds the proposal, whatever others say of it."""
    proposal = _proposal(request, situation)
    if proposal is None:
        return _none()
    say = f"Declined: {codes(proposal.payload.ids)} will not be recorded from this pull request."
    return Answer(outcome=CommandOutcome.ANSWERED, say=say, id=proposal.payload.ids[0], proposal=proposal.comment)


def _proposal(request: Request, situation: Situation) -> Proposal | None:
    """The latest one of the thread that was said before the command and whose words are Buddy's (CAP-04)."""
    thread = request.source.thread
    found = [
        each
        for each in situation.proposals
        if each.payload.thread == thread
        and each.intact
        and each.payload.ids
        and each.payload.state is not ProposalState.WITHDRAWN
        and each.comment < request.source.key.id
    ]
    return max(found, key=lambda each: each.comment, default=None)


def _none() -> Answer:
    return refused(Unable.NO_PROPOSAL, "There is no proposal in this thread that could be approved or declined.")
