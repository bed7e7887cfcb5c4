"""From what was gathered to what is to be written: the decisions of recording, without a request."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from buddy.app.record_apply import Push, RecordPlan
from buddy.app.record_gather import RecordJob, Site, Standing, Target
from buddy.core.learnings import dates
from buddy.core.notice import Notice
from buddy.core.record import outcome
from buddy.core.record.batch import Batch, batch
from buddy.core.record.body import body
from buddy.core.record.body_reading import rows, ticks
from buddy.core.record.commit import message
from buddy.core.record.entries import entries
from buddy.core.record.pending import Pending, State


@dataclass(frozen=True, kw_only=True, slots=True)
class Gathered:
    """`done` are keys of what the target has, `settled` entries that earlier pull requests decided about.

    `withdrawn` are keys that are to leave the branch.
    """

    job: RecordJob
    target: Target
    site: Site
    done: Collection[str]
    standing: Standing | None
    settled: Mapping[str, State]
    withdrawn: Collection[str]

    @property
    def unticked(self) -> frozenset[str]:
        """The boxes that people emptied in the open pull request."""
        body = self.site.pull.body if self.site.pull else ""
        return frozenset(key for key, ticked in ticks(body).items() if not ticked)


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """`plan` is None where nothing is to be written; `unused` says that no branch is needed then either."""

    states: Mapping[str, State]
    notices: tuple[Notice, ...] = ()
    plan: RecordPlan | None = None
    unused: bool = False


def decide(pending: Sequence[Pending], facts: Gathered, *, now: datetime) -> Decision:
    """What becomes of each entry, and the one plan for all of them."""
    standing, target = facts.standing, facts.target.document
    refusal = standing.branch.document.refusal if standing else None
    if refusal is not None:
        notice = outcome.branch_not_writable(facts.job.file, facts.site.branch, refusal)
        states = {one.id: State.DONE if one.id in facts.done else State.BLOCKED for one in pending}
        return Decision(states=states, notices=(notice,))
    apart = standing is not None and standing.apart
    made = batch(
        standing.branch.base if standing and apart else target,
        pending,
        branch=standing.branch if standing else None,
        settled={**facts.settled, **dict.fromkeys(facts.done, State.DONE)},
        unwanted=facts.unticked | set(facts.withdrawn),
        max_batch=facts.job.config.max_batch,
        now=now,
    )
    due = _due(facts)
    if due is not None and due > now and made.entries:
        return _later(made, pending, due)
    states = {one.id: made.states[one.id] for one in pending}
    plan = _plan(made, {one.id: one for one in pending}, facts, now=now)
    return Decision(states=states, notices=_notices(made, facts), plan=plan, unused=not made.entries)


def is_quiet(pending: Sequence[Pending], job: RecordJob, target: Target, site: Site) -> bool:
    """Whether all that is pending stands in the open pull request as Buddy wrote it, and nothing has moved since."""
    story = site.history
    if site.pull is None or story is None or story.foreign or story.base != target.sha:
        return False
    if any(one.id not in story.written or one.record.updated_at is not None for one in pending):
        return False
    return ticks(site.pull.body) == dict.fromkeys(story.written, True)


def _due(facts: Gathered) -> datetime | None:
    """From when on a new pull request may be opened, None where that is now or none is needed."""
    hours, last = facts.job.config.min_interval_hours, dates.parse(facts.site.last_opened)
    if facts.site.pull is not None or facts.standing is not None or not hours or last is None:
        return None
    return last + timedelta(hours=hours)


def _later(made: Batch, pending: Sequence[Pending], due: datetime) -> Decision:
    states = {
        one.id: State.WAITING if made.states[one.id] is State.RECORDED else made.states[one.id] for one in pending
    }
    count = sum(state is State.WAITING for state in states.values())
    return Decision(states=states, notices=(outcome.interval(count, due),), unused=True)


def _notices(made: Batch, facts: Gathered) -> tuple[Notice, ...]:
    found = [outcome.entry_blocked(key, why) for key, why in sorted(made.reasons.items())]
    if made.waiting:
        found.append(outcome.batch_full(len(made.waiting), facts.job.config.max_batch))
    if facts.standing is not None and facts.standing.apart:
        found.append(outcome.not_brought_up(facts.site.branch))
    return tuple(found)


def _plan(made: Batch, pending: Mapping[str, Pending], facts: Gathered, *, now: datetime) -> RecordPlan | None:
    site = facts.site
    if site.pull is None and not made.entries:
        return None
    push, text = _push(made, facts), _body(made, pending, facts, now=now)
    if site.pull is not None and push is None and text is None:
        return None
    return RecordPlan(
        branch=site.branch, target=facts.job.target, file=facts.job.file, pull=site.pull, body=text, push=push
    )


def _push(made: Batch, facts: Gathered) -> Push | None:
    """None where the branch has these very bytes."""
    story, standing, sha = facts.site.history, facts.standing, facts.target.sha
    content = made.document.data
    if content == (standing.branch.document if standing else facts.target.document).data:
        return None
    keeps = standing is not None and story is not None and (standing.apart or story.base == sha)
    return Push(
        content=content,
        message=message(made.counts, made.entries.keys(), again=made.lost),
        onto=story.tip if story else None,
        exists=story is not None,
        target=None if keeps else sha,
        tree=story.tree if keeps and story else None,
    )


def _body(made: Batch, pending: Mapping[str, Pending], facts: Gathered, *, now: datetime) -> str | None:
    """The pull request's body, None where it says this already."""
    current = facts.site.pull.body if facts.site.pull else ""
    tree = facts.target.tree
    text = body(
        entries(
            made,
            target=facts.target.document,
            pending=pending,
            known=rows(current),
            paths=None if tree.truncated else [path for path, entry in tree.entries.items() if entry.is_regular_file],
            now=now,
        ),
        dropped=_dropped(made, facts),
        target=facts.job.target,
        checks_start=facts.job.checks_start,
    )
    return None if _plain(text) == _plain(current) else text


def _dropped(made: Batch, facts: Gathered) -> Sequence[str]:
    """Keys that people took out of this pull request, without what the target has anyway."""
    written = facts.standing.branch.written if facts.standing else frozenset()
    gone = (facts.unticked | set(written)) - set(made.entries) - made.lost
    return sorted(
        key for key in gone if made.states.get(key) is not State.DONE and facts.target.document.find(key) is None
    )


def _plain(text: str) -> Sequence[str]:
    return text.replace("\r\n", "\n").strip().split("\n")
