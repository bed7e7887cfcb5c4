"""Telling the runner what a sweep does: job summary, outputs, and one transcript over all conversations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from buddy.app.answering import Plans, Prepared
from buddy.app.ports import JobLog, ThreadHost, Workspace
from buddy.app.respond_tell import command_rows, pending, planned, proposal_rows
from buddy.app.sweep_gather import Seen
from buddy.core.memory.marker import visible
from buddy.core.notice import Notice
from buddy.core.record.outcome import Recorded
from buddy.core.respond.proposals import ProposalState
from buddy.core.review.integrity import without_repeats
from buddy.core.review.job_summary import effects_summary
from buddy.core.review.transcript import EffectRecord, loaded_part, redacted, transcript
from buddy.core.sweep.report import Stop, not_done, notices, notices_text, plan_text, visit_text

if TYPE_CHECKING:
    from buddy.core.model.chat_account import ChatAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class Visited:
    """One conversation and what was done there. Without `recorded` nothing was written; `refused` says why."""

    stop: Stop
    prepared: Prepared | None
    effects: tuple[EffectRecord, ...] = ()
    recorded: Recorded | None = None
    refused: str | None = None

    @property
    def number(self) -> int:
        """Of the conversation."""
        return self.stop.surveyed.number

    @property
    def pending(self) -> int:
        """How many learnings wait there now."""
        return pending(self.prepared.plans, self.recorded) if self.prepared is not None else 0

    @property
    def expired(self) -> int:
        """How many proposals expired by this visit."""
        if self.prepared is None:
            return 0
        revised = self.prepared.plans.proposals.revisions
        return sum(each.payload.state is ProposalState.EXPIRED for each in revised)


@dataclass(frozen=True, kw_only=True, slots=True)
class SweepDesk:
    """One run's words to the runner."""

    seen: Seen
    event: Mapping[str, Any]
    host: ThreadHost
    workspace: Workspace
    log: JobLog
    now: datetime
    _visits: list[Visited] = field(default_factory=list)

    def tell(self) -> None:
        """What there is to do, before anything is written to the host."""
        self.log.summary(redacted(plan_text(self.seen.stops, self.seen.found, now=self.now)))
        self.log.output("learnings-loaded", str(len(self.seen.base.document.records)))

    def visited(self, visit: Visited) -> None:
        """What was said in one conversation."""
        self._visits.append(visit)
        self.log.summary(redacted(visit_text(visit.number, _said(visit))))

    def done(self, *, left: Sequence[Stop]) -> None:
        """What came of all of it, and what is left."""
        said = without_repeats(self._notices(left))
        for notice in said:
            self.log.warning(f"{notice.message} [{notice.id}]")
        self.log.summary(notices_text(said))
        pulls = [each.recorded.pull for each in self._visits if each.recorded is not None and each.recorded.pull]
        record_pull = pulls[-1] if pulls else self.seen.record_pull
        self.log.output("record-pr", "" if record_pull is None else str(record_pull))
        self.log.output("pending", str(self._pending()))
        effects = tuple(effect for each in self._visits for effect in _effects(each))
        self.log.output("transcript-file", self.workspace.write("transcript.json", self._account(effects, said)))
        self.log.summary(effects_summary(effects, self.host.requests()))

    def _notices(self, left: Sequence[Stop]) -> Iterator[Notice]:
        yield from self.seen.base.notices
        for each in self._visits:
            yield from each.recorded.notices if each.recorded is not None else ()
            if each.refused is not None:
                yield not_done(each.number, each.refused)
        yield from notices(window=self.seen.window, left=left, expired=sum(each.expired for each in self._visits))

    def _pending(self) -> int:
        """What the visits tell, and for the other conversations what the lists told."""
        looked_at = {each.number for each in self._visits}
        others = [each for each in self.seen.found if each.number not in looked_at]
        return sum(each.pending for each in self._visits) + sum(len(it.wanted) + len(it.undecided) for it in others)

    def _account(self, effects: Sequence[EffectRecord], said: Sequence[Notice]) -> bytes:
        base = self.seen.base
        document = transcript(
            event=self.event,
            base={"ref": base.ref, "trusted": base.trusted, "from": base.loaded_from, "sha": base.sha},
            learnings=loaded_part(base.document),
            memory={"loaded": False, "comment": None, "reason": None, "before": None, "after": None},
            judgement=None,
            effects=effects,
            requests=self.host.requests(),
            notices=said,
            commands=[row for each in self._visits for row in _rows(each, command_rows)],
            proposals=[row for each in self._visits for row in _rows(each, proposal_rows)],
            chat=_chat(self._visits),
            extractor=next((one for one in map(_extractor, self._visits) if one is not None), None),
        )
        return json.dumps(document, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _chat(visits: Sequence[Visited]) -> ChatAccount | None:
    accounts = [each.prepared.heard.chat for each in visits if each.prepared is not None]
    found = [account for account in accounts if account is not None]
    if not found:
        return None
    from buddy.core.model.chat_account import together

    return together(found)


def _extractor(visit: Visited) -> str | None:
    return visit.prepared.heard.extractor if visit.prepared is not None else None


def _rows(visit: Visited, of: Callable[[Plans], Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    return [{"pr": visit.number, **row} for row in of(visit.prepared.plans)] if visit.prepared is not None else []


def _effects(visit: Visited) -> tuple[EffectRecord, ...]:
    if visit.prepared is None:
        return ()
    if visit.refused is not None:
        return tuple(
            EffectRecord(kind=each.kind, applied=False, reason=visit.refused) for each in planned(visit.prepared.plans)
        )
    return visit.effects if visit.recorded is not None or visit.effects else planned(visit.prepared.plans)


def _said(visit: Visited) -> Iterator[str]:
    if visit.prepared is None:
        return
    plans = visit.prepared.plans
    bodies = [each.body for each in plans.replies.answers] + [each.body for each in plans.replies.rewordings]
    bodies += [each.body for each in plans.proposals.postings] + [each.body for each in plans.proposals.revisions]
    yield from map(visible, bodies)
