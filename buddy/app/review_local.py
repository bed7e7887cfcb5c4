"""Reviewing on this machine, before anything is pushed: the same decision as in CI, without PR memory, and
without network unless a model is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from buddy.app.local_answer import BadLine, Judged, LocalAnswer, Remembered, Unused, Used
from buddy.app.local_change import LocalChange
from buddy.app.model_job import NO_MODEL, ModelJob, Modelled
from buddy.app.open_memory import OpenedMemory
from buddy.app.repository import Repository
from buddy.app.scan_findings import ReportFile, read_reports, without_repeats
from buddy.app.source_tree import SourceTree, texts_of
from buddy.core import tokens
from buddy.core.change import Change
from buddy.core.config import with_prompt_tokens
from buddy.core.findings.finding import Finding, Outcome
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.reports import Report
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.selection import Selection
from buddy.core.memory.snapshot import PrMemory
from buddy.core.notice import Notice
from buddy.core.review.agent_context import Agent, limit, memory_share, render_for, room
from buddy.core.review.context import render_context
from buddy.core.review.evidence import renamed
from buddy.core.review.integrity import edited_memory, excluded_findings, memory_problems
from buddy.core.review.judgement import Evidence, Judgement, Verdict, judge
from buddy.core.review.reviewer import reviewer_of
from buddy.core.review.scope import Scope, head_files, scope

if TYPE_CHECKING:
    from buddy.core.review.model_account import ModelAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalReview:
    """The answer, and a sentence for each findings file that is none."""

    answer: LocalAnswer
    problems: tuple[str, ...]


def review_local(
    local: LocalChange,
    *,
    memory: OpenedMemory,
    files: Iterable[ReportFile],
    tree: SourceTree,
    roots: Sequence[str],
    notices: Sequence[Notice],
    now: datetime,
    job: ModelJob = NO_MODEL,
    repository: Repository | None = None,
) -> LocalReview:
    """`tree` is the head's source, `roots` where tools may have seen it, `notices` what is known so far.

    A model is asked only where `job` has one; that needs the `repository`.
    """
    scan = read_reports(files, tree=tree, roots=roots)
    report = without_repeats(scan.report)
    own_files = (memory.config.ai.learnings.file,)
    exclude = memory.config.review.exclude
    scoped = scope(report.findings, change=local.change, exclude=exclude, own_files=own_files)
    selection = select_for(local.change, title=local.title, memory=memory, now=now)
    modelled = Modelled()
    if job.model is not None and repository is not None:
        from buddy.app.local_model import ask_locally

        modelled = ask_locally(
            job, local, memory=memory, reported=scoped.inside, selection=selection, repository=repository, tree=tree
        )
    inside = (*scoped.inside, *modelled.findings)
    evidence = _evidence(report, scoped, inside, change=local.change, tree=tree)

    judgement = judge(
        evidence,
        change=local.change,
        title=local.title,
        document=memory.document,
        config=memory.config,
        max_comments=memory.config.review.max_comments,
        now=now,
        selection=selection,
    )

    said = (
        *notices,
        *memory.notices,
        *memory_problems(memory.document, file=memory.source),
        *edited_memory(local.change, own_files=own_files, branch=local.ref, sha=local.base),
        *report.notices,
        *modelled.notices,
        *_counted(report, scoped, judgement),
    )
    return LocalReview(answer=_answer(local, memory, judgement, said, account=modelled.account), problems=scan.problems)


def give_context(
    change: Change, *, title: str, memory: OpenedMemory, now: datetime, pull: PrMemory | None = None
) -> Remembered:
    """What the memory has to say about a change, without any findings; `now` is aware.

    `pull` is what a pull request remembers: it stands behind the learnings, within the same budget.
    """
    if pull is None:
        return remembered(memory.document, select_for(change, title=title, memory=memory, now=now))
    budget = memory.config.ai.learnings.max_prompt_tokens
    share = memory_share(budget)
    room = budget - tokens.estimate(render_context("", pull, most_memory=share)) - 1
    found = remembered(
        memory.document, select_for(change, title=title, memory=memory, now=now, most_tokens=max(0, room))
    )
    text = render_context(found.block, pull, most_memory=share)
    assert tokens.estimate(text) <= budget or not found.block, "P11: a context never exceeds its budget"
    return replace(found, block=text, tokens=tokens.estimate(text), budget=budget)


def give_agent_context(
    change: Change,
    *,
    title: str,
    memory: OpenedMemory,
    now: datetime,
    agent: Agent,
    pull: PrMemory | None = None,
) -> Remembered:
    """The same in the form of one agent; `block`, `tokens` and `budget` are of its whole text."""
    budget = memory.config.ai.learnings.max_prompt_tokens
    most = room(agent, budget=budget, memory=pull)
    found = remembered(memory.document, select_for(change, title=title, memory=memory, now=now, most_tokens=most))
    text = render_for(agent, block=found.block, budget=budget, memory=pull)
    return replace(found, block=text, tokens=tokens.estimate(text), budget=limit(agent, budget=budget))


def select_for(
    change: Change, *, title: str, memory: OpenedMemory, now: datetime, most_tokens: int | None = None
) -> Selection:
    """The learnings that a review of the change is given, as the review itself selects them.

    `most_tokens` is a narrower budget than the configured one.
    """
    config = memory.config if most_tokens is None else with_prompt_tokens(memory.config, most_tokens)
    return judge(
        Evidence(inside=()),
        change=change,
        title=title,
        document=memory.document,
        config=config,
        max_comments=0,
        now=now,
    ).selection


def remembered(document: LearningsDocument, selection: Selection) -> Remembered:
    """The selection with the file's problems."""
    return Remembered(
        block=selection.block,
        loaded=selection.loaded,
        problems=tuple(BadLine(line=one.line, reason=one.reason.value) for one in document.problems if one.costs),
        selected=tuple(
            Used(id=one.id, text=one.text, paths=one.paths, why=one.why, tokens=one.tokens)
            for one in selection.selected
        ),
        left_out=tuple(Unused(id=one.id, why=one.why) for one in selection.left_out),
        left_out_counts=selection.left_out_counts,
        tokens=selection.tokens,
        budget=selection.budget,
    )


