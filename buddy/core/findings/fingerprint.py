"""The identity of findings: which code one is about, without line number, message or anything of the run.

The main hash is exact; the anchors beside it find the same code again when the main hash no longer does (see
`anchors`). What goes into both stands in DESIGN, "Fingerprints".
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint_source import Source, readable

VERSION = "v1"

_Key = tuple[object, ...]


def identify(
    findings: Sequence[Finding],
    *,
    text_of: Mapping[str, str | None],
    previous_path: Mapping[str, str] | None = None,
) -> tuple[Finding, ...]:
    """The findings with `fingerprint` and `anchors`, in the order given, which influences neither.

    `text_of` holds the scanned text by path. A finding whose text is missing or binary, whose line lies
    beyond it, or that is about the file as a whole, is known by (category, path, occurrence), no anchors.
    `previous_path` (new name to old) identifies as if the files had kept their old names: that is how
    findings of a renamed file are found by what was stored before (hand both results to `anchors.Present`).
    """
    old_names = previous_path or {}
    sources = _sources(findings, text_of)
    keys = [_key(finding, sources.get(finding.path)) for finding in findings]
    occurrences = _occurrences(findings, keys)
    return tuple(
        _identified(finding, key, occurrence, old_names, sources.get(finding.path))
        for finding, key, occurrence in zip(findings, keys, occurrences, strict=True)
    )


def _sources(findings: Sequence[Finding], text_of: Mapping[str, str | None]) -> dict[str | None, Source]:
    sources: dict[str | None, Source] = {}
    for path in {finding.path for finding in findings if finding.path is not None}:
        text = readable(text_of.get(path))
        if text is not None:
            sources[path] = Source(text, path=path)
    return sources


def _key(finding: Finding, source: Source | None) -> _Key:
    """What equal findings share, without the path; the occurrence tells them apart.

    Equal lines are counted whether flagged or not: a new finding on a twin must not take an older one's number.
    """
    line = finding.line
    if source is None or line is None or not source.has(line):
        return (finding.category,)
    return finding.category, source.region(line, finding.end_line), source.chain(line), source.twins_above(line)


def _occurrences(findings: Sequence[Finding], keys: Sequence[_Key]) -> list[int]:
    """How many equal findings come before each: on its line, or in its file where there is no text.

    Their messages give the order only.
    """
    groups: defaultdict[_Key, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        groups[(findings[index].path, *key)].append(index)
    occurrences = [0] * len(findings)
    for group in groups.values():
        for occurrence, index in enumerate(sorted(group, key=lambda index: _position(findings[index]))):
            occurrences[index] = occurrence
    return occurrences


def _position(finding: Finding) -> tuple[int, int, str, str]:
    line = finding.line or 0
    return line, finding.end_line or line, finding.message, finding.severity.value


def _identified(
    finding: Finding, key: _Key, occurrence: int, old_names: Mapping[str, str], source: Source | None
) -> Finding:
    path = None if finding.path is None else old_names.get(finding.path, finding.path)
    anchors: tuple[str, ...] = ()
    if source is not None and finding.line is not None and source.has(finding.line):
        anchors = _anchors(finding.category, path, finding.line, finding.end_line, source)
    return replace(finding, fingerprint=f"{VERSION}:{_digest(12, path, *key, occurrence)}", anchors=anchors)


def _anchors(category: str, path: str | None, line: int, end_line: int | None, source: Source) -> tuple[str, ...]:
    """Neighbours, then what stands above, then what stands below, then all of it wherever the file went."""
    text = source.region(line, end_line)
    last = line + len(text) - 1
    above, below = source.above(line, count=2), source.below(last, count=2)
    innermost = source.chain(line)[-1:]
    return (
        _digest(8, "between", category, path, above[:1], text, below[:1]),
        _digest(8, "under", category, path, above, text),
        _digest(8, "over", category, path, text, below),
        _digest(8, "anywhere", category, above, text, below, innermost),
    )


def _digest(length: int, *parts: object) -> str:
    """JSON keeps the parts apart whatever they hold, lone surrogates included."""
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).hexdigest()[:length]
