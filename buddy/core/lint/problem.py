"""One problem that lint found."""

from __future__ import annotations

from dataclasses import dataclass

from buddy.core.learnings.problems import Severity
from buddy.core.lint.codes import RULES, AnyCode

RANK = {Severity.NOTICE: 0, Severity.WARNING: 1, Severity.ERROR: 2}


@dataclass(frozen=True, kw_only=True, slots=True)
class LintProblem:
    """`line` counts from 1, None for the file as a whole; `message` is a clause that never holds a secret."""

    code: AnyCode
    message: str
    line: int | None = None
    id: str | None = None

    @property
    def severity(self) -> Severity:
        """How bad its code is."""
        return RULES[self.code].severity


def reaches(problem: LintProblem, threshold: Severity) -> bool:
    """Whether the problem is at least as bad."""
    return RANK[problem.severity] >= RANK[threshold]
