"""The learnings file put in order: one line an id, the oldest first, nothing lost that could ever count.

A record's line keeps its bytes but for the three characters at which other tools split lines (STORE-05). What cannot
be read stays behind the record that it follows, and a line of a newer version stays with all lines of its id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from buddy.core.learnings import dates
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.lines import BOM
from buddy.core.learnings.record import FaultyLearning, InertReason, Learning
from buddy.core.learnings.writing import escaped


@dataclass(frozen=True, kw_only=True, slots=True)
class Formatted:
    """`folded` lines repeated an id and are gone, `moved` says that the order changed, `blank` lines are gone too."""

    content: bytes
    folded: int
    blank: int
    moved: bool


@dataclass(kw_only=True, slots=True)
class _Block:
    """A record's line and the unreadable ones behind it; the first block of a file may have no record."""

    key: tuple[datetime, str, int] | None
    lines: list[bytes] = field(default_factory=list)


def formatted(document: LearningsDocument) -> Formatted:
    """Of a writable document. The same records are in force afterwards, and formatting again changes nothing."""
    bom = BOM if document.data.startswith(BOM) else b""
    lines = document.data.removeprefix(bom).split(b"\n")
    gone = _outdated(document)
    blank = {place for place, line in enumerate(lines) if not line.strip()}
    head, *blocks = _blocks(document, lines, gone | blank)
    tail = _unreadable_end(blocks)
    ordered = sorted(blocks, key=lambda block: block.key or (dates.OLDEST, "", 0))
    kept = [line for block in (head, *ordered) for line in block.lines] + tail
    return Formatted(
        content=bom + b"".join(line + b"\n" for line in kept) if kept else bom,
        folded=len(gone),
        blank=len(blank) - (len(lines) - 1 in blank),
        moved=ordered != blocks,
    )


def _outdated(document: LearningsDocument) -> frozenset[int]:
    """Lines whose id has a newer line, unless somebody's newer Buddy may see more in them than this one does."""
    everything = [*document.repeated.values(), *document.records]
    kept = {record.id for record in everything if _is_newer(record)}
    return frozenset(place for place, record in document.repeated.items() if record.id not in kept)


def _blocks(document: LearningsDocument, lines: Sequence[bytes], gone: frozenset[int] | set[int]) -> Iterator[_Block]:
    records = {**dict(zip(document.places, document.records, strict=True)), **document.repeated}
    firsts: dict[str, datetime] = {}  # lines of one id stay in their order: it decides between equal dates
    block = _Block(key=None)
    for place, line in enumerate(lines):
        if place in gone:
            continue
        record = records.get(place)
        if record is not None:
            yield block
            moment = firsts.setdefault(record.id, dates.parse(record.created_at) or dates.OLDEST)
            block = _Block(key=(moment, record.id, place))
        block.lines.append(line if record is None or _is_newer(record) else escaped(line))
    yield block


def _unreadable_end(blocks: Sequence[_Block]) -> list[bytes]:
    """What ends the file ends it still: a line that was cut off there is no damage in its middle (STORE-02)."""
    if not blocks:
        return []
    tail = blocks[-1].lines[1:]
    del blocks[-1].lines[1:]
    return tail


def _is_newer(record: Learning) -> bool:
    return isinstance(record, FaultyLearning) and record.fault is InertReason.NEWER_VERSION
