"""What counts against `fail-on` (DESIGN 4.1, 6.10)."""

from __future__ import annotations

import pytest

from buddy.core.findings.finding import Outcome, Severity
from buddy.core.findings.thresholds import reaches


@pytest.mark.parametrize(
    ("fail_on", "reached"),
    [(None, False), (Severity.CRITICAL, False), (Severity.MAJOR, True), (Severity.MINOR, True), (Severity.NIT, True)],
)
@pytest.mark.parametrize("outcome", [Outcome.INLINE, Outcome.SUMMARY, Outcome.KNOWN])
def test_a_finding_as_bad_as_the_threshold_reaches_it_also_when_it_was_posted_before(
    finding, fail_on, reached, outcome
):
    findings = [(finding(severity=Severity.NIT), Outcome.HIDDEN_BY_TOOL), (finding(severity=Severity.MAJOR), outcome)]
    assert reaches(findings, fail_on=fail_on) is reached


@pytest.mark.parametrize("outcome", [Outcome.SUPPRESSED, Outcome.HIDDEN_BY_TOOL, Outcome.UNCHANGED_FILE])
def test_what_is_hidden_or_elsewhere_does_not_count(finding, outcome):
    assert not reaches([(finding(severity=Severity.CRITICAL), outcome)], fail_on=Severity.NIT)


def test_a_finding_without_a_file_does_not_count(finding):
    unplaced = finding(path=None, line=None, severity=Severity.CRITICAL)
    assert not reaches([(unplaced, Outcome.SUMMARY)], fail_on=Severity.NIT)
