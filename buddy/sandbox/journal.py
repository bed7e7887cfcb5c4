"""Every request the box received, in order, with what it did: what tests count and compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """`status` is None where the connection was dropped before anything happened.

    `effect` says what was written, None where nothing was; `fault` names the fault that was played;
    `undocumented` is True for a request that GitHub's published description does not know.
    """

    method: str
    path: str
    query: dict[str, str]
    body: Any
    status: int | None
    mutating: bool
    effect: str | None
    identity: str
    fault: str | None
    undocumented: bool

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}" + (f" [{self.effect}]" if self.effect else "")


class Journal:
    """Reads like a list; `since(mark)` gives what came after a `mark()`."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def record(self, entry: Entry) -> None:
        self._entries.append(entry)

    def __iter__(self) -> Iterator[Entry]:
        return iter(list(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, at: int) -> Entry:
        return self._entries[at]

    def mark(self) -> int:
        return len(self._entries)

    def since(self, mark: int) -> list[Entry]:
        return self._entries[mark:]

    @property
    def writes(self) -> list[Entry]:
        """Requests that meant to change something, whether or not they could."""
        return [entry for entry in self._entries if entry.mutating]

    @property
    def effects(self) -> list[str]:
        return [entry.effect for entry in self._entries if entry.effect is not None]

    @property
    def undocumented(self) -> list[Entry]:
        return [entry for entry in self._entries if entry.undocumented]

    def clear(self) -> None:
        self._entries.clear()
