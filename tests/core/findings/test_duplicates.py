"""Exact repeats collapse, near ones stay (FIND-05, FIND-24)."""

from __future__ import annotations

import pytest

from buddy.core.findings.duplicates import dedupe
from buddy.core.findings.finding import Severity


def test_exact_repeats_collapse_in_order_and_are_counted(finding):
    a, b = finding(line=1), finding(line=2)
    assert dedupe([a, b, finding(line=1), finding(line=1)]) == ((a, b), 2)


@pytest.mark.parametrize(
    "other",
    [{"tool": "flake8"}, {"rule": "S102"}, {"path": "src/b.py"}, {"line": 2}, {"line": None}, {"message": "Words"}],
)
def test_findings_that_differ_in_any_of_these_stay(finding, other):
    assert dedupe([finding(), finding(**other)])[1] == 0


def test_a_repeat_never_makes_a_finding_milder_or_less_protected(finding):
    mild, bad = finding(severity=Severity.NIT, secret=True), finding(severity=Severity.MAJOR)
    for order in ([mild, bad], [bad, mild]):
        ((kept,), _) = dedupe(order)
        assert (kept.severity, kept.secret) == (Severity.MAJOR, True)


def test_findings_without_a_path_differ_by_what_the_tool_named(finding):
    one, two = finding(path=None, line=None, related=("debian:12",)), finding(path=None, line=None, related=("alpine",))
    assert dedupe([one, two, one]) == ((one, two), 1)
