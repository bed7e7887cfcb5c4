"""The review verb: gather, decide, tell the runner everything, and only then write to the host."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from buddy.app.answering import Answerer, Prepared
from buddy.app.conversation import Conversation, conversation_of
from buddy.app.ports import Host, JobLog, Refusal, RefusalKind, Workspace
from buddy.app.respond import RespondOptions, answer
from buddy.app.respond_tell import command_rows, proposal_rows, tell_pending
from buddy.app.review_apply import Superseded, apply, planned_effects
from buddy.app.review_gather import REPORT_UNREADABLE, Ended, Gathered, ReviewJob, gather
from buddy.core.findings.finding import MODEL_TOOL, Outcome, Severity
from buddy.core.notice import Notice
from buddy.core.review import integrity
from buddy.core.review.context import render_context
from buddy.core.review.job_summary import effects_summary, job_summary
from buddy.core.review.judgement import judge
from buddy.core.review.own import posted_at
from buddy.core.review.plan import Plan, Summary
from buddy.core.review.remembering import Reviewed
from buddy.core.review.summary import BaseLine
from buddy.core.review.transcript import EffectRecord, learnings_part, memory_part, redacted, transcript
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.model_job import Models

PAUSED = "Reviews are paused on this pull request; `resume` starts them again, `review` reviews once."

_ANNOTATIONS = 50
_TOLERATED = frozenset({RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION})


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewOptions:
    """How the run ends. `read_only` says that the token cannot write and is not expected to (forks, dependabot)."""

    fail_on: Severity | None = None
    dry_run: bool = False
    read_only: bool = False


def review(
    job: ReviewJob,
    *,
    host: Host,
    workspace: Workspace,
    log: JobLog,
    options: ReviewOptions,
    event: Mapping[str, Any],
    now: datetime,
    answers: Answerer | Prepared | None = None,
    models: Models | None = None,
) -> int:
    """The exit code: 1 when a finding reaches `fail_on`, else 0. Raises Refusal for what a user has to change.

    `event` is what the transcript says of it; `now` is aware. `answers` writes what people are still to be told, at
    the end; prepared already, they are a command that asked for this review, of a paused pull request too. `models`
    opens the model that the base's configuration names.
    """
    gathered = gather(job, host=host, workspace=workspace, now=now, models=models)
    prepared = _prepare(answers, gathered, now=now)
    paused = not isinstance(answers, Prepared) and prepared is not None and prepared.plans.learned.paused
    if isinstance(gathered, Ended) or paused:
        log.notice(gathered.reason if isinstance(gathered, Ended) else PAUSED)
        if prepared is not None:
            ending = RespondOptions(dry_run=options.dry_run, read_only=options.read_only)
            answer(prepared, workspace=workspace, log=log, options=ending, event=event)
        return 0

    plan = decide(gathered, job, now=now)
    if prepared is not None:
        plan = replace(plan, learned=prepared.plans.learned, mention=prepared.answerer.job.mention)

    desk = _Desk(job=job, gathered=gathered, prepared=prepared, event=event, host=host, workspace=workspace, log=log)
    desk.tell(plan, plan.summary(), planned_effects(plan, gathered.own))
    if options.dry_run:
        log.notice("Dry run: nothing was written.")
    else:
        _write(desk, plan, options)
    return _exit_code(plan, options.fail_on, log)


def _prepare(answers: Answerer | Prepared | None, gathered: Gathered | Ended, *, now: datetime) -> Prepared | None:
    if isinstance(answers, Answerer):
        return None if isinstance(gathered, Ended) else answers.prepare(_conversation(gathered, answers), now=now)
    return answers


def _conversation(gathered: Gathered, answers: Answerer) -> Conversation:
    return conversation_of(
        answers.job,
        pull_request=gathered.pull_request,
        base=gathered.base,
        comments=gathered.comments,
        review_comments=gathered.review_comments,
        own=gathered.own,
        recollection=gathered.recollection,
    )


def decide(gathered: Gathered, job: ReviewJob, *, now: datetime) -> Plan:
    """The plan, from values alone."""
    base = gathered.base
    config = base.config
    maximum = config.review.max_comments if job.max_comments is None else job.max_comments
    judgement = judge(
        gathered.evidence,
        change=gathered.change,
        title=gathered.pull_request.title,
        document=base.document,
        config=config,
        max_comments=max(0, maximum - posted_at(gathered.own.findings, job.head_sha)),
        now=now,
        selection=gathered.selection,
    )
    account = gathered.modelled.account
    return Plan(
        whose=job.whose,
        before=gathered.recollection.memory,
        judgement=judgement,
        reviewed=Reviewed(
            repo=job.repository_id,
            pr=job.number,
            title=gathered.pull_request.title,
            body=gathered.pull_request.body,
            head=job.head_sha,
            change=gathered.change,
            codeowners=gathered.codeowners,
            tools=(*gathered.report.tools, MODEL_TOOL) if gathered.modelled.judged else gathered.report.tools,
            hunks=account.hunks if account is not None else {},
            reading=account.reading if account is not None else None,
        ),
        model=account,
        base=BaseLine(branch=base.loaded_from, sha=base.sha, loaded=len(base.document.records)),
        notices=integrity.without_repeats(_notices(gathered)),
    )


def _notices(gathered: Gathered) -> Iterable[Notice]:
    base = gathered.base
    yield from integrity.edited_memory(gathered.change, own_files=base.own_files, branch=base.loaded_from, sha=base.sha)
    yield from gathered.notices
    yield from integrity.memory_problems(base.document, file=base.config.ai.learnings.file)
    yield from integrity.excluded_findings(gathered.scope.excluded)
    yield from integrity.cut_list(gathered.change)


def _exit_code(plan: Plan, fail_on: Severity | None, log: JobLog) -> int:
    """Only `fail-on` makes a finished run fail, and what it could not look at never passes it."""
    if fail_on is None:
        return 0
    if any(verdict.finding.severity.rank >= fail_on.rank for verdict in plan.judgement.standing):
        return 1
    if any(notice.id == REPORT_UNREADABLE for notice in plan.notices):
        log.error("`fail-on` is set and a findings file could not be read, so nobody knows what is in it.")
        return 2
    return 0


def _write(desk: _Desk, plan: Plan, options: ReviewOptions) -> None:
    planned = planned_effects(plan, desk.gathered.own)
    try:
        applied = apply(plan, own=desk.gathered.own, host=desk.host, folds=not options.read_only)
    except Refusal as refusal:
        desk.refused(plan, planned, refusal)
        if not _is_tolerated(refusal, options):
            raise
        desk.log.notice(f"No comment was written: {refusal}")
        return
    except Superseded:
        desk.superseded(plan, planned)
        return
    effects = applied.effects
    try:
        effects += desk.answer()
    except Refusal as refusal:
        if not _is_tolerated(refusal, options):
            raise
        desk.log.notice(f"No answer was written: {refusal}")
    finally:
        desk.done(applied.plan, applied.summary, effects, posted=applied.posted)


def _is_tolerated(refusal: Refusal, options: ReviewOptions) -> bool:
    """Whether the run was bound to meet this refusal, so that it is no failure of it."""
    return refusal.kind is RefusalKind.LOCKED or (options.read_only and refusal.kind in _TOLERATED)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Desk:
    """Tells the runner: files, outputs, job summary, annotations."""

    job: ReviewJob
    gathered: Gathered
    event: Mapping[str, Any]
    host: Host
    workspace: Workspace
    log: JobLog
    prepared: Prepared | None

    def tell(self, plan: Plan, summary: Summary, effects: tuple[EffectRecord, ...]) -> None:
        """The full result, before anything is written to the host (POST-08)."""
        self.log.summary(redacted(job_summary(summary.visible, plan.judgement)))
        for notice in plan.notices:
            say = self.log.error if notice.id == REPORT_UNREADABLE else self.log.warning
            say(f"{redact(notice.message)} [{notice.id}]")
        context = render_context(plan.judgement.selection.block, summary.memory)
        self.log.output("context-file", self.workspace.write("context.md", redacted(context).encode()))
        self.log.output("findings", str(len(plan.judgement.standing)))
        self.log.output("suppressed", str(len(plan.judgement.of(Outcome.SUPPRESSED))))
        self.log.output("learnings-loaded", str(plan.base.loaded))
        self.log.output("learnings-used", str(len(plan.used)))
        if self.prepared is not None:
            tell_pending(self.prepared, self.log)
        else:
            self.log.output("record-pr", "")
            self.log.output("pending", "0")
        self._account(plan, summary, effects, posted=0)

    def done(self, plan: Plan, summary: Summary, effects: tuple[EffectRecord, ...], *, posted: int) -> None:
        """What was really done replaces what was planned."""
        self._account(plan, summary, effects, posted=posted)
        self.log.summary(effects_summary(effects, self.host.requests()))

    def answer(self) -> tuple[EffectRecord, ...]:
        """What people are still to be told, and what they approved; without a request where nothing is due."""
        if self.prepared is None or not self.prepared.plans.anything:
            return ()
        recorded, effects = self.prepared.write(remembers=False)
        tell_pending(self.prepared, self.log, recorded=recorded)
        return effects

    def refused(self, plan: Plan, planned: tuple[EffectRecord, ...], refusal: Refusal) -> None:
        """Nothing, or not everything, could be written: the log carries the findings instead."""
        self._left(plan, planned, str(refusal))
        for verdict in plan.judgement.standing[:_ANNOTATIONS]:
            finding = verdict.finding
            message = f"{finding.message} [{finding.category}, {finding.fingerprint}]"
            self.log.annotate(finding.severity.value, message, path=finding.path or "", line=finding.line)

    def superseded(self, plan: Plan, planned: tuple[EffectRecord, ...]) -> None:
        """The run for the newer push says the rest."""
        reason = "The head moved on meanwhile; the run for the newer push reviews it."
        self._left(plan, planned, reason)
        self.log.notice(reason)

    def _left(self, plan: Plan, planned: tuple[EffectRecord, ...], reason: str) -> None:
        effects = tuple(replace(effect, applied=False, reason=reason) for effect in planned)
        self._account(plan, plan.summary(), effects, posted=0)
        self.log.summary(effects_summary(effects, self.host.requests()))

    def _extractor(self, plan: Plan) -> str | None:
        """Whoever looked for rules in what people said: the model of the review, unless it did not answer."""
        if self.prepared is not None and self.prepared.heard.extractor is not None:
            return self.prepared.heard.extractor
        return plan.model.name if plan.model is not None and plan.model.answered else None

    def _account(self, plan: Plan, summary: Summary, effects: tuple[EffectRecord, ...], *, posted: int) -> None:
        base, recollection = self.gathered.base, self.gathered.recollection
        document = transcript(
            event=self.event,
            base={"ref": base.ref, "trusted": base.trusted, "from": base.loaded_from, "sha": base.sha},
            learnings=learnings_part(plan.judgement.selection, base.document),
            memory=memory_part(
                recollection.memory,
                summary.memory,
                comment=recollection.canonical.comment if recollection.canonical is not None else None,
                reason=recollection.why_empty,
            ),
            judgement=plan.judgement,
            effects=effects,
            requests=self.host.requests(),
            notices=plan.notices,
            model=plan.model,
            extractor=self._extractor(plan),
            commands=command_rows(self.prepared.plans) if self.prepared is not None else (),
            proposals=proposal_rows(self.prepared.plans) if self.prepared is not None else (),
            chat=self.prepared.heard.chat if self.prepared is not None else None,
        )
        content = json.dumps(document, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace")
        self.log.output("transcript-file", self.workspace.write("transcript.json", content + b"\n"))
        self.log.output("posted", str(posted))
