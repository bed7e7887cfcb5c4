"""What would hide a finding from every later review: a command, or a line of the memory file."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.core.findings.finding import Finding
from buddy.core.globs import GlobSet, literal
from buddy.core.learnings.identity import from_content
from buddy.core.learnings.record import MAX_TEXT, Kind, Learning, Match, Scope
from buddy.core.learnings.writing import new_line
from buddy.core.secrets import redact


def shown_lines(findings: Iterable[Finding]) -> tuple[str, ...]:
    """The lines to show for these findings, each once.

    None for a path that no glob can name (one of more than 200 characters), and none that holds a secret (P10).
    """
    lines = dict.fromkeys(silencing_line(finding) for finding in findings if _can_be_named(finding.path or ""))
    return tuple(line for line in lines if redact(line) == line)


def shown_commands(findings: Iterable[Finding], *, mention: str) -> tuple[str, ...]:
    """The commands to show for these findings, in the order given; none for a path that no glob can name."""
    return tuple(
        f"{mention} ignore-rule {finding.fingerprint}" for finding in findings if _can_be_named(finding.path or "")
    )


def silencing_line(finding: Finding) -> str:
    """A suppression of the finding's category in exactly its path, as one line of JSON without a line break.

    The finding has a path: one without could not be hidden.
    """
    assert finding.path is not None
    match = Match(category=finding.category)
    text = f"ignore {finding.category} in {finding.path}"[:MAX_TEXT]
    record = Learning(
        id=from_content(kind=Kind.SUPPRESSION, scope=Scope.REPO, text=text, match=match),
        kind=Kind.SUPPRESSION,
        text=text,
        paths=(literal(finding.path),),
        match=match,
    )
    return new_line(record).decode()


def _can_be_named(path: str) -> bool:
    return GlobSet([literal(path)]).matches(path) is not None
