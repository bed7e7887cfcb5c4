"""What an import does to a learnings file: each entry added, joined to a line that is there, skipped or refused.

Entries are decided in their order, each against the file and all entries before it, so that a second import of the
same file plans nothing (P6). Whatever would need a person's judgement is skipped and shown beside the line it is like.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.core.interop.admission import Unacceptable, admit, iso, weakens
from buddy.core.interop.conversion import Entry, Loss, Place, Reading, Unusable
from buddy.core.interop.memory_in_progress import MemoryInProgress
from buddy.core.learnings import dates, inert
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.reconcile import Add, Contradiction, NearCopy, Supersedes, Update
from buddy.core.learnings.record import FaultyLearning, Learning, Status


class Outcome(enum.Enum):
    """What becomes of one entry."""

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"
    REFUSE = "refuse"


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One entry. `reason` is a stable slug, empty for a plain addition; `beside` the line to read together with it.

    `id` is the line's that is added, changed, or says it already; None where there is none.
    """

    place: Place
    outcome: Outcome
    text: str
    reason: str = ""
    message: str = ""
    id: str | None = None
    beside: Learning | None = None
    weakens_review: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportPlan:
    """`content` is the file with everything in it; the very bytes of before where nothing changes."""

    steps: Sequence[Step]
    losses: Sequence[Loss]
    content: bytes

    @property
    def counts(self) -> Mapping[Outcome, int]:
        """How many entries of each outcome, none left out."""
        found = Counter(step.outcome for step in self.steps)
        return {outcome: found[outcome] for outcome in Outcome}


def plan_import(readings: Mapping[str, Reading], document: LearningsDocument, *, now: datetime) -> ImportPlan:
    """Decide for all entries; the keys are names of formats and go into `source.via`; `now` is aware.

    Raises `EditRefused` where something would change in a file that must not be written.
    """
    memory = MemoryInProgress(document, now=now)
    steps: list[Step] = []
    for name, reading in readings.items():
        steps += [_refused(one) for one in reading.unusable]
        steps += [_Decision(one, memory, origin=f"import:{name}", now=now).step() for one in reading.entries]
    steps.sort(key=lambda step: (step.place.path, step.place.line or 0))
    losses = [loss for reading in readings.values() for loss in reading.losses]
    return ImportPlan(steps=steps, losses=losses, content=memory.content())


def _refused(unusable: Unusable) -> Step:
    return Step(place=unusable.place, outcome=Outcome.REFUSE, text="", reason=unusable.reason, message=unusable.message)


class _Decision:
    """One entry against the memory as it is by now."""

    def __init__(self, entry: Entry, memory: MemoryInProgress, *, origin: str, now: datetime) -> None:
        self._entry = entry
        self._memory = memory
        self._origin = origin
        self._moment = now
        self._now = iso(now)

    def step(self) -> Step:
        record = admit(self._entry, origin=self._origin, now=self._now)
        if isinstance(record, Unacceptable):
            return self._step(Outcome.REFUSE, reason=record.reason.value, message=record.message)
        if record.status is not Status.ACTIVE:
            return self._skip("not-in-force", f"It is {record.status.value} where it comes from.")
        over = inert.applies(record, self._moment)
        if over is not None:
            return self._skip(over.value, f"It would not apply: {over.sentence}.")
        known = self._memory.find(record.id) if self._entry.id is not None else None
        if known is not None:
            return self._same_id(known, record)
        gone = self._memory.out_of_force(record)
        if gone is not None:
            return self._skip("out-of-force", f"{gone.id} says it and is {gone.status.value} here.", gone)
        same = self._memory.hiding_the_same(record)
        if same is not None:
            return self._skip("same", f"{same.id} hides the same.", same)
        return self._reconciled(record)

    def _same_id(self, known: Learning, record: Learning) -> Step:
        """The file knows our id: it is the same record, perhaps with other words by now."""
        if isinstance(known, FaultyLearning) or known.status is not Status.ACTIVE:
            return self._skip("out-of-force", f"{known.id} is not in force here.", known)
        if self._memory.says(known, self._entry):
            return self._skip("same", f"{known.id} says the same.", known)
        theirs, ours = dates.parse(record.changed_at), dates.parse(known.changed_at)
        dated = (self._entry.updated_at or self._entry.created_at) is not None
        if dated and theirs is not None and ours is not None and theirs < ours:
            return self._skip("older", f"{known.id} changed here later than there.", known)
        changed = self._memory.rewrite(known, self._entry, record, now=self._now)
        message = f"{known.id} says something else here; it would say what the file says, and be stated."
        return self._step(Outcome.UPDATE, "changed", message, id=changed.id, beside=known, record=changed)

    def _reconciled(self, record: Learning) -> Step:
        decision = self._memory.decide(record)
        match decision:
            case Add():
                return self._add(record)
            case Contradiction(id=other):
                return self._add(record, "contradiction", f"It contradicts {other}; the newer one wins.", other)
            case Supersedes(id=other):
                message = f"It says another value than {other}; both would stand, look which one holds."
                return self._add(record, "other-value", message, other)
            case NearCopy(id=other) if self._entry.id is not None:
                return self._add(record, "near-copy", f"It is nearly what {other} says.", other)
            case NearCopy(id=other):
                message = f"{other} says nearly the same; change that line if this one says it better."
                return self._skip("near-copy", message, self._memory.find(other))
            case Update(id=other, widens=False):
                return self._skip("same", f"{other} says the same.", self._memory.find(other))
            case Update(id=other, paths=paths):
                changed = self._memory.widen(other, paths, now=self._now)
                message = f"{other} says the same; its paths would be {', '.join(paths or ())}."
                return self._step(Outcome.UPDATE, "paths", message, id=other, record=changed)

    def _add(self, record: Learning, reason: str = "", message: str = "", other: str | None = None) -> Step:
        beside = self._memory.find(other) if other is not None else None
        added = self._memory.add(record, line=self._entry.line)
        return self._step(Outcome.ADD, reason, message, id=added.id, beside=beside, record=added)

    def _skip(self, reason: str, message: str, beside: Learning | None = None) -> Step:
        return self._step(Outcome.SKIP, reason, message, id=beside.id if beside else None, beside=beside)

    def _step(
        self,
        outcome: Outcome,
        reason: str = "",
        message: str = "",
        *,
        id: str | None = None,  # noqa: A002 - the record's field
        beside: Learning | None = None,
        record: Learning | None = None,
    ) -> Step:
        return Step(
            place=self._entry.place,
            outcome=outcome,
            text=record.text if record is not None else self._entry.text,
            reason=reason,
            message=message,
            id=id,
            beside=beside,
            weakens_review=record is not None and weakens(record),
        )
