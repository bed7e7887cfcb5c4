"""The table of checks, and what they find about a memory, in the order of its lines."""

from __future__ import annotations

from buddy.core.lint import (
    evidence,
    from_reading,
    keys,
    lifetime,
    moving_anchors,
    physical_lines,
    reach,
    relations,
    review_weakening,
    secrets_inside,
    supersession,
)
from buddy.core.lint.problem import RANK, LintProblem
from buddy.core.lint.subject import Subject

CHECKS = (
    from_reading.check,
    physical_lines.check,
    keys.check,
    secrets_inside.check,
    lifetime.expired,
    lifetime.protected,
    moving_anchors.check,
    review_weakening.check,
    supersession.check,
    relations.check,
    reach.check,
    evidence.check,
)


def lint(subject: Subject) -> tuple[LintProblem, ...]:
    """Every problem once, by line, those of the whole file first; on one line the worst first."""
    found = dict.fromkeys(problem for check in CHECKS for problem in check(subject))
    return tuple(sorted(found, key=lambda one: (one.line or 0, -RANK[one.severity], one.code.value, one.message)))
