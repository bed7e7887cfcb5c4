"""The tail of every run: what is approved and waits is handed to the record verb, if anything does (DESIGN 6.8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.app.base_memory import BaseMemory
from buddy.app.conversation import Conversation, RespondJob
from buddy.app.permissions import Permissions
from buddy.app.ports import RecordHost
from buddy.app.record import record
from buddy.app.record_gather import RecordJob, Target
from buddy.core.capture.extract import extract
from buddy.core.capture.refusals import RefusalReason
from buddy.core.learnings.record import Kind, Learning
from buddy.core.record.branches import target_of
from buddy.core.record.outcome import Recorded
from buddy.core.record.pending import Pending, SaidIn
from buddy.core.respond.waiting import Waiting


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorder:
    """How this run records: with which host, as whom, and whether what it opens starts checks (REC-01).

    `own_logins` are who Buddy commits as, None where that is not known.
    """

    host: RecordHost
    own_logins: Collection[str] | None
    repository_url: str
    checks_start: bool


def record_waiting(
    waiting: Sequence[Waiting],
    *,
    withdrawn: Collection[str],
    conversation: Conversation,
    job: RespondJob,
    recorder: Recorder,
    permissions: Permissions,
    now: datetime,
) -> Recorded:
    """Without a request where nothing waits and nothing is taken back.

    Who may not write any more approves nothing; an entry that nobody else approved waits then (P3).
    """
    if not waiting and not withdrawn:
        return Recorded(states={})
    base = conversation.base
    target = target_of(base.config.record, base=base.ref, default_branch=job.default_branch)
    return record(
        _pending(waiting, conversation=conversation, job=job, permissions=permissions),
        host=recorder.host,
        job=RecordJob(
            target=target,
            default_branch=job.default_branch,
            file=base.config.ai.learnings.file,
            config=base.config.record,
            own_logins=recorder.own_logins,
            repository_url=recorder.repository_url,
            checks_start=recorder.checks_start,
        ),
        now=now,
        target=_target(base) if base.loaded_from == target else None,
        withdrawn=withdrawn,
    )


def _pending(
    waiting: Sequence[Waiting], *, conversation: Conversation, job: RespondJob, permissions: Permissions
) -> list[Pending]:
    urls = {source.key: source.url for source in conversation.sources}
    author = conversation.pull_request.author if conversation.pull_request is not None else None
    return [
        Pending(
            record=one.entry.record,
            key=None if one.entry.is_new else one.entry.key,
            source=SaidIn(pr=job.number, comment=one.source.id, url=urls.get(one.source, "")),
            approvers=tuple(sorted(permissions.writers(one.approvers))),
            author=author,
            weakens_review=weakens_review(one.entry.record),
            removed=one.entry.removed,
        )
        for one in waiting
        if permissions.writers(one.approvers)
    ]


def weakens_review(record: Learning) -> bool:
    """Explicit words may ask for less review; the record pull request then says so (6.6, P7)."""
    if record.kind is Kind.SUPPRESSION:
        return False
    return any(each.reason is RefusalReason.WEAKENS_REVIEW for each in extract(record.text).skipped)


def _target(base: BaseMemory) -> Target:
    """What this run has read of the branch already."""
    return Target(sha=base.sha, document=base.document, tree=base.tree)
