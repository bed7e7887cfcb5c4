"""The last words of a summary, once its pull request is closed: told from the memory alone, nothing is reviewed."""

from __future__ import annotations

from collections import Counter
from typing import Final

from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory
from buddy.core.review.summary import ROWS, what_it_is
from buddy.core.secrets import redact
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import code_cell

_CLOSED: Final = "## Buddy\n\n**This pull request is closed.**"
_ORDER: Final = (FindingState.OPEN, FindingState.ADDRESSED, FindingState.SUPPRESSED, FindingState.DECLINED)
_WORDS: Final = {
    FindingState.OPEN: "open",
    FindingState.ADDRESSED: "addressed",
    FindingState.SUPPRESSED: "hidden",
    FindingState.DECLINED: "declined",
}


def final_text(memory: PrMemory, *, learned: str, room: int) -> str:
    """What people see, without the marker; `learned` is the section on what was learned here."""
    sections = (f"{_CLOSED} {_counts(memory)}", learned, _findings(memory), what_it_is(memory))
    return cap(redact("\n\n".join(section for section in sections if section)), limit=room)


def is_final(visible: str) -> bool:
    """Whether a summary says its last words already; ages in it are those of the day on which it said them."""
    return visible.replace("\r\n", "\n").startswith(_CLOSED)


def _counts(memory: PrMemory) -> str:
    found = Counter(entry.state for entry in memory.findings.values())
    if not found:
        return "Nothing was found on it."
    parts = [f"{found[state]} {_WORDS[state]}" for state in _ORDER if found[state]]
    noun = "finding" if found.total() == 1 else "findings"
    return f"{found.total()} {noun}: {', '.join(parts)}."


def _findings(memory: PrMemory) -> str:
    """Every one with what became of it, a hidden one with the learning that hid it (P8)."""
    entries = sorted(
        memory.findings.items(), key=lambda item: (_ORDER.index(item[1].state), item[1].path or "", item[0])
    )
    if not entries:
        return ""
    rows = [
        f"| {_WORDS[it.state]} | {_place(it)} | {code_cell(it.category)} | {_by(it)} | `{name}` |"
        for name, it in entries
    ]
    more = f"\n\n{len(rows) - ROWS} more not shown." if len(rows) > ROWS else ""
    table = "\n".join(("| | where | rule | by | fingerprint |", "|---|---|---|---|---|", *rows[:ROWS])) + more
    return f"<details><summary>Findings ({len(rows)})</summary>\n\n{table}\n\n</details>"


def _place(entry: KnownFinding) -> str:
    path = entry.path or ""
    return code_cell(path if entry.line is None else f"{path}:{entry.line}")


def _by(entry: KnownFinding) -> str:
    return code_cell(entry.by) if entry.by is not None else ""
