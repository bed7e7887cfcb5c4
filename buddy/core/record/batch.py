"""Which pending entries go into the file now, which wait, and which are settled: the next state of a record branch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.record import Status
from buddy.core.learnings.writing import EditRefused
from buddy.core.record.commit import Counts
from buddy.core.record.merging import merged, restored
from buddy.core.record.pending import Pending, State
from buddy.core.record.placing import Shelf, done


@dataclass(frozen=True, kw_only=True, slots=True)
class OnBranch:
    """A record branch as it stands: its file, the file of the target's commit below it, and what Buddy wrote there.

    `edited` says that people committed to it too. `lines` are the ids of the lines of those entries that are not
    named like their line.
    """

    document: LearningsDocument
    base: LearningsDocument
    written: Collection[str]
    edited: bool
    lines: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """`document` is the file as it should be; `entries` maps each key that stands in it to the id of its line.

    `states` has every pending entry, and every other one that was dropped just now. `lost` are keys that nobody handed
    over and whose change of a line had to give way to one of the target: they are to be placed again.
    """

    document: LearningsDocument
    entries: Mapping[str, str]
    states: Mapping[str, State]
    counts: Counts
    reasons: Mapping[str, str]  # of the blocked ones
    lost: frozenset[str] = frozenset()

    @property
    def waiting(self) -> tuple[str, ...]:
        """The keys that this pull request has no room for."""
        return tuple(key for key, state in self.states.items() if state is State.WAITING)


def batch(
    target: LearningsDocument,
    pending: Iterable[Pending],
    *,
    branch: OnBranch | None = None,
    settled: Mapping[str, State] | None = None,
    unwanted: Collection[str] = (),
    max_batch: int,
    now: datetime,
) -> Batch:
    """The file of the target, what stands on the branch, and the pending entries in the order of their age.

    `settled` are entries of pull requests that were closed or merged. `unwanted` are unticked or withdrawn; with the
    declined ones they leave the branch, and so does what is forgotten before the target ever had it. What people
    edited or removed on the branch stays as they left it. `now` says which lines have expired.
    """
    oldest_first = sorted(pending, key=lambda one: (one.record.changed_at or "", one.id))
    forgotten = {one.record.id for one in oldest_first if one.archives and target.find(one.record.id) is None}
    known = {**dict.fromkeys(done(target, oldest_first, now=now), State.DONE), **(settled or {})}
    work = _Work(target=target, branch=branch, settled=known, unwanted={*unwanted, *forgotten}, room=max_batch, now=now)
    work.leave({one.id: one for one in oldest_first})
    work.states |= {one.id: state for one in oldest_first if (state := work.settle(one)) is not None}
    for one in oldest_first:
        if one.id not in work.states:
            work.states[one.id] = work.add(one)
    return Batch(
        document=work.shelf.document,
        entries=dict(sorted(work.entries.items())),
        states=work.states,
        counts=_counts(target, work.shelf.document),
        reasons=work.reasons,
        lost=frozenset(work.lost),
    )


class _Work:
    """One batch while it is made."""

    def __init__(
        self,
        *,
        target: LearningsDocument,
        branch: OnBranch | None,
        settled: Mapping[str, State],
        unwanted: Collection[str],
        room: int,
        now: datetime,
    ) -> None:
        self.target, self.branch, self.settled, self.unwanted, self.room = target, branch, settled, unwanted, room
        self.states: dict[str, State] = {}
        self.entries: dict[str, str] = {}
        self.reasons: dict[str, str] = {}
        self.again: set[str] = set()  # ids of lines in which an entry may have been lost without anybody's wish
        self.lost: set[str] = set()
        self.now = now
        self.shelf = Shelf(target, now=now)
        if branch is not None:
            both = merged(base=branch.base, ours=branch.document, theirs=target)
            self.shelf = Shelf(parse(both.data), now=now)
            self.again |= both.contested

    def leave(self, pending: Mapping[str, Pending]) -> None:
        """Take off the branch what is unwanted, and note what else stands there."""
        if self.branch is None:
            return
        gone: dict[str, str] = {}
        for key in sorted(self.branch.written):
            line = self._line(key, pending.get(key))
            said_elsewhere = self.settled.get(key) is State.DONE and self.target.find(line) is None
            if self._unwanted(key) or said_elsewhere:
                gone[key] = line
            elif key not in pending and self._differs(line):
                self.entries[key] = line
            elif key not in pending and line in self.again:
                self.lost.add(key)
        data = restored(self.shelf.document, self.target, gone.values())
        self.again |= set(gone.values())
        if data != self.shelf.document.data:
            self.shelf = Shelf(parse(data), now=self.now)
        self.entries = {key: line for key, line in self.entries.items() if self._differs(line)}
        self.states |= {key: self.settled.get(key, State.DROPPED) for key in gone}

    def settle(self, one: Pending) -> State | None:
        """What became of an entry before; None for one that is new, or got lost when shared lines were taken back."""
        if one.id in self.settled:
            return self.settled[one.id]
        if self._unwanted(one.id):
            return State.DROPPED
        if self.branch is None or one.id not in self.branch.written:
            return None
        line = self._line(one.id, one)
        if self._differs(line):
            if not self.branch.edited and not one.archives and line == one.record.id:
                self.shelf.revise(one.record)
            self.entries[one.id] = line
            return State.RECORDED
        place = self.shelf.place_of(one.record)
        if place.line is None:
            self.entries[one.id] = place.target
            return State.RECORDED
        return None if {line, place.target} & self.again else State.DROPPED

    def add(self, one: Pending) -> State:
        """Put an entry into the file as long as there is room."""
        if len(self.entries) >= self.room:
            return State.WAITING
        try:
            self.entries[one.id] = self.shelf.put(one.record).target
        except EditRefused as refused:
            self.reasons[one.id] = str(refused)
            return State.BLOCKED
        return State.RECORDED

    def _line(self, key: str, one: Pending | None) -> str:
        lines = self.branch.lines if self.branch else {}
        return lines.get(key) or (one.record.id if one else key)

    def _unwanted(self, key: str) -> bool:
        return key in self.unwanted or self.settled.get(key) in {State.DECLINED, State.DROPPED}

    def _differs(self, line: str) -> bool:
        """Whether the file says of this line something else than the target."""
        return _content(self.shelf.document, line) not in (None, _content(self.target, line))


def _content(document: LearningsDocument, record_id: str) -> bytes | None:
    return document.line_bytes(record_id) if document.find(record_id) else None


def _counts(target: LearningsDocument, document: LearningsDocument) -> Counts:
    if target.data == document.data:
        return Counts()
    added = changed = archived = 0
    for record in document.records:
        before = target.find(record.id)
        if before is None:
            added += 1
        elif _content(target, record.id) != _content(document, record.id):
            off = before.status is Status.ACTIVE and record.status is not Status.ACTIVE
            archived, changed = archived + off, changed + (not off)
    removed = sum(document.find(record.id) is None for record in target.records)
    return Counts(added=added, changed=changed, archived=archived, removed=removed)
