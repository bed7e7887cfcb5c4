"""The entries of a batch as people see them: what each does to the file, what it matches now, what it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from buddy.core.globs import GlobSet, PathIndex
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.identity import normal_form
from buddy.core.learnings.record import Learning, Status
from buddy.core.record.batch import Batch
from buddy.core.record.body import Beside, Entry
from buddy.core.record.body_reading import Row
from buddy.core.record.cells import cells_again, cells_of
from buddy.core.record.pending import Pending

_CLOSE = 0.5
"""Share of words in common from which two texts are worth reading side by side."""
_MOST_NEIGHBOURS = 3
_MOST_COMPARED = 2_000
"""Lines of the target that are compared with each entry; in a larger file no neighbours are looked for."""


def entries(
    batch: Batch,
    *,
    target: LearningsDocument,
    pending: Mapping[str, Pending],
    known: Mapping[str, Row],
    paths: Iterable[str] | None,
) -> Sequence[Entry]:
    """A row for each entry that stands in the file, by age. `known` are the rows of the present body.

    `paths` are the files of the target, None where they are not all known.
    """
    index = None if paths is None else PathIndex(paths)
    neighbours = _Neighbours(target)
    found = [
        _entry(key, line, batch=batch, target=target, one=pending.get(key), row=known.get(key), index=index,
               neighbours=neighbours)
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
    neighbours: _Neighbours,
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
        beside=tuple(_beside(before, record, target=target, neighbours=neighbours)),
    )


def _does(before: Learning | None, record: Learning) -> str:
    if before is None:
        return "adds a line"
    off = before.status is Status.ACTIVE and record.status is not Status.ACTIVE
    return "takes a line out of force" if off else "changes a line"


def _beside(
    before: Learning | None, record: Learning, *, target: LearningsDocument, neighbours: _Neighbours
) -> Iterator[Beside]:
    replaced = [old for old in map(target.find, record.superseded_ids) if old is not None]
    yield from (Beside(how="replaces", record=old) for old in replaced)
    if before is not None:
        if record.status is Status.ACTIVE and before.text != record.text:
            yield Beside(how="changes the words of", record=before)
        return
    named = {old.id for old in replaced}
    yield from (Beside(how="is close to", record=one) for one in neighbours.of(record) if one.id not in named)


class _Neighbours:
    """Active lines of the target by their words."""

    def __init__(self, target: LearningsDocument) -> None:
        records = target.records if len(target.records) <= _MOST_COMPARED else ()
        self._words = [(one, _words(one)) for one in records if one.status is Status.ACTIVE]

    def of(self, record: Learning) -> Sequence[Learning]:
        """The closest first, ties by id."""
        mine = _words(record)
        scored = [(_share(mine, words), one) for one, words in self._words if one.id != record.id]
        near = sorted((-score, one.id, one) for score, one in scored if score >= _CLOSE)
        return [one for _, _, one in near[:_MOST_NEIGHBOURS]]


def _words(record: Learning) -> frozenset[str]:
    return frozenset(normal_form(record.text).split())


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
