"""Composing what PR memory says about a change, by rules alone (P13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from buddy.core.change import Change
from buddy.core.memory.intent import intent
from buddy.core.memory.risks import risks
from buddy.core.memory.snapshot import FindingState, PrMemory
from buddy.core.memory.subsystems import subsystems

__all__ = ["describe", "intent", "progress", "risks", "subsystems"]


def describe(
    memory: PrMemory, *, title: str, body: str | None, change: Change, codeowners: str | None = None
) -> PrMemory:
    """The memory with intent, subsystems, risks and progress as they are now; all else stays."""
    return memory.model_copy(
        update={
            "intent": intent(title, body),
            "subsystems": subsystems([file.path for file in change.files], codeowners),
            "risks": risks(change),
            "progress": progress(
                runs=memory.runs,
                files=len(memory.reviewed_files) or memory.reviewed_files_count,
                findings=(finding.state for finding in memory.findings.values()),
            ),
        }
    )


def progress(*, runs: int, files: int, findings: Iterable[FindingState]) -> str:
    """One sentence of counts: `Run 3: 12 files reviewed; 8 findings: 2 open, 5 addressed, 1 suppressed.`"""
    states = Counter(findings)
    total = sum(states.values())
    reviewed = f"Run {runs}: {files} {'file' if files == 1 else 'files'} reviewed"
    if not total:
        return f"{reviewed}; no findings."
    order = (FindingState.OPEN, FindingState.ADDRESSED, FindingState.SUPPRESSED, FindingState.DECLINED)
    counts = [f"{states[state]} {state.value}" for state in order if states[state]]
    return f"{reviewed}; {total} {'finding' if total == 1 else 'findings'}: {', '.join(counts)}."
