"""A finding as a row for people, and the talk around findings."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.cli.streams import say
from buddy.core.findings.finding import Finding
from buddy.core.notice import Notice


def place_of(finding: Finding) -> str:
    """`path:line`, which terminals and editors open; `(no file)` without a path."""
    if finding.path is None:
        return "(no file)"
    return finding.path if finding.line is None else f"{finding.path}:{finding.line}"


def finding_row(finding: Finding) -> tuple[str, ...]:
    """Place, severity, category, fingerprint, message."""
    return place_of(finding), finding.severity.value, finding.category, finding.fingerprint, finding.message


def say_notices(notices: Iterable[Notice]) -> None:
    """One warning a notice, on stderr."""
    for notice in notices:
        say(f"Warning: {notice.message} [{notice.id}]")


def say_problems(problems: Iterable[str]) -> int:
    """One error a problem, on stderr; the exit code is 2 when there was one, else 0."""
    code = 0
    for problem in problems:
        say(f"Error: {problem}")
        code = 2
    return code


def plural(count: int, noun: str) -> str:
    """`1 finding`, `2 findings`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
