"""Composing PR memory for a change (P12, P13)."""

import pytest

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.memory.compose import describe, progress
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory

CHANGE = Change(
    files=(ChangedFile(path="src/auth/a.py", status=FileStatus.MODIFIED, patch="@@", additions=3),), total=1
)


@pytest.mark.parametrize(
    ("files", "states", "expected"),
    [
        (0, [], "Run 1: 0 files reviewed; no findings."),
        (1, ["open"], "Run 1: 1 file reviewed; 1 finding: 1 open."),
        (
            12,
            ["addressed", "open", "declined", "suppressed", "open"],
            "Run 1: 12 files reviewed; 5 findings: 2 open, 1 addressed, 1 suppressed, 1 declined.",
        ),
    ],
)
def test_progress_is_a_sentence_of_counts(files: int, states: list[str], expected: str) -> None:
    assert progress(runs=1, files=files, findings=map(FindingState, states)) == expected


def test_p13_a_description_is_made_by_rules_and_keeps_all_else() -> None:
    known = {"v1:1": KnownFinding(category="a/b", state=FindingState.OPEN)}
    before = PrMemory(repo=1, pr=2, runs=2, findings=known, reviewed_files_count=9, paused=True)
    after = describe(before, title="Add login", body="Lets people in.", change=CHANGE, codeowners="* @octocat")
    assert after == before.model_copy(
        update={
            "intent": "Add login — Lets people in.",
            "subsystems": ("src/auth (1 file, @octocat)",),
            "risks": (
                "Touches authentication, permissions or cryptography (1 file).",
                "Changes code but no test (1 file).",
            ),
            "progress": "Run 2: 9 files reviewed; 1 finding: 1 open.",
        }
    )
    assert describe(after, title="Add login", body="Lets people in.", change=CHANGE, codeowners="* @octocat") == after
