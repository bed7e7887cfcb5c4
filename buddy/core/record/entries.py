"""The entries of a batch as people see them: what each does to the file, what it matches now, what it touches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from buddy.core.globs import GlobSet, PathIndex
from buddy.core.learnings import inert
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import Learning, Status
from buddy.core.learnings.relation import Relation, compare
from buddy.core.record.batch import Batch
from buddy.core.record.body import Beside, Entry
from buddy.core.record.body_reading import Row
from buddy.core.record.candidates import Candidates, words
from buddy.core.record.cells import cells_again, cells_of
from buddy.core.record.pending import Pending

_CLOSE = 0.5
"""Share of words in common from which two texts are worth reading side by side."""
_MOST_NEIGHBOURS = 3


def entries(
    batch: Batch,
    *,
    target: LearningsDocument,
    pending: Mapping[str, Pending],
    known: Mapping[str, Row],
    paths: Iterable[str] | None,
    now: datetime,
) -> Sequence[Entry]:
    """A row for each entry that stands in the file, by age. `known` are the rows of the present body.

    `paths` are the files of the target, None where they are not all known.
    """
    index = None if paths is None else PathIndex(paths)
    company = Company(target, now=now)
    found = [
        _entry(key, line, batch=batch, target=target, one=pending.get(key), row=known.get(key), index=index,
               company=company)
        for key, line in batch.entries.items()
    ]  # fmt: skip
    return sorted(found, key=lambda entry: (entry.record.changed_at or "", entry.key))


def _entry(
    key: str,
    line: str,
    *,
    batch: Batch,
    target: LearningsDocument,
    one: Pending | None,
    row: Row | None,
    index: PathIndex | None,
    company: Company,
) -> Entry:
    record = batch.document.find(line)
    assert record is not None  # a batch names lines of its own document
    before = target.find(line)
    return Entry(
        key=key,
        line=line,
        record=record,
        does=_does(before, record),
        matches=None if index is None or not record.paths else len(index.hits(GlobSet(record.paths))),
        cells=cells_of(one) if one and (one.approvers or row is None) else cells_again(row, record),
        beside=tuple(_beside(before, record, target=target, company=company)),
    )


def _does(before: Learning | None, record: Learning) -> str:
    if before is None:
        return "adds a line"
    off = before.status is Status.ACTIVE and record.status is not Status.ACTIVE
    return "takes a line out of force" if off else "changes a line"


def _beside(
    before: Learning | None, record: Learning, *, target: LearningsDocument, company: Company
) -> Iterator[Beside]:
    replaced = [old for old in map(target.find, record.superseded_ids) if old is not None]
    yield from (Beside(how="replaces", record=old) for old in replaced)
    if before is not None and record.status is Status.ACTIVE and before.text != record.text:
        yield Beside(how="changes the words of", record=before)
    if before is None:
        yield from company.of(record, without={old.id for old in replaced})


class Company:
    """Lines of the target in force that should be read together with a new one."""

    def __init__(self, target: LearningsDocument, *, now: datetime) -> None:
        self._candidates = Candidates(target.records)
        self._now = now

    def of(self, record: Learning, *, without: Collection[str]) -> Iterator[Beside]:
        """Contradictions first, then the closest ones; ties by id."""
        near = [
            one
            for one in self._candidates.near(record)
            if one.id not in without and inert.applies(one, self._now) is None
        ]
        against = [one for one in near if compare(one, record) is Relation.CONTRADICTION]
        yield from (Beside(how="contradicts", record=one) for one in sorted(against, key=lambda one: one.id))
        mine = words(record.text)
        scored = [(_share(mine, words(one.text)), one.id, one) for one in near if one not in against]
        close = sorted((-score, name, one) for score, name, one in scored if score >= _CLOSE)
        yield from (Beside(how="is close to", record=one) for _, _, one in close[:_MOST_NEIGHBOURS])


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
