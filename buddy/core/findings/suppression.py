"""Which suppression hides which finding. It only ever takes findings away, and never a protected one (P7, FIND-20)."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from buddy.core.findings.anchors import Identity, Present
from buddy.core.findings.finding import Finding
from buddy.core.findings.protection import Protection
from buddy.core.globs import GlobSet, PathIndex
from buddy.core.globs.path_index import EXACT
from buddy.core.globs.pattern import Pattern, Shape
from buddy.core.learnings.suppressions import Suppression


@dataclass(frozen=True, kw_only=True, slots=True)
class Hidden:
    """The suppression `id` hides the finding; `why` is a clause for people."""

    id: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Protected:
    """The suppression `id` would hide the finding, but it is protected; `why` is a clause for people."""

    id: str
    why: str


Verdict = Hidden | Protected | None


class Suppressions:
    """The suppressions in force. One without a category, without paths, or with an empty fingerprint is inert (P4)."""

    def __init__(self, records: Iterable[Suppression], *, protected: Iterable[str]) -> None:
        self._protection = Protection(protected)
        self._records = [r for r in records if r.category and r.paths and r.fingerprint != ""]

    def judge(
        self, findings: Sequence[Finding], *, names: Mapping[str, Sequence[str]], former: Sequence[Finding] = ()
    ) -> tuple[Verdict, ...]:
        """A verdict for each finding of one scan, in order.

        `names` gives every name of a renamed file by its path (`ChangedFile.names`); other files have their path
        alone. `former` is the same findings, identified under their files' old names. Of several suppressions that
        fit the narrowest is named, ties by id: one finding before a whole category, a file before a folder.
        """
        scan = _Scan(findings, names=names, former=former)
        fitting: dict[int, tuple[Suppression, str]] = {}
        for compiled in scan.compiled(self._records):
            for at in compiled.candidates(scan):
                if at not in fitting:
                    fitting[at] = (compiled.record, compiled.why(scan, at))
                    scan.undecided[compiled.record.category] -= 1
        return tuple(self._verdict(finding, fitting.get(at)) for at, finding in enumerate(findings))

    def _verdict(self, finding: Finding, fit: tuple[Suppression, str] | None) -> Verdict:
        if fit is None:
            return None
        record, why = fit
        protected = self._protection.covers(finding)
        return Hidden(id=record.id, why=why) if protected is None else Protected(id=record.id, why=protected)


class _Scan:
    """The findings of one scan, arranged so that a suppression looks only at those it could fit."""

    def __init__(
        self, findings: Sequence[Finding], *, names: Mapping[str, Sequence[str]], former: Sequence[Finding]
    ) -> None:
        self.findings = findings
        self.undecided = Counter(finding.category for finding in findings)
        self.at: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self.names = {path: tuple(map(_composed, names.get(path, (path,)))) for path in _paths(findings)}
        self._former = former
        self._hits: dict[tuple[str, ...], frozenset[str]] = {}
        for at, finding in enumerate(findings):
            for name in self.names.get(finding.path or "", ()):
                self.at[finding.category, name].append(at)
        self.index = PathIndex(name for each in self.names.values() for name in each)

    @cached_property
    def present(self) -> Present:
        """The findings by fingerprint and anchor; costs only where a suppression has a fingerprint."""
        return Present(self.findings, former=self._former)

    def compiled(self, records: Iterable[Suppression]) -> Iterator[_Compiled]:
        """Those that could fit, narrowest first; none of a category whose findings have all been decided."""
        fitting = (record for record in records if self.undecided[record.category])
        seen: set[tuple[object, ...]] = set()
        for compiled in sorted(map(_Compiled, fitting), key=lambda one: one.order):
            record = compiled.record
            key = (record.category, record.paths, record.fingerprint, record.anchors)
            if self.undecided[record.category] and key not in seen:
                seen.add(key)
                yield compiled

    def hits(self, compiled: _Compiled) -> frozenset[str]:
        """The file names that the globs match; many suppressions share a list of globs."""
        paths = compiled.record.paths
        if paths not in self._hits:
            self._hits[paths] = frozenset(self.index.paths[position] for position in self.index.hits(compiled.globs))
        return self._hits[paths]


class _Compiled:
    """A suppression and its globs."""

    def __init__(self, record: Suppression) -> None:
        self.record = record
        self.globs = GlobSet(record.paths)
        exactness = (_exactness(pattern) for pattern in self.globs.patterns if not pattern.negated)
        self.order = (record.fingerprint is None, -min(exactness, default=0), record.id)

    def candidates(self, scan: _Scan) -> Iterator[int]:
        """The findings it fits."""
        if self.record.fingerprint is None:
            for name in scan.hits(self):
                yield from scan.at.get((self.record.category, name), ())
            return
        at = scan.present.find(Identity(fingerprint=self.record.fingerprint, anchors=self.record.anchors))
        if at is not None and scan.findings[at].category == self.record.category and self._glob(scan, at):
            yield at

    def why(self, scan: _Scan, at: int) -> str:
        """The reason for a finding that it fits."""
        if self.record.fingerprint is None:
            return f"path `{self._glob(scan, at)}` matches"
        same = scan.findings[at].fingerprint == self.record.fingerprint
        return "it is this very finding" if same else "it is this code, moved"

    def _glob(self, scan: _Scan, at: int) -> str | None:
        """The glob that matches a name of the finding's file."""
        names = scan.names.get(scan.findings[at].path or "", ())
        return next((glob for name in names if (glob := self.globs.matches(name))), None)


def _exactness(pattern: Pattern) -> int:
    """The folders that a glob spells out; more than any for one that spells a whole path."""
    return EXACT if pattern.shape is Shape.AT else pattern.depth


def _paths(findings: Iterable[Finding]) -> list[str]:
    return list(dict.fromkeys(finding.path for finding in findings if finding.path is not None))


def _composed(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)
