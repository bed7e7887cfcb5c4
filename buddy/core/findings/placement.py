"""Which finding is posted where: inline, in the summary, nowhere again, or only counted (DESIGN 6.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.findings import hunks
from buddy.core.findings.finding import Finding, Outcome
from buddy.core.findings.hunks import Hunks, Spot
from buddy.core.findings.spelling import KnownPaths

_GONE = frozenset({FileStatus.REMOVED, FileStatus.UNCHANGED})


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """A finding on a changed file, its path as git spells it; `spot` is None unless the outcome is inline."""

    finding: Finding
    outcome: Outcome
    spot: Spot | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Placement:
    """Every finding exactly once. `placed` has the worst first and one order for one set of findings (P12).

    `unchanged` are those on files that the change does not touch, or removes: neither posted nor counted against
    `fail-on`. `unplaced` have no file.
    """

    placed: tuple[Placed, ...]
    unchanged: tuple[Finding, ...]
    unplaced: tuple[Finding, ...]

    def of(self, outcome: Outcome) -> tuple[Placed, ...]:
        """The placed findings of this outcome, worst first."""
        return tuple(placed for placed in self.placed if placed.outcome is outcome)

    @property
    def unchanged_by_category(self) -> tuple[tuple[str, int], ...]:
        """How many findings each category has on unchanged files, most first."""
        return by_category(self.unchanged)


def place(
    findings: Iterable[Finding], change: Change, *, already_posted: Collection[str], max_comments: int
) -> Placement:
    """Decide for each finding that nothing hides. `already_posted` are fingerprints with a comment on this PR.

    Inline are at most `max_comments`, the worst first; the others on changed files go to the summary. Nothing below
    `.buddy/` is inline (P1).
    """
    files = _Files(change)
    candidates: list[Placed] = []
    unchanged: list[Finding] = []
    unplaced: list[Finding] = []
    for finding in sorted(findings, key=_worst_first):
        file = files.of(finding)
        if finding.path is None:
            unplaced.append(finding)
        elif file is None:
            unchanged.append(finding)
        else:
            finding = finding if finding.path == file.path else replace(finding, path=file.path)
            candidates.append(_placed(finding, files.hunks(file), already_posted=already_posted))
    placed = tuple(_capped(candidates, max_comments=max_comments))
    return Placement(placed=placed, unchanged=tuple(unchanged), unplaced=tuple(unplaced))


def by_category(findings: Iterable[Finding]) -> tuple[tuple[str, int], ...]:
    """Counts per category, most first, ties by name."""
    return tuple(sorted(Counter(f.category for f in findings).items(), key=lambda item: (-item[1], item[0])))


class _Files:
    """The files that exist at the head and are changed, with their hunks read once and only where needed."""

    def __init__(self, change: Change) -> None:
        self._by_path = {file.path: file for file in change.files if file.status not in _GONE}
        self._known = KnownPaths(self._by_path)
        self._hunks: dict[str, Hunks] = {}

    def of(self, finding: Finding) -> ChangedFile | None:
        path = None if finding.path is None else self._known.spelling(finding.path)
        return None if path is None else self._by_path[path]

    def hunks(self, file: ChangedFile) -> Hunks:
        if file.path not in self._hunks:
            self._hunks[file.path] = hunks.read(file.patch)
        return self._hunks[file.path]


def _placed(finding: Finding, file_hunks: Hunks, *, already_posted: Collection[str]) -> Placed:
    if finding.fingerprint and finding.fingerprint in already_posted:
        return Placed(finding=finding, outcome=Outcome.KNOWN)
    spot = None
    if finding.line is not None and not _is_buddys(finding.path):
        spot = file_hunks.spot(finding.line, finding.end_line or finding.line)
    return Placed(finding=finding, outcome=Outcome.SUMMARY if spot is None else Outcome.INLINE, spot=spot)


def _capped(candidates: Sequence[Placed], *, max_comments: int) -> Iterable[Placed]:
    left = max_comments
    for placed in candidates:
        if placed.outcome is Outcome.INLINE:
            left -= 1
            if left < 0:
                placed = replace(placed, outcome=Outcome.SUMMARY, spot=None)
        yield placed


def _is_buddys(path: str | None) -> bool:
    return path is not None and path.split("/", 1)[0].lower() == ".buddy"


def _worst_first(finding: Finding) -> tuple[object, ...]:
    return (
        -finding.severity.rank,
        finding.path or "",
        finding.line or 0,
        finding.end_line or 0,
        finding.category,
        finding.message,
        finding.fingerprint,
    )
