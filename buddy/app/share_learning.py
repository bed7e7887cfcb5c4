"""Sharing: what a person wants to add goes into the record pull request, through the API and in that person's name.

The person is whoever the token stands for, and has write access at this moment (P3). The local file plays no part: what
counts is the memory of the base branch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from buddy.app.base_memory import load_base_memory
from buddy.app.memory_reading import CONFIG_FILE
from buddy.app.permissions import Permissions
from buddy.app.ports import OwnHost
from buddy.app.record import record
from buddy.app.record_gather import RecordJob
from buddy.app.recording import weakens_review
from buddy.core.capture.refusals import RefusalReason
from buddy.core.edits.adding import Outcome, Placed, Wish, add
from buddy.core.errors import HostError
from buddy.core.record.outcome import Recorded
from buddy.core.record.pending import Pending, State
from buddy.core.respond.answer import Unable


@dataclass(frozen=True, kw_only=True, slots=True)
class Shared:
    """`recorded` is None where nothing was to be recorded; `target` is the branch that it is recorded for."""

    placed: Placed
    target: str
    recorded: Recorded | None = None


def share(wish: Wish, *, host: OwnHost, repository_url: str, now: datetime, dry_run: bool = False) -> Shared:
    """Open the record pull request, or add to the open one; repeating it changes nothing (P6).

    Raises HostError where the token is no person's, the person may not write, or the host refuses.
    """
    login = _writer(host)
    target = host.default_branch()
    base = load_base_memory(host, base=target, default_branch=target, config_file=CONFIG_FILE)
    if not base.config.ai.learnings.enabled:
        say = "Learnings are switched off (`ai.learnings.enabled`) in this repository."
        return Shared(placed=Placed(outcome=Outcome.REFUSED, reason=Unable.LEARNINGS_OFF, say=say), target=target)
    if not base.document.writable:
        placed = Placed(outcome=Outcome.REFUSED, reason=Unable.FILE_NOT_WRITABLE, say=f"{base.document.refusal}.")
        return Shared(placed=placed, target=target)

    placed = add(replace(wish, by=login), base.document, protected=base.config.review.protected, now=now)
    if placed.content is None or placed.stated is None or dry_run:
        return Shared(placed=placed, target=target)

    pending = Pending(
        record=placed.stated,
        approvers=(login,),
        weakens_review=weakens_review(placed.stated),
        removed=placed.removed,
    )
    job = RecordJob(
        target=target,
        default_branch=target,
        file=base.config.ai.learnings.file,
        # Nothing waits for a later run here: nobody would hand it over again.
        config=base.config.record.model_copy(update={"min_interval_hours": 0}),
        own_logins=None,
        repository_url=repository_url,
        checks_start=True,
    )
    recorded = record([pending], host=host, job=job, now=now)
    return Shared(placed=_settled(placed, recorded.states[pending.id]), target=target, recorded=recorded)


def _writer(host: OwnHost) -> str:
    login = host.login()
    if login is None:
        raise HostError(
            "the token is no person's, and only people can teach Buddy. Use a token of your own, such as what "
            "`gh auth token` prints."
        )
    if not Permissions(host).may_write(login):
        raise HostError(
            f"{login} has no write access to this repository, or the token may not say so: nothing was done."
        )
    return login


def _settled(placed: Placed, state: State) -> Placed:
    """A statement that the pull request could not take is no addition."""
    match state:
        case State.DECLINED | State.DROPPED:
            reason, say = RefusalReason.ALREADY_DECLINED, "It was declined in a record pull request before."
        case State.DONE:
            reason, say = RefusalReason.DUPLICATE, "The base branch has it already."
        case State.RECORDED:
            return placed
        case State.BLOCKED | State.WAITING:
            return replace(placed, outcome=Outcome.REFUSED, reason=Unable.NOT_RECORDED_YET, content=None, say=_LATER)
    return replace(placed, outcome=Outcome.REFUSED, reason=reason, say=say, content=None)


_LATER = "The record pull request does not take it now."
