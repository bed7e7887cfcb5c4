"""Exact repeats of a finding, from one report or from several that overlap. Nothing is merged by meaning (FIND-24)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from buddy.core.findings.finding import Finding


def dedupe(findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], int]:
    """The findings without repeats of tool, rule, path, line and text, in order, and how many were dropped.

    What stays is the first with the worst severity and the `secret` tag of any, so that a repeat can hide nothing.
    Findings without a path repeat each other only where the tool named the same places.
    """
    kept: dict[tuple[object, ...], Finding] = {}
    dropped = 0
    for finding in findings:
        key = _key(finding)
        first = kept.get(key)
        kept[key] = finding if first is None else _worst(first, finding)
        dropped += first is not None
    return tuple(kept.values()), dropped


def _key(finding: Finding) -> tuple[object, ...]:
    elsewhere = finding.related if finding.path is None else ()
    return (finding.category, finding.path, finding.line, finding.message, elsewhere)


def _worst(first: Finding, other: Finding) -> Finding:
    if other.severity.rank <= first.severity.rank and (first.secret or not other.secret):
        return first
    severity = max(first.severity, other.severity, key=lambda severity: severity.rank)
    return replace(first, severity=severity, secret=first.secret or other.secret)