def _evidence(
    report: Report, scoped: Scope, inside: Sequence[Finding], *, change: Change, tree: SourceTree
) -> Evidence:
    there = head_files(change)
    hidden = [finding for finding in report.hidden if finding.path in there]
    texts = texts_of((finding.path for finding in (*inside, *hidden)), tree)
    before = {new: old for old, new in renamed(change).items()}
    return Evidence(
        inside=identify(inside, text_of=texts),
        former=identify(inside, text_of=texts, previous_path=before) if before else (),
        elsewhere=scoped.elsewhere,
        unplaced=identify(report.unplaced, text_of={}),
        hidden_by_tool=identify(hidden, text_of=texts),
    )


def _answer(
    local: LocalChange,
    memory: OpenedMemory,
    judgement: Judgement,
    notices: Sequence[Notice],
    *,
    account: ModelAccount | None,
) -> LocalAnswer:
    return LocalAnswer(
        base_ref=local.ref,
        base_sha=local.base,
        base_name=local.base_name,
        head_sha=local.head,
        head_name=local.head_name,
        changed_files=local.change.total,
        remembered=remembered(memory.document, judgement.selection),
        findings=tuple(_judged(one) for one in judgement.verdicts if one.outcome is not Outcome.UNCHANGED_FILE),
        notices=tuple(notices),
        unchanged=dict(judgement.elsewhere),
        reviewer=reviewer_of(account),
        model=account,
    )


def _judged(verdict: Verdict) -> Judged:
    return Judged(finding=verdict.finding, outcome=verdict.outcome, suppressed_by=verdict.by, why=verdict.why)


def _counted(report: Report, scoped: Scope, judgement: Judgement) -> Iterator[Notice]:
    """What is in no list of the answer is counted here (P8)."""
    yield from excluded_findings(scoped.excluded)
    if report.open:
        yield Notice(id="open-results", message=f"{report.open} results of kind open or review are not judged.")
    for verdict in judgement.verdicts:
        if verdict.spared is not None:
            yield Notice(
                id="protected-category",
                message=f"{verdict.spared} does not hide {verdict.finding.category}: {verdict.why}.",
            )
