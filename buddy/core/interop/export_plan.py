"""What an export writes: the learnings in force as files of another tool, and whatever is not in them, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from buddy.core.globs import PathIndex
from buddy.core.interop.conversion import Format, KeepsLines, Loss, Written
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.leaks import holds_secret
from buddy.core.learnings.matching import match
from buddy.core.learnings.record import Learning

_KNOWN = frozenset(Learning.__struct_encode_fields__)


def plan_export(document: LearningsDocument, to: Format, *, existing: Mapping[str, bytes], now: datetime) -> Written:
    """The files with their whole content; `existing` are those that stand there, `now` (aware) says what expired.

    What holds a secret is not handed on (P10). Nothing is made where no learning fits and no file is there. Raises
    `CannotWrite` for a format that is only read.
    """
    records, left_out = _in_force(document, now)
    if isinstance(to, KeepsLines):
        written = to.write_lines([document.line_bytes(record.id) for record in records])
    else:
        written = to.write(records, existing)
        written = replace(written, losses=[*written.losses, *_unknown(document, records, written)])
    nothing = len(written.left_out) == len(records) and not existing
    return Written(
        files={} if nothing else written.files,
        losses=written.losses,
        left_out=[*left_out, *written.left_out],
    )


def _in_force(document: LearningsDocument, now: datetime) -> tuple[list[Learning], list[Loss]]:
    found = match(document, index=PathIndex(()), now=now)
    records: list[Learning] = []
    left_out: list[Loss] = []
    for record in document.records:
        why = None
        if record.id in found.inert:
            why = f"it is not in force: {found.inert[record.id].sentence}"
        elif record.id in found.superseded:
            why = f"it is not in force: {found.superseded[record.id]} supersedes it"
        elif holds_secret(record):
            why = "it holds what looks like a secret; rotate it and take it out of the memory"
        if why is None:
            records.append(record)
        else:
            left_out.append(Loss(item=record.id, field="*", why=why))
    return records, left_out


def _unknown(document: LearningsDocument, records: Sequence[Learning], written: Written) -> Iterator[Loss]:
    """Keys that Buddy keeps and does not know."""
    out = {loss.item for loss in written.left_out}
    for record in records:
        if record.id not in out:
            for key in document.as_written(record.id):
                if key not in _KNOWN:
                    yield Loss(item=record.id, field=key, why="only Buddy's own lines carry keys that nobody knows")
