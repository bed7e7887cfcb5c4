"""Gathering for a review: every read of the host and the workspace, in an order that few requests can do.

The pull request itself is read after its files and comments: if its head is still the event's, the files were that
head's, and nothing in the comments is of a newer push.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from buddy.app.base_memory import BaseMemory, load_base_memory, load_draft_config
from buddy.app.model_job import NO_MODEL, ModelJob, Modelled
from buddy.app.ports import NO_MATCH, Comment, Host, PullRequest, ReviewComment, Workspace
from buddy.app.sources import BlobHost, SeenBlobs, read_texts
from buddy.core.change import Change
from buddy.core.errors import InputError
from buddy.core.findings.duplicates import dedupe
from buddy.core.findings.finding import MODEL_TOOL, Finding
from buddy.core.findings.reports import Report, joined, read
from buddy.core.learnings.selection import Selection
from buddy.core.notice import Notice
from buddy.core.review.evidence import recall_at_once, recognise_by_text, settle
from buddy.core.review.judgement import Evidence, select_for
from buddy.core.review.known import Known
from buddy.core.review.own import OwnComments, Whose, find_own
from buddy.core.review.recollection import Recollection, recollect
from buddy.core.review.scope import Scope, scope
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.model_job import Models

REPORT_UNREADABLE = "report-unreadable"
"""The notice of a findings file that is there and cannot be used: with `fail-on`, no run passes over it."""

MAX_CODEOWNERS = 512 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewJob:
    """What the event and the settings ask for.

    `reports` are globs, None where the action was given none; `roots` the absolute paths under which tools may
    know the repository; `max_comments` is None where the configuration decides. `full` says that somebody asked for
    all of it again, what a model has seen before too.
    """

    number: int
    head_sha: str
    base_ref: str
    default_branch: str
    repository_id: int
    draft: bool
    own_login: str | None
    marker_key: bytes | None
    reports: Sequence[str]
    config_file: str
    roots: Sequence[str]
    max_comments: int | None
    full: bool = False

    @property
    def whose(self) -> Whose:
        """Which markers this review trusts."""
        return Whose(login=self.own_login, key=self.marker_key, repo=self.repository_id, pr=self.number)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """There is nothing to review; the reason is for the log."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Gathered:
    """Everything a review is decided from. `tools` are those whose reports were read."""

    base: BaseMemory
    pull_request: PullRequest
    change: Change
    comments: Sequence[Comment]
    review_comments: Sequence[ReviewComment]
    own: OwnComments
    recollection: Recollection
    report: Report
    scope: Scope
    evidence: Evidence
    selection: Selection
    modelled: Modelled
    codeowners: str | None
    notices: tuple[Notice, ...]


def gather(
    job: ReviewJob, *, host: Host, workspace: Workspace, now: datetime, models: Models | None = None
) -> Gathered | Ended:
    """Reads nothing twice, and the head only as data: its files' names, patches, and texts to hash.

    `models` opens the model that the base's configuration names; None for a review by rules alone.
    """
    if job.draft and not _reviews_drafts(job, host):
        return Ended(reason="The pull request is a draft, and `review.drafts` is off.")
    base = load_base_memory(host, base=job.base_ref, default_branch=job.default_branch, config_file=job.config_file)
    report, notices = _read_reports(job, workspace)
    change = host.changed_files(job.number)
    comments, review_comments = host.comments(job.number), host.review_comments(job.number)
    own = find_own(job.whose, comments=comments, review_comments=review_comments)
    pull_request = host.pull_request(job.number)
    ended = _why_ended(job, pull_request)
    if ended is not None:
        return ended
    change = _with_total(change, pull_request)
    recollection = recollect(own, repo=job.repository_id, pr=job.number)
    exclude = base.config.review.exclude
    in_scope = scope(report.findings, change=change, exclude=exclude, own_files=base.own_files)
    texts = SeenBlobs(host)
    selection = select_for(change, title=pull_request.title, document=base.document, config=base.config, now=now)
    opened = models.open(base.config.ai, full=job.full) if models is not None else NO_MODEL
    modelled = _modelled(
        opened,
        base=base,
        pull_request=pull_request,
        change=change,
        recollection=recollection,
        reported=in_scope.inside,
        selection=selection,
        host=texts,
        workspace=workspace,
    )
    return Gathered(
        base=base,
        pull_request=pull_request,
        change=change,
        comments=comments,
        review_comments=review_comments,
        own=own,
        recollection=recollection,
        report=report,
        scope=in_scope,
        evidence=_evidence(
            in_scope, report, change, recollection.known, modelled=modelled, host=texts, workspace=workspace
        ),
        selection=selection,
        modelled=modelled,
        codeowners=_codeowners(base, host, workspace),
        notices=(*base.notices, *notices, *report.notices, *recollection.notices, *modelled.notices),
    )


