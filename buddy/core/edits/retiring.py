"""Taking records out of force: by a tombstone, which every later merge respects, or without a trace (CLI-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from buddy.core.edits.moments import edited_at
from buddy.core.edits.named import Edited, editable, in_force
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.lines import BOM
from buddy.core.learnings.record import Status
from buddy.core.record.merging import without


@dataclass(frozen=True, kw_only=True, slots=True)
class Retired:
    """The file afterwards, and what became of each id."""

    content: bytes
    records: Sequence[Edited]


def archived(document: LearningsDocument, ids: Sequence[str], *, reason: str | None, now: datetime) -> Retired:
    """Each record's counting line says `archived` and when; one changed line an id.

    `reason` joins what the line says as its reason. InputError for a line that must not be changed, and then none is.
    """
    before, edits, found = document, [], in_force(document, now=now)
    for record_id in ids:
        old = editable(before, record_id)
        if old.status is Status.ARCHIVED:
            edits.append(Edited(id=record_id, changed=False, record=old))
            continue
        words = "; archived because ".join(each for each in (old.reason, reason) if each) or None
        new = msgspec.structs.replace(old, status=Status.ARCHIVED, reason=words, updated_at=edited_at(old, now))
        before = parse(before.with_line_replaced(record_id, new))
        edits.append(Edited(id=record_id, changed=True, record=before.find(record_id)))
    return Retired(content=before.data, records=_with_returned(edits, found, before, now=now))


def purged(document: LearningsDocument, ids: Sequence[str], *, now: datetime) -> Retired:
    """Every line of these records is gone, older duplicates too; all other bytes stay."""
    found = in_force(document, now=now)
    bom = BOM if document.data.startswith(BOM) else b""
    after = parse(bom + without(parse(document.data.removeprefix(bom)), ids))
    for record_id in ids:  # an id may be written with escapes
        while after.find(record_id) is not None:
            lines = after.data.removeprefix(bom).split(b"\n")
            del lines[after.line_of(record_id) - 1]
            after = parse(bom + b"\n".join(lines))
    edits = [Edited(id=record_id, changed=True, record=None) for record_id in ids]
    return Retired(content=after.data, records=_with_returned(edits, found, after, now=now))


def _with_returned(
    edits: Sequence[Edited], before: frozenset[str], after: LearningsDocument, *, now: datetime
) -> Sequence[Edited]:
    """Whatever is in force now and was not: said with the first of the edits, since they were made together."""
    back = sorted(in_force(after, now=now) - before)
    return [replace(edits[0], back=back), *edits[1:]] if edits and back else edits
