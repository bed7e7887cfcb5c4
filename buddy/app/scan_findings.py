"""Scanning: what findings files say about one state of the source, each finding with its identity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from buddy.app.source_tree import SourceTree, texts_of
from buddy.core.errors import InputError
from buddy.core.findings.duplicates import dedupe
from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.reports import Report, joined, read
from buddy.core.notice import Notice
from buddy.core.secrets import redact


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportFile:
    """A findings file as it was given: its bytes, or the reason why there are none."""

    name: str
    content: bytes | None
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scan:
    """All readable files as one report; `problems` has one sentence for each file that is none."""

    report: Report
    problems: tuple[str, ...]


def scan_findings(files: Iterable[ReportFile], *, tree: SourceTree, roots: Sequence[str]) -> Scan:
    """The findings with their identities. `roots` are absolute paths under which tools may know the repository."""
    scan = read_reports(files, tree=tree, roots=roots)
    report = without_repeats(scan.report)
    texts = texts_of((finding.path for finding in report.findings), tree)
    identified = replace(
        report,
        findings=identify(report.findings, text_of=texts),
        unplaced=identify(report.unplaced, text_of={}),
    )
    return replace(scan, report=identified)


def read_reports(files: Iterable[ReportFile], *, tree: SourceTree, roots: Sequence[str]) -> Scan:
    """The findings with paths as the repository spells them, and without the secrets that scanners quote (P10).

    A path that is not there stays as the tool wrote it.
    """
    reports: list[Report] = []
    problems: list[str] = []
    for file in files:
        if file.content is None:
            problems.append(f"{file.name} cannot be read: {file.reason}")
            continue
        try:
            reports.append(read(file.name, file.content, roots=roots))
        except InputError as error:
            problems.extend(error.problems)
    return Scan(report=_presentable(joined(reports), tree), problems=tuple(problems))


def without_repeats(report: Report) -> Report:
    """The report without exact repeats; how many were dropped is a notice."""
    findings, dropped = dedupe(report.findings)
    unplaced, more = dedupe(report.unplaced)
    if not dropped + more:
        return report
    notice = Notice(id="repeated-finding", message=f"{dropped + more} exact repeats of findings were dropped.")
    return replace(report, findings=findings, unplaced=unplaced, notices=(*report.notices, notice))


def _presentable(report: Report, tree: SourceTree) -> Report:
    paths = {finding.path for finding in (*report.findings, *report.hidden) if finding.path is not None}
    known = {path: tree.spelling(path) or path for path in paths}
    return replace(
        report,
        findings=_rewritten(report.findings, known),
        unplaced=_rewritten(report.unplaced, known),
        hidden=_rewritten(report.hidden, known),
    )


def _rewritten(findings: Sequence[Finding], known: Mapping[str, str]) -> tuple[Finding, ...]:
    return tuple(
        replace(finding, path=known.get(finding.path or "", finding.path), message=redact(finding.message))
        for finding in findings
    )
