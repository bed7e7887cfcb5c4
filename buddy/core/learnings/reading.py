"""From bytes to records: one fast decode a line, a second look at the lines it refuses, then checks in bulk.

Nothing here costs a Python call a record where a test of the whole file can answer for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from buddy.core.learnings import folding, lines
from buddy.core.learnings.checks import Checked, check
from buddy.core.learnings.lenient import read_line
from buddy.core.learnings.problems import Problem, ProblemReason, Severity
from buddy.core.learnings.record import Learning

_DECODER = msgspec.json.Decoder(Learning)
_ID = r"[A-Za-z]_[A-Za-z0-9_.-]{2,64}"
_IDS = re.compile(rf"(?>(?:{_ID}\n)*)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What the bytes gave. `places` are the records' lines, from 0; `problems` are in the order of the lines.

    `repeated` are the lines that count for nothing because a newer one has their id, with their records.
    """

    checked: Checked
    places: Sequence[int]
    repeated: Mapping[int, Learning]
    problems: Sequence[Problem]


def read(data: bytes) -> Reading:
    """Read a file that is not something else altogether (see `lines.not_a_learnings_file`)."""
    found = _Lines(data)
    found.decode()
    found.look_again()
    records, places = found.records()
    records, places = _with_valid_ids(records, places, found.problems)
    records, places, repeated = _folded(records, places, found.problems)
    checked = check(records, places, ascii_only=found.ascii_only)
    problems = [*lines.encoding_notices(data), *found.problems, *checked.problems]
    problems.sort(key=lambda one: one.line or 0)
    return Reading(checked=checked, places=places, repeated=repeated, problems=problems)


class _Lines:
    """The lines of a file, and for each of them its record or None."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._lines = data.removeprefix(lines.BOM).split(b"\n")
        self._slots: list[Learning | None] = []
        self.problems: list[Problem] = []
        self.ascii_only = data.isascii() and not (b"\\" in data and b"\\u" in data)

    def decode(self) -> None:
        """Fill the slots of all lines that the fast decoder takes."""
        decode, slots = _DECODER.decode, self._slots
        for line in self._lines:
            try:
                slots.append(decode(line) if len(line) <= lines.MAX_LINE else None)
            except (ValueError, RecursionError):
                slots.append(None)
        if not self._is_utf8():
            self._empty_undecodable()

    def look_again(self) -> None:
        """Read the refused lines with the standard library, and leave out what stands in an unresolved merge."""
        refused = [place for place, slot in enumerate(self._slots) if slot is None and self._lines[place].strip()]
        marked = [place for place in refused if lines.is_marker(self._lines[place])]
        conflicts = lines.conflicts(self._lines, marked)
        doubtful = {place for conflict in conflicts for place in conflict}
        for place in refused:
            if place not in doubtful:
                self._read_again(place)
        for place in doubtful:
            self._slots[place] = None
        total = len(self._lines) - (self._lines[-1] == b"")
        self.problems += [lines.conflict_problem(conflict, total=total) for conflict in conflicts]
        self._soften_cut_end(refused)

    def records(self) -> tuple[list[Learning], Sequence[int]]:
        """The records in order, and the place of each."""
        records = [slot for slot in self._slots if slot is not None]
        if None not in self._slots[: len(records)]:
            return records, range(len(records))
        return records, [place for place, slot in enumerate(self._slots) if slot is not None]

    def _is_utf8(self) -> bool:
        try:
            return self._data.isascii() or bool(self._data.decode("utf-8"))
        except UnicodeDecodeError:
            return False

    def _empty_undecodable(self) -> None:
        """The decoder does not look at the bytes of keys that it skips."""
        for place, line in enumerate(self._lines):
            try:
                line.isascii() or line.decode("utf-8")
            except UnicodeDecodeError:
                self._slots[place] = None

    def _read_again(self, place: int) -> None:
        line = self._lines[place]
        if len(line) > lines.MAX_LINE:
            message = f"the line is longer than {lines.MAX_LINE // 1024} KiB and is not read"
            self.problems.append(Problem(line=place + 1, reason=ProblemReason.TOO_LONG, message=message))
            return
        reading = read_line(line, line=place + 1)
        self._slots[place] = reading.learning
        self.problems += reading.problems

    def _soften_cut_end(self, refused: Sequence[int]) -> None:
        """A cut last line is an interrupted append and only worth a notice; in the middle it is damage (STORE-02)."""
        last = max((place for place, line in enumerate(self._lines[-50:]) if line.strip()), default=0)
        last_line = last + 1 + max(0, len(self._lines) - 50)
        if not refused or refused[-1] + 1 != last_line:
            return
        cut = (ProblemReason.INVALID_JSON, ProblemReason.INVALID_UTF8)
        self.problems = [
            Problem(
                line=one.line,
                reason=one.reason,
                message="the last line is cut off; it is kept and not read",
                severity=Severity.NOTICE,
            )
            if one.line == last_line and one.reason in cut
            else one
            for one in self.problems
        ]


def _with_valid_ids(
    records: list[Learning], places: Sequence[int], problems: list[Problem]
) -> tuple[list[Learning], Sequence[int]]:
    """All ids at once; one by one only where some id is wrong."""
    ids = "".join([f"{record.id}\n" for record in records])
    if _IDS.fullmatch(ids) and ids.count("\n") == len(records):
        return records, places
    valid = [re.fullmatch(_ID, record.id) is not None for record in records]
    message = "the record's id is not a letter, `_`, and 2 to 64 of `A-Z a-z 0-9 _ . -`; kept, not applied"
    for place, good in zip(places, valid, strict=True):
        if not good:
            problems.append(Problem(line=place + 1, reason=ProblemReason.INVALID_ID, message=message))
    kept = [at for at, good in enumerate(valid) if good]
    return [records[at] for at in kept], [places[at] for at in kept]


def _folded(
    records: list[Learning], places: Sequence[int], problems: list[Problem]
) -> tuple[list[Learning], Sequence[int], Mapping[int, Learning]]:
    """One record an id, and the lines that gave way."""
    kept = folding.winners(records)
    if kept is None:
        return records, places, {}
    message = f"{len(records) - len(kept)} lines repeat an id that has a newer line; the newest of each id counts"
    problems.append(Problem(line=None, reason=ProblemReason.DUPLICATE_ID, message=message, severity=Severity.NOTICE))
    rest = sorted({*range(len(records))}.difference(kept))
    repeated = {places[at]: records[at] for at in rest}
    return [records[at] for at in kept], [places[at] for at in kept], repeated
