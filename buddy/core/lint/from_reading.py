"""The problems that reading the file finds, under their own codes."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.core.learnings.problems import ProblemReason
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject


def check(subject: Subject) -> Iterator[LintProblem]:
    """All of them but repeated ids, which reading only counts (`physical_lines` gives their lines)."""
    for one in subject.document.problems:
        if one.reason is not ProblemReason.DUPLICATE_ID:
            yield LintProblem(code=one.reason, message=one.message, line=one.line, id=one.id)
