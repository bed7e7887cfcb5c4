"""Telling the runner what a respond run does: outputs, job summary, transcript."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from buddy.app.answering import Plans, Prepared
from buddy.app.ports import JobLog, Refusal, Workspace
from buddy.core.memory.marker import visible
from buddy.core.notice import Notice
from buddy.core.record.outcome import Recorded
from buddy.core.respond.plan import outcomes
from buddy.core.respond.proposals import ProposalState
from buddy.core.review.job_summary import effects_summary
from buddy.core.review.transcript import EffectRecord, loaded_part, memory_part, redacted, transcript
from buddy.core.secrets import redact


@dataclass(frozen=True, kw_only=True, slots=True)
class RespondDesk:
    """One run's words to the runner."""

    prepared: Prepared
    event: Mapping[str, Any]
    workspace: Workspace
    log: JobLog

    def tell(self) -> None:
        """The full result, before anything is written to the host."""
        plans = self.prepared.plans
        bodies = [each.body for each in plans.replies.answers] + [each.body for each in plans.replies.rewordings]
        bodies += [each.body for each in plans.proposals.postings] + [each.body for each in plans.proposals.revisions]
        said = [visible(body) for body in bodies]
        self.log.summary(redacted("\n\n---\n\n".join(said) if said else "Nothing that was said waits for an answer."))
        self.log.output("learnings-loaded", str(len(self.prepared.heard.conversation.base.document.records)))
        tell_pending(self.prepared, self.log)
        self._account(planned(plans), ())

    def done(self, effects: Sequence[EffectRecord], recorded: Recorded) -> None:
        """What was really done replaces what was planned."""
        tell_pending(self.prepared, self.log, recorded=recorded)
        self._account(effects, recorded.notices)
        self.log.summary(effects_summary(tuple(effects), self.prepared.answerer.host.requests()))

    def refused(self, refusal: Refusal) -> None:
        """Nothing, or not everything, could be written: the job summary carries the answers (CMD-12)."""
        effects = tuple(replace(effect, applied=False, reason=str(refusal)) for effect in planned(self.prepared.plans))
        self._account(effects, ())
        self.log.summary(effects_summary(effects, self.prepared.answerer.host.requests()))

    def _account(self, effects: Sequence[EffectRecord], notices: Sequence[Notice]) -> None:
        conversation, plans = self.prepared.heard.conversation, self.prepared.plans
        base, recollection = conversation.base, conversation.recollection
        memory = recollection.memory
        document = transcript(
            event=self.event,
            base={"ref": base.ref, "trusted": base.trusted, "from": base.loaded_from, "sha": base.sha},
            learnings=loaded_part(base.document),
            memory=memory_part(
                memory,
                memory,
                comment=recollection.canonical.comment if recollection.canonical is not None else None,
                reason=recollection.why_empty,
            ),
            judgement=None,
            effects=effects,
            requests=self.prepared.answerer.host.requests(),
            notices=(*base.notices, *notices),
            commands=command_rows(plans),
            proposals=proposal_rows(plans),
            chat=self.prepared.heard.chat,
            extractor=self.prepared.heard.extractor,
        )
        content = json.dumps(document, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace")
        self.log.output("transcript-file", self.workspace.write("transcript.json", content + b"\n"))


def tell_pending(prepared: Prepared, log: JobLog, *, recorded: Recorded | None = None) -> None:
    """The outputs about recording, and what stood in its way."""
    for notice in recorded.notices if recorded is not None else ():
        log.warning(f"{redact(notice.message)} [{notice.id}]")
    pull = recorded.pull if recorded is not None else None
    log.output("record-pr", "" if pull is None else str(pull))
    log.output("pending", str(pending(prepared.plans, recorded)))


def planned(plans: Plans) -> tuple[EffectRecord, ...]:
    """What `write_answers` would do."""
    kinds = (
        ("close-thread", sum(len(each.closes) for each in plans.replies.answers)),
        ("reply", len(plans.replies.answers)),
        ("edit-reply", len(plans.replies.rewordings)),
        ("proposal", len(plans.proposals.postings)),
        ("edit-proposal", len(plans.proposals.revisions)),
        ("record", bool(plans.waiting or plans.withdrawn)),
    )
    return tuple(EffectRecord(kind=kind) for kind, count in kinds for _ in range(count))


def pending(plans: Plans, recorded: Recorded | None = None) -> int:
    """How many learnings wait: for somebody's thumb, to be recorded, or for the merge."""
    settled = sum(state.final for state in recorded.states.values()) if recorded is not None else 0
    undecided = sum(
        len(payload.entries) for payload in plans.proposals.payloads if payload.state is ProposalState.PENDING
    )
    return max(0, len(plans.waiting) - settled) + undecided


def command_rows(plans: Plans) -> list[dict[str, Any]]:
    """The rows `commands` of the transcript."""
    return outcomes(plans.replies)


def proposal_rows(plans: Plans) -> list[dict[str, Any]]:
    """The rows `proposals` of the transcript; `comment` is None for one that is to be posted."""
    plan = plans.proposals
    standing = [(each.comment, each.payload) for each in plan.kept]
    standing += [(each.proposal.comment, each.payload) for each in plan.revisions]
    rows: list[dict[str, Any]] = [
        {"comment": comment, "state": payload.state.value, "by": list(payload.voters), "ids": list(payload.ids)}
        for comment, payload in (*standing, *((None, each.payload) for each in plan.postings))
    ]
    rows += [
        {"comment": None, "source": each.comment, "state": "not-proposed", "reason": each.reason.value, "ids": []}
        for each in plan.not_proposed
    ]
    return rows
