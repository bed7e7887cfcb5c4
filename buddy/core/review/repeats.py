"""Which findings of a model are new, and which were said before in other words, by a model or by a tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.sameness.compare import evidence_between
from buddy.core.findings.sameness.known import KnownReport, Standing, already, remembered
from buddy.core.findings.symbols import Chain, chains, suffix_of
from buddy.core.memory.snapshot import FindingState
from buddy.core.review.known import Known
from buddy.core.review.said_before import Stayed

_SAME_LINE = 0.0
"""The evidence from which on two findings of one run on one line are one: even odds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class New:
    """A finding to show; `known` is the earlier one that it is, whose line was changed since, None where it is new."""

    finding: Finding
    known: Known | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """`repeated` counts those that said again what still stands, `twice` those that one run said twice."""

    new: tuple[New, ...] = ()
    repeated: int = 0
    twice: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Before:
    """What was said of the change so far: a model's findings that stay, those whose line is gone, a tool's."""

    kept: Sequence[Stayed] = ()
    gone: Sequence[Known] = ()
    reported: Sequence[Finding] = ()


def settle_new(
    fresh: Sequence[Finding],
    before: Before,
    *,
    texts: Mapping[str, str | None],
    old_texts: Mapping[str, str | None],
    renames: Mapping[str, str],
) -> Settled:
    """`texts` are the head's and `old_texts` those that `gone` stood in, by their paths; one to one, in order."""
    symbols = _Symbols(texts)
    old_symbols = _Symbols(old_texts)
    reports = {
        one.known.fingerprint: _report(
            one.known,
            path=one.finding.path,
            line=one.finding.line,
            symbol=symbols.at(one.finding.path, one.finding.line),
        )
        for one in before.kept
    }
    standing = set(reports)
    for item in before.gone:
        path = renames.get(item.path, item.path)
        reports[item.fingerprint] = _report(item, path=path, line=None, symbol=old_symbols.at(item.path, item.line))
    gone = {item.fingerprint: item for item in before.gone}
    by_report = {id(report): name for name, report in reports.items()}
    new: list[New] = []
    repeated = twice = 0
    for finding in identify(fresh, text_of=texts):
        if any(_one_problem(finding, other.finding) for other in new):
            twice += 1
            continue
        left = [report for name, report in reports.items() if name in standing or name in gone]
        match = already(finding, left, symbol=symbols.at(finding.path, finding.line))
        name = by_report[id(match.known)] if match is not None else None
        if name in standing or any(_one_problem(finding, other) for other in before.reported):
            repeated += 1
        else:
            new.append(New(finding=_plain(finding), known=gone.pop(name) if name is not None else None))
    return Settled(new=tuple(new), repeated=repeated, twice=twice)


def _report(known: Known, *, path: str | None, line: int | None, symbol: Chain) -> KnownReport:
    return KnownReport(
        identity=known.identity,
        category=known.category,
        path=path,
        line=line,
        symbol=symbol,
        text=remembered(known.says),
        severity=known.severity,
        standing=_standing(known),
    )


def _standing(known: Known) -> Standing:
    if known.suppressed_by is not None:
        return Standing.SUPPRESSED
    return Standing.DECLINED if known.state is FindingState.DECLINED else Standing.REPORTED


def _one_problem(one: Finding, other: Finding) -> bool:
    """Two findings of one run: on the same line, whoever made them, and more likely one problem than two."""
    same_place = one.path == other.path and one.line is not None and one.line == other.line
    return same_place and evidence_between(one.message, other.message) >= _SAME_LINE


def _plain(finding: Finding) -> Finding:
    """Without the identity that it had among the fresh ones alone: occurrences count among all."""
    return replace(finding, fingerprint="", anchors=())


class _Symbols:
    """The names around lines of some texts, each text read once."""

    def __init__(self, texts: Mapping[str, str | None]) -> None:
        self._texts = texts
        self._chains: dict[str, Sequence[Chain]] = {}

    def at(self, path: str | None, line: int | None) -> Chain:
        """Empty where there is no text, no line, or nothing around it."""
        text = self._texts.get(path or "")
        if path is None or line is None or text is None:
            return ()
        if path not in self._chains:
            self._chains[path] = chains(text.split("\n"), suffix=suffix_of(path))
        found = self._chains[path]
        return found[line - 1] if line <= len(found) else ()
