"""Comparing: which findings of two scans, of two states of the source, are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from buddy.app.scan_findings import ReportFile, read_reports
from buddy.app.source_tree import SourceTree, texts_of
from buddy.core.findings.alignment import Diff, diff
from buddy.core.findings.finding import Finding
from buddy.core.findings.reports import Report
from buddy.core.notice import Notice


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One scan: its files, the source they were made from, and the absolute paths that source may have had."""

    files: Iterable[ReportFile]
    tree: SourceTree
    roots: Sequence[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """The pairs, what the readers of the files had to say, and a sentence for each file that is none."""

    diff: Diff
    notices: tuple[Notice, ...]
    problems: tuple[str, ...]


def compare_scans(old: Side, new: Side, *, renames: Mapping[str, str]) -> Comparison:
    """`renames` is old path to new path. Findings without a file pair by identity, one to one."""
    before = read_reports(old.files, tree=old.tree, roots=old.roots)
    after = read_reports(new.files, tree=new.tree, roots=new.roots)
    old_findings, new_findings = _every(before.report), _every(after.report)
    pairs = diff(
        old_findings,
        new_findings,
        old_text=texts_of((finding.path for finding in old_findings), old.tree),
        new_text=texts_of((finding.path for finding in new_findings), new.tree),
        renames=renames,
    )
    return Comparison(
        diff=pairs,
        notices=(*before.report.notices, *after.report.notices),
        problems=(*before.problems, *after.problems),
    )


def _every(report: Report) -> tuple[Finding, ...]:
    return (*report.findings, *report.unplaced)
