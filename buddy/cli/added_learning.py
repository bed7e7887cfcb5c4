"""What is told of an addition: what became of it, what should be read together with it, what still has to happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from buddy.cli.streams import put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buddy.core.edits.adding import Placed
    from buddy.core.learnings.record import Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What is told of an addition; `pull` is the page of its pull request, `notes` are Buddy's sentences."""

    placed: Placed
    where: dict[str, Any]
    written: bool
    next_step: str
    pull: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()


def remarks(placed: Placed) -> tuple[str, ...]:
    """What is odd about the words, as the record pull request says it too."""
    from buddy.app.recording import weakens_review

    if placed.content is None or placed.record is None:
        return ()
    found = ["it asks to review less; it can hide nothing"] if weakens_review(placed.record) else []
    if placed.removed:
        found.append(f"invisible characters taken out: {placed.removed}")
    return tuple(found)


def put_told(told: Told) -> None:
    """For people: the records as rows on stdout, all else on stderr."""
    placed = told.placed
    if placed.record is not None and placed.content is not None:
        rows = [_row(placed.outcome.value, placed.record), *(_row(one.how, one.record) for one in placed.beside)]
        put_rows(rows)
    if placed.reason is not None:
        head = "Nothing to do" if placed.known else "Refused"
        say(one_line(f"{head}: {placed.say} [{placed.reason.value}]"))
    elif not told.written and told.pull is None:
        say(one_line(f"Dry run, nothing was written: {placed.say}"))
    else:
        say(one_line(placed.say))
    for note in told.notes:
        say(one_line(f"Note: {note}"))
    if told.next_step:
        say(one_line(told.next_step))


def put_told_json(told: Told) -> None:
    """DESIGN 4.4, and what a program may want to know beside it."""
    placed = told.placed
    put_json(
        {
            "outcome": placed.outcome.value,
            "id": placed.id,
            "reason": placed.reason.value if placed.reason is not None else None,
            "message": placed.say,
            "written": told.written,
            "beside": [{"how": one.how, "id": one.record.id, "text": redact(one.record.text)} for one in placed.beside],
            **told.where,
            "pullRequest": told.pull,
            "notes": list(told.notes),
        }
    )


def _row(how: str, record: Learning) -> Sequence[str]:
    return how, record.id, ", ".join(record.paths or ("everywhere",)), redact(record.text)
