"""The learnings file of two branches in one, line by line: nobody's edit is lost, nothing is written twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from buddy.core.learnings.document import LearningsDocument, parse


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """The bytes, and the ids of records that both sides changed: there `theirs` stands."""

    data: bytes
    contested: frozenset[str] = frozenset()


def merged(*, base: LearningsDocument, ours: LearningsDocument, theirs: LearningsDocument) -> Merged:
    """`theirs` with what `ours` changed since `base`: lines edited in place, removed, or added at the end."""
    if ours.data in (base.data, theirs.data):
        return Merged(data=theirs.data)
    if theirs.data == base.data:
        return Merged(data=ours.data)
    added = _Added(base=base, ours=ours)
    removed = Counter(_lines(base)) - Counter(_lines(ours))
    ids = _ids(base)
    lines: list[bytes] = []
    for line in _lines(theirs):
        if removed[line]:
            removed[line] -= 1
            edited = added.take(ids.get(line))
            lines += [edited] if edited is not None else []
        else:
            lines.append(line)
    fresh, contested = added.rest(base=base, theirs=theirs)
    return Merged(data=_joined([*lines, *fresh]), contested=contested)


def without(document: LearningsDocument, ids: Iterable[str]) -> bytes:
    """The file without any line of these records, older duplicates included."""
    gone = set(ids)
    kept = [line for line in _lines(document) if not _is_one_of(line, gone)]
    return document.data if len(kept) == len(_lines(document)) else _joined(kept)


def restored(document: LearningsDocument, target: LearningsDocument, ids: Iterable[str]) -> bytes:
    """The file with these records as the target has them: its line where it has one, else none."""
    wanted = {record_id: _raw(target, record_id) for record_id in ids if target.find(record_id)}
    ids_at = dict(zip(document.places, (record.id for record in document.records), strict=True))
    lines = [wanted.get(ids_at.get(at, ""), line) for at, line in enumerate(_lines(document))]
    back = _joined(lines) if lines != list(_lines(document)) else document.data
    return without(parse(back), set(ids) - set(wanted))


class _Added:
    """The lines that one side has and the base has not, in order."""

    def __init__(self, *, base: LearningsDocument, ours: LearningsDocument) -> None:
        known = Counter(_lines(base))
        ids = _ids(ours)
        self._lines: list[tuple[str | None, bytes]] = []
        for line in _lines(ours):
            if known[line]:
                known[line] -= 1
            else:
                self._lines.append((ids.get(line), line))

    def take(self, record_id: str | None) -> bytes | None:
        """The new line of a record, once."""
        found = next((each for each in self._lines if record_id is not None and each[0] == record_id), None)
        if found is not None:
            self._lines.remove(found)
        return found[1] if found else None

    def rest(self, *, base: LearningsDocument, theirs: LearningsDocument) -> tuple[list[bytes], frozenset[str]]:
        """What goes to the end, and the ids that the other side knows in its own way."""
        there = set(_lines(theirs))
        open_ones = [(record_id, line) for record_id, line in self._lines if line not in there]
        contested = {each for each, _ in open_ones if each is not None and (theirs.find(each) or base.find(each))}
        return [line for each, line in open_ones if each not in contested], frozenset(contested)


def _lines(document: LearningsDocument) -> Sequence[bytes]:
    lines = document.data.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def _ids(document: LearningsDocument) -> dict[bytes, str]:
    lines = _lines(document)
    return {lines[place]: record.id for place, record in zip(document.places, document.records, strict=True)}


def _raw(document: LearningsDocument, record_id: str) -> bytes:
    return _lines(document)[document.line_of(record_id) - 1]


def _is_one_of(line: bytes, ids: set[str]) -> bool:
    return any(record_id.encode() in line and parse(line).find(record_id) is not None for record_id in ids)


def _joined(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
