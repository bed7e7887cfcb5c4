"""What a local review says, as values; `buddy review` prints it in five formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from buddy.core.findings.finding import Finding, Outcome, Severity
from buddy.core.findings.thresholds import reaches
from buddy.core.notice import Notice
from buddy.core.review.reviewer import RULES_ONLY

if TYPE_CHECKING:
    from buddy.core.review.model_account import ModelAccount

HIDDEN = frozenset({Outcome.SUPPRESSED, Outcome.HIDDEN_BY_TOOL, Outcome.UNCHANGED_FILE})
"""Outcomes of findings that nobody has to act on in this change."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A finding and what became of it; `suppressed_by` is the id of the learning that hid it, `why` the reason."""

    finding: Finding
    outcome: Outcome
    suppressed_by: str | None = None
    why: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Used:
    """A learning that was rendered, and why it was chosen; `tokens` is its share of the budget."""

    id: str
    text: str
    paths: tuple[str, ...]
    why: str
    tokens: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Unused:
    """A learning that was left out, and why."""

    id: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BadLine:
    """A line of the learnings file that holds no usable record; lines count from 1."""

    line: int | None  # None: the file as a whole
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Remembered:
    """What the memory of the base says about the change. `block` is the text for a prompt."""

    block: str
    loaded: int
    problems: tuple[BadLine, ...]
    selected: tuple[Used, ...]
    left_out: tuple[Unused, ...]  # at most a thousand, those that came closest first
    left_out_counts: Mapping[str, int] = field(default_factory=dict)  # all of them, by reason
    tokens: int
    budget: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalAnswer:
    """A whole review. `base_name` says in words what the base is; `head_sha` is None for the working tree.

    `model` is None where none was asked for; `reviewer` names it only if it answered.
    """

    base_ref: str
    base_sha: str
    base_name: str
    head_sha: str | None
    head_name: str
    changed_files: int
    remembered: Remembered
    findings: tuple[Judged, ...]
    reviewer: str = RULES_ONLY
    model: ModelAccount | None = None
    notices: tuple[Notice, ...] = ()
    unchanged: Mapping[str, int] = field(default_factory=dict)

    @property
    def open(self) -> tuple[Judged, ...]:
        """The findings that stand, worst first, then by place."""
        return tuple(sorted((judged for judged in self.findings if judged.outcome not in HIDDEN), key=_worst_first))

    @property
    def hidden(self) -> tuple[Judged, ...]:
        """The findings that a learning or the tool itself hid."""
        return tuple(judged for judged in self.findings if judged.outcome in HIDDEN)

    def fails(self, threshold: Severity | None) -> bool:
        """Whether a finding on a changed file stands and is at least as bad as the threshold; never for None."""
        return reaches(((one.finding, one.outcome) for one in self.findings), fail_on=threshold)

    def counts(self) -> Counter[Severity]:
        """How many findings stand, by severity."""
        return Counter(judged.finding.severity for judged in self.open)


def _worst_first(judged: Judged) -> tuple[int, str, int, str, str]:
    finding = judged.finding
    return -finding.severity.rank, finding.path or "", finding.line or 0, finding.category, finding.fingerprint
