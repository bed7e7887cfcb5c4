"""The cells of an entry's row that only its maker knows: where it was said, who approved it, what is odd about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from buddy.core.learnings.record import Learning
from buddy.core.record.body_reading import Row
from buddy.core.record.pending import Pending
from buddy.core.text.surfaces import code_cell

_PAGE = re.compile(r"https?://[A-Za-z0-9.:-]+/[A-Za-z0-9._/-]+(?:#[A-Za-z0-9_-]+)?")
_UNKNOWN = "–"


@dataclass(frozen=True, kw_only=True, slots=True)
class Cells:
    """Markdown that is safe in a table."""

    said_in: str
    approved_by: str
    note: str


def cells_of(pending: Pending) -> Cells:
    """For an entry that was handed over in this run."""
    notes = []
    if pending.weakens_review:
        notes.append("asks to review less; it can hide nothing")
    if pending.removed:
        plural = "character" if pending.removed == 1 else "characters"
        notes.append(f"{pending.removed} invisible {plural} taken out")
    return Cells(said_in=_said_in(pending), approved_by=_approvers(pending), note="; ".join(notes))


def cells_again(row: Row | None, record: Learning) -> Cells:
    """For an entry that is on the branch already: as the body has it, else what the line itself tells."""
    if row is not None:
        return Cells(said_in=row.said_in, approved_by=row.approved_by, note=row.note)
    source = record.source
    where = f"number {source.pr}" if source and source.pr else _UNKNOWN
    by = f" by {code_cell(source.by)}" if source and source.by else ""
    return Cells(said_in=where + by, approved_by=_UNKNOWN, note="")


def shortened(text: str, length: int) -> str:
    """The text, with an ellipsis where it is longer than `length` code points."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def _said_in(pending: Pending) -> str:
    said = pending.source
    if said is None:
        return _UNKNOWN
    name = f"number {said.pr}"
    where = f"[{name}]({said.url})" if _PAGE.fullmatch(said.url) else name
    by = pending.record.source.by if pending.record.source and not pending.archives else None
    return where + (f" by {code_cell(by)}" if by else "")


def _approvers(pending: Pending) -> str:
    names = [
        code_cell(login) + (" (wrote the change)" if _same(login, pending.author) else "")
        for login in pending.approvers[:5]
    ]
    more = [f"{len(pending.approvers) - 5} more"] if len(pending.approvers) > 5 else []
    return ", ".join([*names, *more]) or _UNKNOWN


def _same(login: str, other: str | None) -> bool:
    return other is not None and login.casefold() == other.casefold()
