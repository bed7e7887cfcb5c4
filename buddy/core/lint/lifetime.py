"""Records whose time is over, and suppressions that protection makes inert (P7)."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.core.findings.protection import Protection
from buddy.core.learnings.record import InertReason, Kind
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject
from buddy.core.secrets import redact


def expired(subject: Subject) -> Iterator[LintProblem]:
    """Active records that do not apply any more."""
    for record in subject.document.checked.unusual:
        if subject.matching.inert.get(record.id) is InertReason.EXPIRED:
            message = f"it expired on {(record.expires_at or '').strip()[:10]} and does not apply"
            yield LintProblem(code=Code.EXPIRED, message=message, line=subject.line(record), id=record.id)


def protected(subject: Subject) -> Iterator[LintProblem]:
    """Suppressions of a category that is never hidden, by the configuration in force."""
    protection = Protection(subject.protected)
    for record in subject.in_force:
        if record.kind is Kind.SUPPRESSION and record.match is not None and record.match.category:
            why = protection.covers_category(record.match.category)
            if why is not None:
                message = redact(f"`{record.match.category}` is never hidden: {why}")
                yield LintProblem(
                    code=Code.PROTECTED_CATEGORY, message=message, line=subject.line(record), id=record.id
                )
