"""What waits to be recorded, as the marker of the reply or proposal that made it keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import Learning
from buddy.core.learnings.writing import new_line


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line to be added or changed.

    `key` names the entry for good: it is the record's id where the line is new, another one where a line of the file
    is archived. `removed` counts invisible characters that were taken out of its text. `final` says what became of it:
    the name of a state for good, None while it waits.
    """

    key: str
    record: Learning
    removed: int = 0
    final: str | None = None

    @property
    def is_new(self) -> bool:
        """Whether it adds a line."""
        return self.key == self.record.id

    def stands_in(self, document: LearningsDocument) -> bool:
        """Whether the file has it: the added line, or the archived one. What became part of another line has no own."""
        found = document.find(self.record.id)
        if found is None or self.is_new:
            return found is not None
        return found.status is self.record.status

    def as_json(self) -> dict[str, Any]:
        """What the marker holds: the very object of the line, under its key."""
        record: dict[str, Any] = msgspec.json.decode(new_line(self.record))
        found = {"key": self.key, "record": record, "removed": self.removed or None, "final": self.final}
        return {name: value for name, value in found.items() if value is not None}


def read_entry(value: Mapping[str, Any]) -> Entry | None:
    """None where it cannot be read: such an entry is never recorded (P4)."""
    try:
        return msgspec.convert(value, type=Entry)
    except (msgspec.ValidationError, TypeError):
        return None
