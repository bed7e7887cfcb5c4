"""The record verb: approved learnings become lines of one small pull request (6.8), on Buddy's own branch only (P2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import quote

from buddy.app.ports import RecordHost, Refusal, RefusalKind
from buddy.app.record_apply import carry_out
from buddy.app.record_gather import RecordJob, Site, Target, blocked_path, find_site, load_target, settled, standing
from buddy.app.record_plan import Decision, Gathered, decide, is_quiet
from buddy.core.notice import Notice
from buddy.core.record import outcome
from buddy.core.record.outcome import Recorded
from buddy.core.record.pending import Pending, State
from buddy.core.record.placing import done
from buddy.core.record.settled import just_unticked

_TRIES = 3
_SOMEBODY_WAS_FASTER = frozenset(
    {
        RefusalKind.ALREADY_EXISTS,
        RefusalKind.NOT_FAST_FORWARD,
        RefusalKind.NOT_FOUND,
        RefusalKind.CONFLICT,
        RefusalKind.UNAVAILABLE,  # the write may have happened: look, then go on from there
    }
)
_TO_BE_CHANGED_FIRST = frozenset(
    {
        RefusalKind.BRANCH_RULES,
        RefusalKind.READ_ONLY,
        RefusalKind.MISSING_PERMISSION,
        RefusalKind.LOCKED,
        RefusalKind.UNPROCESSABLE,
    }
)


def record(
    pending: Sequence[Pending],
    *,
    host: RecordHost,
    job: RecordJob,
    now: datetime,
    target: Target | None = None,
    withdrawn: Collection[str] = (),
) -> Recorded:
    """Bring the record branch and its pull request in step with what is pending; repeating it changes nothing (P6).

    `pending` are entries whose people were found to have write access just now (P3); entries that stand on the branch
    already need not be among them and stay. `withdrawn` are keys that are to leave the branch. `target` is what was
    read of it in this run; without it, and on every further try, it is read anew. Raises Refusal when the host is
    down or its limit is reached; every other refusal is a notice, and what it concerns stays pending.
    """
    for left in range(_TRIES - 1, -1, -1):
        try:
            return _once(pending, host=host, job=job, now=now, target=target, withdrawn=withdrawn, again=left < 2)
        except Refusal as refusal:
            if refusal.kind in _TO_BE_CHANGED_FIRST or (
                refusal.kind in _SOMEBODY_WAS_FASTER and not left and refusal.kind is not RefusalKind.UNAVAILABLE
            ):
                return Recorded(
                    states=dict.fromkeys((one.id for one in pending), State.BLOCKED),
                    notices=(outcome.refused(str(refusal)),),
                )
            if refusal.kind not in _SOMEBODY_WAS_FASTER or not left:
                raise
            target = None
    raise AssertionError  # the last try returns or raises


def _once(
    pending: Sequence[Pending],
    *,
    host: RecordHost,
    job: RecordJob,
    now: datetime,
    target: Target | None,
    withdrawn: Collection[str],
    again: bool,
) -> Recorded:
    target = target or load_target(host, job)
    if target is None:
        return _blocked(pending, outcome.no_target(job.target))
    there = done(target.document, pending, now=now)
    why = _why_not_writable(target, job)
    if why is not None:
        return _blocked(pending, outcome.file_not_writable(job.file, job.target, why), there=there)
    site = find_site(host, job, target, careful=again)
    if site is None:
        return _blocked(pending, outcome.branches_taken(job.branch(1)), there=there)
    if not _is_work(site, withdrawn):
        if not pending:
            return _result(site, states={}, wrote=_clean_up(host, site))
        if is_quiet(pending, job, target, site):
            return _result(site, states=dict.fromkeys((one.id for one in pending), State.RECORDED))
    facts = _gathered(pending, host, job, target=target, site=site, there=there, withdrawn=withdrawn)
    decision = decide(pending, facts, now=now)
    return _apply(decision, host=host, job=job, site=site)


def _gathered(
    pending: Sequence[Pending],
    host: RecordHost,
    job: RecordJob,
    *,
    target: Target,
    site: Site,
    there: Collection[str],
    withdrawn: Collection[str],
) -> Gathered:
    wanted = [one.id for one in pending if one.id not in there]
    return Gathered(
        job=job,
        target=target,
        site=site,
        done=there,
        standing=standing(host, job, target=target, site=site),
        settled=settled(host, site, target, wanted),
        withdrawn=withdrawn,
    )


def _apply(decision: Decision, *, host: RecordHost, job: RecordJob, site: Site) -> Recorded:
    result = _result(site, states=decision.states, notices=decision.notices)
    plan = decision.plan
    if plan is None:
        return replace(result, wrote=decision.unused and _clean_up(host, site))
    try:
        pull = carry_out(host, plan)
    except Refusal as refusal:
        if refusal.kind is RefusalKind.NO_PULL_REQUESTS:
            link = _link(job, plan.branch)
            notices = (*result.notices, outcome.may_not_open(plan.branch, link))
            return replace(result, notices=notices, open_it=link, wrote=plan.push is not None)
        if refusal.kind is RefusalKind.NOTHING_TO_MERGE:
            return result
        raise
    return replace(result, pull=pull.number, url=pull.url, wrote=True)


def _why_not_writable(target: Target, job: RecordJob) -> str | None:
    folder = blocked_path(target.tree, job.file)
    return f"`{folder}` is no folder" if folder is not None else target.document.refusal


def _is_work(site: Site, withdrawn: Collection[str]) -> bool:
    """Whether an open pull request has something to be done about though nothing new is pending."""
    if site.pull is None or site.history is None:
        return False
    return bool(just_unticked(site.pull.body) or set(withdrawn) & set(site.history.written))


def _clean_up(host: RecordHost, site: Site) -> bool:
    """Delete the branch of a pull request that was merged or closed; all its commits are Buddy's, or merged."""
    if not site.spent:
        return False
    host.delete_branch(site.branch)
    return True


def _blocked(pending: Sequence[Pending], notice: Notice, *, there: Collection[str] = ()) -> Recorded:
    states = {one.id: State.DONE if one.id in there else State.BLOCKED for one in pending}
    waiting = State.BLOCKED in states.values()
    return Recorded(states=states, notices=(notice,) if waiting else ())


def _result(
    site: Site, *, states: Mapping[str, State], notices: tuple[Notice, ...] = (), wrote: bool = False
) -> Recorded:
    pull = site.pull
    return Recorded(
        pull=pull.number if pull else None,
        url=pull.url if pull else None,
        branch=site.branch,
        states=states,
        notices=notices,
        wrote=wrote,
    )


def _link(job: RecordJob, branch: str) -> str:
    """Where a person opens the pull request with one click."""
    names = f"{quote(job.target, safe='/')}...{quote(branch, safe='/')}"
    return f"{job.repository_url}/compare/{names}?expand=1"
