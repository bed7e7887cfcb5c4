"""What a pull request taught, for its memory and its summary: events of the ledger, and what still waits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.core.learnings import dates
from buddy.core.memory.compose import progress
from buddy.core.memory.ledger import Event, union
from buddy.core.memory.snapshot import FindingState, PrMemory
from buddy.core.secrets import redact
from buddy.core.text.surfaces import code_cell, table_cell

_ROWS = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """One learning that was asked for here; `state` is a word for people."""

    id: str
    state: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Learned:
    """What replies and proposals say now; `section` is how the summary tells it, empty where there is nothing.

    `declined` are the findings that somebody settled on this pull request.
    """

    events: tuple[Event, ...] = ()
    paused: bool = False
    section: str = ""
    declined: frozenset[str] = frozenset()

    def noted_in(self, memory: PrMemory) -> PrMemory:
        """The memory that knows of it."""
        known = memory.model_copy(update={"ledger": union(memory.ledger, self.events), "paused": self.paused})
        return _settled(known, self.declined)


NOTHING = Learned()
"""Where nobody said anything."""


def section(
    lessons: Sequence[Lesson], *, undecided: Sequence[str], deferred: int, now: datetime, expired: int = 0
) -> str:
    """For the summary: what waits for a thumb, then the learnings in the order given.

    `undecided` are the times at which the proposals without a vote were made, `deferred` counts the disagreements
    that wait for a later round, `expired` the proposals that nobody voted on in time.
    """
    return "\n\n".join(part for part in (_waiting(undecided, deferred, expired, now), _table(lessons)) if part)


def _settled(memory: PrMemory, declined: Collection[str]) -> PrMemory:
    """What is open no more because somebody said so; what was fixed or is hidden stays that."""
    findings = {
        name: entry.model_copy(update={"state": FindingState.DECLINED})
        if name in declined and entry.state is FindingState.OPEN
        else entry
        for name, entry in memory.findings.items()
    }
    if findings == memory.findings:
        return memory
    said = progress(
        runs=memory.runs,
        files=len(memory.reviewed_files) or memory.reviewed_files_count,
        findings=(entry.state for entry in findings.values()),
    )
    return memory.model_copy(update={"findings": findings, "progress": said})


def _waiting(undecided: Sequence[str], deferred: int, expired: int, now: datetime) -> str:
    parts = []
    if undecided:
        count = len(undecided)
        days = max(_days(at, now) for at in undecided)
        age = f", {'oldest ' if count > 1 else ''}{_count(days, 'day')}" if days else ""
        parts.append(f"{_count(count, 'proposal')} {'waits' if count == 1 else 'wait'} for a 👍{age}.")
    if deferred:
        parts.append(f"{_count(deferred, 'disagreement')} will be taken up by the next run.")
    if expired:
        parts.append(f"{_count(expired, 'proposal')} expired without a vote.")
    return " ".join(parts)


def _table(lessons: Sequence[Lesson]) -> str:
    if not lessons:
        return ""
    rows = [f"| {code_cell(each.id)} | {each.state} | {table_cell(redact(each.text))} |" for each in lessons[:_ROWS]]
    more = f"\n\n{len(lessons) - _ROWS} more not shown." if len(lessons) > _ROWS else ""
    table = "\n".join(("| learning | | text |", "|---|---|---|", *rows)) + more
    return f"<details><summary>Learned here ({len(lessons)})</summary>\n\n{table}\n\n</details>"


def _days(at: str, now: datetime) -> int:
    made = dates.parse(at)
    return max(0, (now - made).days) if made is not None else 0


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