def _modelled(
    opened: ModelJob,
    *,
    base: BaseMemory,
    pull_request: PullRequest,
    change: Change,
    recollection: Recollection,
    reported: Sequence[Finding],
    selection: Selection,
    host: BlobHost,
    workspace: Workspace,
) -> Modelled:
    """Loads what it takes to ask a model only where there is one, or was."""
    if opened.model is None and not any(item.tool == MODEL_TOOL for item in recollection.known):
        return Modelled()
    from buddy.app.model_review import Scene, review_by_model

    scene = Scene(
        base=base,
        pull_request=pull_request,
        change=change,
        recollection=recollection,
        reported=reported,
        selection=selection,
    )
    return review_by_model(opened, scene, host=host, workspace=workspace)


def _reviews_drafts(job: ReviewJob, host: Host) -> bool:
    """In two reads. Where the base is not the default branch, the default branch decides: that one is trusted."""
    return load_draft_config(host, base=job.default_branch, config_file=job.config_file).review.drafts


def _why_ended(job: ReviewJob, pull_request: PullRequest) -> Ended | None:
    if pull_request.state == "closed":
        return Ended(reason="The pull request was closed meanwhile.")
    if pull_request.head_sha != job.head_sha:
        return Ended(reason="The head moved on; the run for the newer push reviews it.")
    if pull_request.base_ref != job.base_ref:
        return Ended(reason="The base was changed; the run for that change reviews it.")
    return None


def _with_total(change: Change, pull_request: PullRequest) -> Change:
    return Change(files=change.files, total=max(change.total, pull_request.changed_files or 0))


def _read_reports(job: ReviewJob, workspace: Workspace) -> tuple[Report, list[Notice]]:
    """Each unreadable file is one notice with its reason; the others still count (P5)."""
    reports: list[Report] = []
    notices: list[Notice] = []
    for name, content in workspace.report_files(job.reports).items():
        try:
            if content is not None:
                reports.append(read(name, content, roots=job.roots))
            elif workspace.why_unread(name) == NO_MATCH:
                notices.append(Notice(id="report-missing", message=f"Findings file {name} {NO_MATCH}."))
            else:
                raise InputError(f"{name} {workspace.why_unread(name)}")
        except InputError as error:
            notices.append(Notice(id=REPORT_UNREADABLE, message=f"Findings file {error}."))
    report = joined(reports)
    return replace(
        report,
        findings=_presentable(report.findings),
        unplaced=_presentable(report.unplaced),
        hidden=_presentable(report.hidden),
    ), notices


def _presentable(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Without the secrets that scanners like to quote (P10), and then without exact repeats."""
    kept, _ = dedupe(replace(finding, message=redact(finding.message)) for finding in findings)
    return kept


def _evidence(
    in_scope: Scope,
    report: Report,
    change: Change,
    known: Sequence[Known],
    *,
    modelled: Modelled,
    host: BlobHost,
    workspace: Workspace,
) -> Evidence:
    inside = (*in_scope.inside, *modelled.findings)
    certain = {len(in_scope.inside) + index: item for index, item in modelled.certain.items()}
    recalled = recall_at_once(inside, change=change, known=known, certain=certain)
    texts = read_texts(recalled.texts, host=host, workspace=workspace)
    pairs = recognise_by_text(recalled, change=change, known=known, texts=texts)
    old_texts: Mapping[str, str | None] = read_texts(pairs.old_texts, host=host, workspace=None)
    return Evidence(
        inside=pairs.findings,
        former=pairs.former,
        recognised=settle(pairs, change=change, old_texts=old_texts, texts=texts),
        elsewhere=in_scope.elsewhere,
        unplaced=report.unplaced,
        hidden_by_tool=report.hidden,
    )


def _codeowners(base: BaseMemory, host: Host, workspace: Workspace) -> str | None:
    entry = base.codeowners
    if entry is None or (entry.size or 0) > MAX_CODEOWNERS:
        return None
    texts = read_texts({entry.path: entry.sha}, host=host, workspace=workspace)
    return texts[entry.path]
