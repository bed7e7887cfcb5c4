"""The body of a record pull request: this page is where people govern what Buddy remembers (REC-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from buddy.core.learnings.record import Kind, Learning
from buddy.core.record.cells import Cells, shortened
from buddy.core.secrets import redact
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import code_cell, code_span, markdown_inline, table_cell

_TEXT_LENGTHS = (600, 240, 100, 40)
"""How much of a text the table shows; the diff has all of it."""
_MOST_BESIDE = 40
_HEAD = """\
Somebody with write access asked Buddy to remember this. It counts once it is merged; until then nothing changes.

- **Edit** a line in this branch as you like: Buddy leaves it as you wrote it.
- **Untick** what is not to be recorded: the next run takes it out.
- **Close** this pull request to decline all of it.
"""
_NO_CHECKS = (
    "Checks will not start here, because this pull request was opened with the job's own token: close and reopen it, "
    "or give Buddy the input `record-token`."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """A line of the target that is to be read together with an entry; `how` is Buddy's own words."""

    how: str
    record: Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A row. `record` is the line as it stands on the branch, `does` Buddy's word for what happens to it.

    `matches` is how many files of the target its paths match now, None where it has none or they could not be counted.
    """

    key: str
    line: str
    record: Learning
    does: str
    matches: int | None
    cells: Cells
    beside: tuple[Beside, ...] = ()


def body(
    entries: Sequence[Entry], *, dropped: Sequence[str] = (), target: str, checks_start: bool, notes: Sequence[str] = ()
) -> str:
    """At most 60,000 characters; the boxes of all entries always fit. `dropped` are keys that were taken out.

    `notes` are Buddy's own sentences.
    """
    remarks = [*notes, *([] if checks_start else [_NO_CHECKS])]
    for length in _TEXT_LENGTHS:
        text = _page(entries, dropped=dropped, target=target, remarks=remarks, length=length, beside=True)
        if _fits(text):
            return text
    return cap(_page(entries, dropped=dropped, target=target, remarks=remarks, length=_TEXT_LENGTHS[-1], beside=False))


def _fits(text: str) -> bool:
    return cap(text) == text


def _page(
    entries: Sequence[Entry],
    *,
    dropped: Sequence[str],
    target: str,
    remarks: Sequence[str],
    length: int,
    beside: bool,
) -> str:
    parts = [
        _HEAD,
        "### To be recorded\n\n" + "\n".join(_box(entry, length) for entry in entries)
        if entries
        else "Nothing is left.",
        "### Taken out\n\n" + "\n".join(f"- [ ] `{key}`" for key in dropped) if dropped else "",
        _table(entries, target=target, length=length) if entries else "",
        _beside(entries, length=length) if beside else "What is to be read side by side does not fit here.",
        "\n".join(f"> {remark}" for remark in remarks),
    ]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _box(entry: Entry, length: int) -> str:
    text = markdown_inline(_words(entry.record, min(length, 80)))
    return f"- [x] `{entry.key}` {entry.does}: {text}"


def _table(entries: Sequence[Entry], *, target: str, length: int) -> str:
    head = "| id | learning | where | files now | said in | approved by | note |\n|---|---|---|---|---|---|---|"
    rows = [
        "| "
        + " | ".join(
            (
                f"`{entry.key}`" + (f" on `{entry.line}`" if entry.line != entry.key else ""),
                _what(entry.record, length),
                _where(entry.record),
                "–" if entry.matches is None else str(entry.matches),
                entry.cells.said_in,
                entry.cells.approved_by,
                entry.cells.note or " ",
            )
        )
        + " |"
        for entry in entries
    ]
    return f"*files now* counts the files of {code_span(target)} that the paths match today.\n\n" + "\n".join(
        [head, *rows]
    )


def _what(record: Learning, length: int) -> str:
    text = table_cell(_words(record, length))
    if record.kind is Kind.SUPPRESSION and record.match is not None:
        only = " (one finding)" if record.match.fingerprint else ""
        return f"hides {code_cell(record.match.category or '?')}{only}: {text}"
    return text or "(no text)"


def _words(record: Learning, length: int) -> str:
    """People may have written anything into the file, and into the branch, too (P10)."""
    return shortened(redact(record.text), length)


def _where(record: Learning) -> str:
    paths = list(record.paths or ())
    shown = ", ".join(code_cell(shortened(path, 80)) for path in paths[:5])
    more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
    scope = "" if record.scope.value == "repo" else f"{record.scope.value}: "
    return scope + (shown + more or "everywhere")


def _beside(entries: Sequence[Entry], *, length: int) -> str:
    pairs = [(entry, other) for entry in entries for other in entry.beside]
    if not pairs:
        return ""
    lines = [
        f"- `{entry.key}` {other.how} {code_span(other.record.id)}\n"
        f"  - new: {markdown_inline(_words(entry.record, length))}\n"
        f"  - there: {markdown_inline(_words(other.record, length))}"
        for entry, other in pairs[:_MOST_BESIDE]
    ]
    more = [f"- {len(pairs) - _MOST_BESIDE} more pairs"] if len(pairs) > _MOST_BESIDE else []
    return "### To be read side by side\n\n" + "\n".join([*lines, *more])
