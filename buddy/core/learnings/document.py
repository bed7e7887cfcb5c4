"""The learnings file as a lossless document: every physical line is a record or kept bytes.

Editing gives new bytes in which one line differs; nothing is ever reordered, reformatted or cleaned up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from buddy.core.learnings import lines, reading, writing
from buddy.core.learnings.checks import Checked
from buddy.core.learnings.lenient import as_written
from buddy.core.learnings.problems import Problem, ProblemReason, Severity
from buddy.core.learnings.record import FaultyLearning, InertReason, Learning

_NOTHING = Checked(records=(), groups={}, globs={}, unusual=(), problems=())


@dataclass(frozen=True, kw_only=True)
class LearningsDocument:
    """A file as it was read.

    `checked` holds the records, grouped, with their compiled globs; `places` their lines, from 0. `repeated` are the
    lines whose id has a newer line, with what they say. `refusal` says why the file must not be written, None where
    it may be.
    """

    data: bytes
    checked: Checked = _NOTHING
    places: Sequence[int] = ()
    repeated: Mapping[int, Learning] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    refusal: str | None = None

    @property
    def records(self) -> Sequence[Learning]:
        """The records in the order of their lines, one an id."""
        return self.checked.records

    @property
    def writable(self) -> bool:
        """Whether lines may be added and replaced."""
        return self.refusal is None

    def to_bytes(self) -> bytes:
        """The bytes that were read."""
        return self.data

    def find(self, record_id: str) -> Learning | None:
        """The record of this id (case-sensitive), None if there is none."""
        at = self._at.get(record_id)
        return None if at is None else self.records[at]

    def line_of(self, record_id: str) -> int:
        """The physical line, from 1, of the record's counting line; raises KeyError."""
        return self.places[self._at[record_id]] + 1

    def line_bytes(self, record_id: str) -> bytes:
        """The bytes of that line without its line end; raises KeyError."""
        line = self._lines[self.line_of(record_id) - 1].removesuffix(b"\r")
        return line.removeprefix(lines.BOM) if self.line_of(record_id) == 1 else line

    def as_written(self, record_id: str) -> dict[str, Any]:
        """All keys of that line with their values, unknown ones too, in their order; raises KeyError.

        For showing a record: half a surrogate pair is U+FFFD, a number out of range null, all else as it stands.
        """
        written = as_written(self.line_bytes(record_id))
        return msgspec.to_builtins(self.records[self._at[record_id]]) if written is None else written

    def with_line_added(self, record: Learning) -> bytes:
        """The file with one more line at its end; raises `writing.EditRefused` if it must not be written."""
        self._demand_writable()
        if record.id in self._at:
            raise writing.EditRefused(f"the file already has a learning with the id {record.id}")
        gap = b"" if not self.data or self.data.endswith(b"\n") or self.data == lines.BOM else b"\n"
        return self.data + gap + writing.new_line(record) + b"\n"

    def with_line_replaced(self, record_id: str, record: Learning) -> bytes:
        """The file with the record's counting line changed to hold `record`.

        Only the keys whose values differ from what was read are touched: unknown keys, the order of keys and the
        line's end stay. Raises `writing.EditRefused` for an unknown id or a line of a newer version.
        """
        self._demand_writable()
        old = self.find(record_id)
        if old is None:
            raise writing.EditRefused(f"the file has no learning with the id {record_id}")
        if isinstance(old, FaultyLearning) and old.fault is InertReason.NEWER_VERSION:
            raise writing.EditRefused(f"{record_id} was written for a newer schema version and is left as it is")
        changed = list(self._lines)
        place = self.line_of(record_id) - 1
        line = self.line_bytes(record_id)
        changed[place] = changed[place].replace(line, writing.changed_line(line, old, record))
        return b"\n".join(changed)

    def _demand_writable(self) -> None:
        if self.refusal is not None:
            raise writing.EditRefused(f"the learnings file is not written: {self.refusal}")

    @cached_property
    def _at(self) -> Mapping[str, int]:
        return {record.id: at for at, record in enumerate(self.records)}

    @cached_property
    def _lines(self) -> Sequence[bytes]:
        return self.data.split(b"\n")


def parse(data: bytes) -> LearningsDocument:
    """Read the bytes of a learnings file. Never raises: what cannot be read is a problem of the document."""
    other = lines.not_a_learnings_file(data)
    if other is not None:
        return _refused(data, other)
    found = reading.read(data)
    cut = any(one.reason is ProblemReason.INVALID_JSON for one in found.problems)
    if cut and lines.is_json_document(data):
        message = "the file is one JSON value over several lines; a learnings file has one object a line"
        return _refused(data, _error(ProblemReason.JSON_DOCUMENT, message))
    error = next((one for one in found.problems if one.severity is Severity.ERROR), None)
    return LearningsDocument(
        data=data,
        checked=found.checked,
        places=found.places,
        repeated=found.repeated,
        problems=tuple(found.problems),
        refusal=error.message if error else None,
    )


def unreadable(reason: str) -> LearningsDocument:
    """The document for a path that is no regular file (a folder, a symbolic link, a submodule): no records.

    `reason` is a sentence; it becomes the one problem, and the file is not written.
    """
    return _refused(b"", _error(ProblemReason.NOT_A_FILE, reason))


def _error(reason: ProblemReason, message: str) -> Problem:
    return Problem(line=None, reason=reason, message=message, severity=Severity.ERROR)


def _refused(data: bytes, problem: Problem) -> LearningsDocument:
    return LearningsDocument(data=data, problems=(problem,), refusal=problem.message)
