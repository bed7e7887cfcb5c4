"""`pinned`, the one trust that only a person gives, and what is left when it is taken back (DESIGN 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from buddy.core.edits.moments import edited_at
from buddy.core.edits.named import Edited, editable
from buddy.core.errors import InputError
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.inert import applies
from buddy.core.learnings.record import Learning, Trust


@dataclass(frozen=True, kw_only=True, slots=True)
class Trusted:
    """The file afterwards, and what became of each id."""

    content: bytes
    records: Sequence[Edited]


def pinned(document: LearningsDocument, ids: Sequence[str], *, now: datetime) -> Trusted:
    """One changed line a record. InputError for one that is not in force: pinning would be a promise about nothing."""
    for record_id in ids:
        record = editable(document, record_id)
        if (why := applies(record, now)) is not None:
            raise InputError(f"{record_id} is not in force and cannot be pinned: {why.sentence}")
    return _with_trust(document, dict.fromkeys(ids, Trust.PINNED), now=now)


def unpinned(document: LearningsDocument, ids: Sequence[str], *, now: datetime) -> Trusted:
    """One changed line a record; one that is not pinned stays as it is."""
    records = [editable(document, record_id) for record_id in ids]
    wanted = {one.id: earned(one) if one.trust is Trust.PINNED else one.trust for one in records}
    return _with_trust(document, wanted, now=now)


def earned(record: Learning) -> Trust:
    """What the record's source proves: a comment needed somebody's approval, everything else was only stated.

    Never `validated`: that is found anew from what reviews show.
    """
    source = record.source
    return Trust.APPROVED if source is not None and source.comment is not None else Trust.STATED


def _with_trust(document: LearningsDocument, wanted: dict[str, Trust | None], *, now: datetime) -> Trusted:
    edits = []
    for record_id, trust in wanted.items():
        old = editable(document, record_id)
        if old.trust is not trust:
            new = msgspec.structs.replace(old, trust=trust, updated_at=edited_at(old, now))
            document = parse(document.with_line_replaced(record_id, new))
        edits.append(Edited(id=record_id, changed=old.trust is not trust, record=document.find(record_id)))
    return Trusted(content=document.data, records=edits)
