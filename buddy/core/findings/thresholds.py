"""Does a run fail: is any finding that counts as bad as `fail-on` says."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.core.findings.finding import Finding, Outcome, Severity

_COUNTED = frozenset({Outcome.INLINE, Outcome.SUMMARY, Outcome.KNOWN})


def reaches(judged: Iterable[tuple[Finding, Outcome]], *, fail_on: Severity | None) -> bool:
    """Whether a finding that counts is at least as bad; never for None, the action's `none`.

    What counts stands in a changed file and is hidden by nothing, also where an earlier run posted it. Findings
    without a file, on unchanged files, suppressed or hidden by their tool do not.
    """
    return fail_on is not None and any(
        finding.severity.rank >= fail_on.rank
        for finding, outcome in judged
        if outcome in _COUNTED and finding.path is not None
    )
