"""The sweep: every conversation with something waiting is answered, its votes counted, what is approved recorded.

It makes up for what no event tells (reactions) and for events that were dropped; each conversation is handled as
its own event would have been (P6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from buddy.app.answering import Answerer, Prepared
from buddy.app.conversation import gather_conversation
from buddy.app.ports import JobLog, PullRequest, Refusal, RefusalKind, ThreadHost, Workspace
from buddy.app.recording import Recorder
from buddy.app.sweep_gather import Seen, SweepJob, look_around
from buddy.app.sweep_tell import SweepDesk, Visited
from buddy.core.review.transcript import EffectRecord
from buddy.core.sweep.report import Stop
from buddy.core.sweep.window import BUDGET, RESERVE

if TYPE_CHECKING:
    from buddy.app.model_job import Models

ReviewAgain = Callable[[PullRequest, Prepared], int]
"""Reviews the whole change where somebody asked for it, and writes the answers at its end."""

_COSTS_ONE = frozenset({RefusalKind.LOCKED, RefusalKind.NOT_FOUND, RefusalKind.UNPROCESSABLE, RefusalKind.CONFLICT})
"""What one conversation may be refused without the others being so too."""
_OF_ISSUES = frozenset({RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION})
"""A job may be given pull requests and no issues; it must not stop at the first issue every time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SweepOptions:
    """How the run ends. `budget` is how many requests it may send."""

    dry_run: bool = False
    budget: int = BUDGET


def sweep(
    job: SweepJob,
    *,
    host: ThreadHost,
    recorder: Recorder,
    workspace: Workspace,
    log: JobLog,
    options: SweepOptions,
    event: Mapping[str, Any],
    now: datetime,
    review_again: ReviewAgain | None = None,
    models: Models | None = None,
) -> int:
    """The exit code. Raises Refusal for what a user has to change, and when the host is down or its limit reached."""
    seen = look_around(job, host=host, records=recorder.host, now=now)
    run = _Run(
        job=job,
        seen=seen,
        host=host,
        recorder=recorder,
        options=options,
        now=now,
        review_again=review_again,
        models=models,
    )
    desk = SweepDesk(seen=seen, event=event, host=host, workspace=workspace, log=log, now=now)
    desk.tell()
    waiting = list(seen.stops)
    try:
        while waiting and run.has_room:
            desk.visited(run.visit(waiting[0]))
            waiting.pop(0)
    finally:
        desk.done(left=waiting)
    if options.dry_run:
        log.notice("Dry run: nothing was written.")
    return 0


@dataclass(frozen=True, kw_only=True, slots=True)
class _Run:
    job: SweepJob
    seen: Seen
    host: ThreadHost
    recorder: Recorder
    options: SweepOptions
    now: datetime
    review_again: ReviewAgain | None
    models: Models | None

    @property
    def has_room(self) -> bool:
        """Whether one more conversation fits the budget."""
        hosts = {id(each): each for each in (self.host, self.recorder.host)}
        sent = sum(each.requests()[0] for each in hosts.values())
        return sent + RESERVE <= self.options.budget

    def visit(self, stop: Stop) -> Visited:
        prepared = None
        try:
            prepared = self._prepare(stop)
            if self.options.dry_run:
                return Visited(stop=stop, prepared=prepared)
            return self._write(stop, prepared)
        except Refusal as refusal:
            on_issue = stop.surveyed.on_pull is False and refusal.kind in _OF_ISSUES
            if refusal.kind not in _COSTS_ONE and not on_issue:
                raise
            return Visited(stop=stop, prepared=prepared, refused=str(refusal))

    def _prepare(self, stop: Stop) -> Prepared:
        on_pull = stop.surveyed.on_pull
        if on_pull is None:
            on_pull = self.host.issue(stop.surveyed.number).is_pull_request
        job = self.job.at(stop.surveyed.number, on_pull=on_pull)
        conversation = gather_conversation(job, host=self.host, bases={self.job.default_branch: self.seen.base})
        answerer = Answerer(job=job, host=self.host, recorder=self.recorder, models=self.models)
        return answerer.prepare(conversation, now=self.now)

    def _write(self, stop: Stop, prepared: Prepared) -> Visited:
        pull = prepared.heard.conversation.pull_request
        if prepared.plans.replies.reviews and self.review_again is not None and pull is not None:
            self.review_again(pull, prepared)
            return Visited(stop=stop, prepared=prepared, effects=(EffectRecord(kind="review", applied=True),))
        recorded, effects = prepared.write()
        return Visited(stop=stop, prepared=prepared, effects=effects, recorded=recorded)
