"""Keeping PR memory within its cap: what goes first, and what never goes (DESIGN 3.2)."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from buddy.core.memory import ledger, marker
from buddy.core.memory.ledger import Effective, Event, Standing
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory, Shown, payload

CAP = 16 * 1024
"""Characters of the whole envelope, with a signature."""

HARD_CAP = 40 * 1024
"""Above this a comment could not hold the memory beside anything that people want to read."""

_FORGET_FIRST = [Standing.RECORDED, Standing.WITHDRAWN, Standing.SUPPRESSED, Standing.DECLINED]
_RESOLVED = [FindingState.ADDRESSED, FindingState.SUPPRESSED, FindingState.DECLINED]


@dataclass(frozen=True, kw_only=True, slots=True)
class Dropped:
    """How many of each went; `ids` are settled learnings whose events went, `hints` open findings without anchors."""

    reviewed_files: int = 0
    findings: int = 0
    ids: int = 0
    hints: int = 0

    @property
    def anything(self) -> bool:
        """Whether the memory that was kept is less than the one given."""
        return bool(self.reviewed_files or self.findings or self.ids or self.hints)


def size(memory: PrMemory) -> int:
    """Characters that the memory takes in a comment."""
    return len(marker.encode(marker.MarkerKind.MEMORY, payload(memory), key=b"any key: its length does not matter"))


def fit(memory: PrMemory, *, cap: int = CAP) -> tuple[PrMemory, Dropped]:
    """The memory within `cap`, as little as possible dropped, in this order: the reviewed files (their count stays),
    resolved findings, settled events, the anchors of findings, and then where they stood, file by file: a file of which
    nothing is missing needs no request when it comes again unchanged.

    Pending events are never dropped, so the result may be larger than `cap`. Open findings only go above
    `HARD_CAP`: first those that the summary lists anew each time, then those whose comment on a line tells of them.
    """
    if size(memory) <= cap:
        return memory, Dropped()
    files = len(memory.reviewed_files)
    memory = memory.model_copy(
        update={
            "reviewed_files": {},
            "reviewed_hunks": {},
            "reviewed_files_count": max(files, memory.reviewed_files_count),
            "ledger": ledger.union(memory.ledger),
        }
    )
    resolved, settled = _resolved(memory), _settled(memory)
    memory, findings = _shed(memory, len(resolved), lambda m, n: _without_findings(m, set(resolved[:n])), cap)
    memory, ids = _shed(memory, len(settled), lambda m, n: _without_ids(m, set(settled[:n])), cap)
    by_file = sorted(memory.findings, key=lambda key: (memory.findings[key].path or "", key))
    anchored = [key for key in by_file if memory.findings[key].anchors]
    memory, hints = _shed(memory, len(anchored), lambda m, n: _without(m, _ANCHORS, set(anchored[:n])), cap)
    placed = [key for key in by_file if memory.findings[key].at]
    memory, places = _shed(memory, len(placed), lambda m, n: _without(m, _PLACE, set(placed[:n])), cap)
    many = sorted(memory.findings, key=lambda key: (memory.findings[key].shown is Shown.LINE, key))
    memory, still_open = _shed(memory, len(many), lambda m, n: _without_findings(m, set(many[:n])), HARD_CAP)
    return memory, Dropped(reviewed_files=files, findings=findings + still_open, ids=ids, hints=max(hints, places))


def _shed(memory: PrMemory, most: int, without: Callable[[PrMemory, int], PrMemory], cap: int) -> tuple[PrMemory, int]:
    """Drop the fewest of `most` things with which the memory fits; all of them if it never does."""
    count = bisect.bisect_left(range(most), True, key=lambda n: size(without(memory, n)) <= cap)
    return without(memory, count), count


def _resolved(memory: PrMemory) -> list[str]:
    """Fingerprints of what is no longer open, the first to forget first."""

    def order(item: tuple[str, KnownFinding]) -> tuple[int, int, str]:
        return _RESOLVED.index(item[1].state), item[1].run, item[0]

    return [
        key for key, _ in sorted((item for item in memory.findings.items() if item[1].state in _RESOLVED), key=order)
    ]


def _settled(memory: PrMemory) -> list[str]:
    def order(item: tuple[str, Effective]) -> tuple[int, str, str]:
        return _FORGET_FIRST.index(item[1].standing), item[1].at, item[0]

    standings = ledger.fold(memory.ledger).items()
    return [name for name, _ in sorted((item for item in standings if item[1].standing.settled), key=order)]


def _without_findings(memory: PrMemory, prints: set[str]) -> PrMemory:
    kept = {key: known for key, known in memory.findings.items() if key not in prints}
    return memory.model_copy(update={"findings": kept})


def _without_ids(memory: PrMemory, ids: set[str]) -> PrMemory:
    """All traces of an id go together: half a history would bring back what was settled."""
    events = [_less(event, ids) for event in memory.ledger]
    return memory.model_copy(update={"ledger": tuple(event for event in events if event.ids)})


def _less(event: Event, ids: set[str]) -> Event:
    return event.model_copy(update={"ids": tuple(name for name in event.ids if name not in ids)})


_ANCHORS: Final[Mapping[str, object]] = {"anchors": ()}
_PLACE: Final[Mapping[str, object]] = {"anchors": (), "at": None, "line": None, "blob": None}


def _without(memory: PrMemory, hints: Mapping[str, object], prints: set[str]) -> PrMemory:
    kept = {
        key: known.model_copy(update=dict(hints)) if key in prints else known for key, known in memory.findings.items()
    }
    return memory.model_copy(update={"findings": kept})
