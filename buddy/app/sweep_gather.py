"""Looking around a repository: its latest comments, what its default branch remembers, what is being recorded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from buddy.app.base_memory import BaseMemory, load_base_memory
from buddy.app.conversation import RespondJob
from buddy.app.ports import Comment, RecordHost, RecordPull, ReviewComment, ThreadHost
from buddy.core.record.body_reading import rows, ticks
from buddy.core.record.branches import branch_for
from buddy.core.sweep.report import Stop
from buddy.core.sweep.survey import Eyes, Surveyed, survey
from buddy.core.sweep.window import MOST_PAGES, Window, opening


@dataclass(frozen=True, kw_only=True, slots=True)
class SweepJob:
    """What the settings and the event say of the repository."""

    default_branch: str
    repository_id: int
    own_login: str | None
    marker_key: bytes | None
    mention: str
    config_file: str

    def at(self, number: int, *, on_pull: bool) -> RespondJob:
        """Answering in one conversation. Who edited a comment nobody tells a sweep: its author has to may."""
        return RespondJob(
            number=number,
            on_pull=on_pull,
            default_branch=self.default_branch,
            repository_id=self.repository_id,
            own_login=self.own_login,
            marker_key=self.marker_key,
            mention=self.mention,
            config_file=self.config_file,
            expires=True,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What there is to do: `found` is every conversation that was listed, `stops` those with something waiting.

    `record_pull` is the open record pull request, None where it was not looked for or there is none.
    """

    base: BaseMemory
    window: Window
    found: tuple[Surveyed, ...]
    stops: tuple[Stop, ...]
    record_pull: int | None


def look_around(job: SweepJob, *, host: ThreadHost, records: RecordHost, now: datetime) -> Seen:
    """Two lists and the default branch; the record pull request only where something is approved."""
    base = load_base_memory(
        host, base=job.default_branch, default_branch=job.default_branch, config_file=job.config_file
    )
    since = opening(now)
    comments, all_below = host.recent_comments(since=since, max_pages=MOST_PAGES)
    on_lines, all_on_lines = host.recent_review_comments(since=since, max_pages=MOST_PAGES)
    window = Window(
        since=since,
        horizon=max(since, since if all_below else _oldest(comments), since if all_on_lines else _oldest(on_lines)),
    )
    learning = base.config.ai.learnings
    eyes = Eyes(
        login=job.own_login,
        key=job.marker_key,
        repo=job.repository_id,
        mention=job.mention,
        document=base.document,
        captures=learning.enabled and learning.implicit_capture,
        now=now,
    )
    found = survey(comments, on_lines, eyes=eyes, window=window)
    pull = _record_pull(job, base, records) if any(each.wanted for each in found) else None
    quiet = _as_written(pull.body) if pull is not None else frozenset()
    stops = (Stop(surveyed=each, why=each.due(quiet)) for each in found)
    return Seen(
        base=base,
        window=window,
        found=found,
        stops=tuple(stop for stop in stops if stop.why),
        record_pull=pull.number if pull is not None else None,
    )


def _oldest(comments: Iterable[Comment | ReviewComment]) -> str:
    return min((each.updated_at for each in comments), default="")


def _record_pull(job: SweepJob, base: BaseMemory, records: RecordHost) -> RecordPull | None:
    branch = branch_for(base.config.record, target=job.default_branch, default_branch=job.default_branch)
    pulls = records.pulls(head=branch, base=job.default_branch, state="open")
    return min((pull for pull in pulls if not pull.from_fork), key=lambda pull: pull.number, default=None)


def _as_written(body: str) -> frozenset[str]:
    """The keys in a record pull request's body, if nobody emptied a box: nothing is due until its merge."""
    boxes = ticks(body)
    return frozenset(boxes.keys() & rows(body).keys()) if all(boxes.values()) else frozenset()
