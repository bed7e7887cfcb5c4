"""Does a run fail: is any finding that counts as bad as `fail-on` says."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.core.findings.finding import Outcome, Severity
from buddy.core.findings.placement import Placed

COUNTED = frozenset({Outcome.INLINE, Outcome.SUMMARY, Outcome.KNOWN})
"""What counts: everything on a changed file that nothing hides, also where it was posted by an earlier run."""


def reaches(placed: Iterable[Placed], *, fail_on: Severity | None) -> bool:
    """Whether a counted finding is at least as bad; never for None, the action's `none`."""
    if fail_on is None:
        return False
    return any(one.outcome in COUNTED and one.finding.severity.rank >= fail_on.rank for one in placed)
