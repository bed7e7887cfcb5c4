"""A finding: one problem that a tool or a model reported, in Buddy's words."""

from __future__ import annotations

import enum
from dataclasses import dataclass

MODEL_TOOL = "model"
"""The tool of what a model finds; its rules are the slugs of `core/model/vocabulary`."""


class Severity(enum.Enum):
    """How bad a finding is; `rank` grows with badness."""

    CRITICAL = "critical"
    MAJOR = "major"
    MINOR = "minor"
    NIT = "nit"

    @property
    def rank(self) -> int:
        """3 for critical down to 0 for nit."""
        return 3 - list(Severity).index(self)


class Outcome(enum.Enum):
    """What became of a finding in a run."""

    INLINE = "inline"
    SUMMARY = "summary"
    KNOWN = "known"
    SUPPRESSED = "suppressed"
    HIDDEN_BY_TOOL = "hidden-by-tool"
    UNCHANGED_FILE = "unchanged-file"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One reported problem.

    `path` is repository-relative with `/`, None for a finding without a file in the repository; `line` and
    `end_line` count from 1 in the scanned text, None for the file as a whole. `category` is `tool/rule` and is
    what suppressions match exactly. `fingerprint` and `anchors` are empty until the source text was seen.
    """

    category: str
    tool: str
    rule: str
    path: str | None
    line: int | None = None
    end_line: int | None = None
    severity: Severity
    message: str
    secret: bool = False  # the rule is tagged `secret`: never hidden by a suppression (P7)
    fingerprint: str = ""
    anchors: tuple[str, ...] = ()
    suggestion: str | None = None  # what exactly its lines should be instead, without a line end
    because: tuple[str, ...] = ()  # ids of learnings that led to it
    related: tuple[str, ...] = ()  # other places, `path:line` or `path`; without a path: the tool's words


def as_json(finding: Finding) -> dict[str, object]:
    """The form that machines read, F in DESIGN 4.4; the keys are stable."""
    return {
        "fingerprint": finding.fingerprint,
        "anchors": list(finding.anchors),
        "category": finding.category,
        "tool": finding.tool,
        "rule": finding.rule,
        "path": finding.path,
        "line": finding.line,
        "endLine": finding.end_line,
        "severity": finding.severity.value,
        "message": finding.message,
    }
