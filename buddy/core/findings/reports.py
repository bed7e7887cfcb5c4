"""Reads a findings file: SARIF 2.1.0, rdjson or rdjsonl, told apart by what is in it, never by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from buddy.core.errors import InputError
from buddy.core.findings import rdjson
from buddy.core.findings.encoded import decode, utf8
from buddy.core.findings.finding import Finding
from buddy.core.findings.notices import NoticeId, Notices, quoted
from buddy.core.findings.paths import is_absolute_file
from buddy.core.findings.sarif.log import read_log
from buddy.core.findings.sarif.results import Standing
from buddy.core.notice import Notice

_FORMATS = "SARIF 2.1.0, rdjson or rdjsonl"


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What one or more findings files say, in their order.

    `unplaced` are findings without a file in the repository. `hidden` are those that the tool itself suppressed;
    `open` counts SARIF results of kind open or review, which are no findings. `tools` are those that ran to their
    end, also the ones that found nothing.
    """

    findings: tuple[Finding, ...] = ()
    unplaced: tuple[Finding, ...] = ()
    hidden: tuple[Finding, ...] = ()
    open: int = 0
    tools: frozenset[str] = frozenset()
    notices: tuple[Notice, ...] = ()

    @property
    def hidden_by_tool(self) -> int:
        """How many findings the tool suppressed."""
        return len(self.hidden)


def read(name: str, data: bytes, *, roots: Sequence[str]) -> Report:
    """The report in `data`; `name` is said in notices and errors.

    `roots` are the absolute paths under which tools may know the repository. Raises `InputError` with the reason
    for a file that is no such report: empty, too large, cut off, another format or version (FIND-17, FIND-19).
    """
    notices = Notices(name)
    text = utf8(name, data, notices)
    try:
        report = _read(name, text, roots=roots, notices=notices)
    except RecursionError:
        raise InputError(f"{name}: the JSON is nested too deeply to be a report") from None
    return replace(report, notices=(*report.notices, *_of_other_folders(name, report)))


def joined(reports: Iterable[Report]) -> Report:
    """Several files as one report, in the order given."""
    every = list(reports)
    return Report(
        findings=tuple(finding for report in every for finding in report.findings),
        unplaced=tuple(finding for report in every for finding in report.unplaced),
        hidden=tuple(finding for report in every for finding in report.hidden),
        open=sum(report.open for report in every),
        tools=frozenset(tool for report in every for tool in report.tools),
        notices=tuple(notice for report in every for notice in report.notices),
    )


def _read(name: str, text: bytes, *, roots: Sequence[str], notices: Notices) -> Report:
    try:
        top = decode(text, dict[str, msgspec.Raw])
    except msgspec.DecodeError as problem:
        if not _has_diagnostic_lines(text):
            raise InputError(f"{name}: {_why_not(problem)}; expected {_FORMATS}") from None
        return _of_findings(rdjson.read_lines(text, roots=roots, notices=notices), notices)
    if "runs" in top or "version" in top:
        tools: set[str] = set()
        results = read_log(name, top, roots=roots, notices=notices, tools=tools)
        return replace(_of_results(results, notices), tools=frozenset(tools))
    if "diagnostics" in top:
        report = _of_findings(rdjson.read_result(name, top, roots=roots, notices=notices), notices)
        stated = rdjson.tool_of(top)
        return replace(report, tools=report.tools | {stated}) if stated is not None else report
    if _has_diagnostic_lines(text):
        return _of_findings(rdjson.read_lines(text, roots=roots, notices=notices), notices)
    raise InputError(f"{name}: this JSON is no report that is known; expected {_FORMATS}")


def _of_other_folders(name: str, report: Report) -> Iterator[Notice]:
    """A tool that ran in another checkout or container has none of its findings inside; that is easily mended.

    Where some are inside, a file of the system among them is no mistake: compilers report on its headers.
    """
    places = [place for finding in report.unplaced for place in finding.related[:1] if is_absolute_file(place)]
    if places and not report.findings:
        yield Notice(
            id=NoticeId.OTHER_FOLDER,
            message=f"{name}: all of its files are outside of the repository, such as "
            f"{quoted(places[0])}; run the tool inside of it, or let it write relative paths.",
        )


def _of_results(results: Iterable[tuple[Standing, Finding | None]], notices: Notices) -> Report:
    placed: list[Finding] = []
    unplaced: list[Finding] = []
    hidden: list[Finding] = []
    open_results = 0
    for standing, finding in results:
        if standing is Standing.OPEN:
            open_results += 1
        elif finding is not None and standing is Standing.HIDDEN:
            hidden.append(finding)
        elif finding is not None:
            (unplaced if finding.path is None else placed).append(finding)
    return Report(
        findings=tuple(placed),
        unplaced=tuple(unplaced),
        hidden=tuple(hidden),
        open=open_results,
        notices=notices.all(),
    )


def _of_findings(findings: Iterable[Finding], notices: Notices) -> Report:
    report = _of_results(((Standing.FINDING, finding) for finding in findings), notices)
    return replace(report, tools=frozenset(finding.tool for finding in (*report.findings, *report.unplaced)))


def _has_diagnostic_lines(text: bytes) -> bool:
    return any(_is_diagnostic_line(line) for line in text.split(b"\n") if line.lstrip().startswith(b"{"))


def _is_diagnostic_line(line: bytes) -> bool:
    try:
        return rdjson.is_diagnostic(decode(line, dict[str, object]))
    except (msgspec.DecodeError, RecursionError):
        return False


def _why_not(problem: msgspec.DecodeError) -> str:
    if isinstance(problem, msgspec.ValidationError):
        return "this JSON is not an object"
    return f"not JSON, or cut off ({problem})"
