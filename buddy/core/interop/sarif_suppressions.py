"""SARIF results that somebody suppressed in their tool, read by the same code that reads findings.

Each is about one result: only its fingerprint, made from the source text, says which. `inSource` ones stand in the
code as a comment already and are no memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from buddy.core.errors import InputError
from buddy.core.findings import loose
from buddy.core.findings.finding import Finding
from buddy.core.findings.reports import read
from buddy.core.globs import literal
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.loss import lost
from buddy.core.interop.people import login
from buddy.core.learnings.record import Kind, Learning, Match, Source


class SarifSuppressions:
    """External, accepted suppressions; those under review or rejected are said and not taken."""

    name = "sarif"
    title = "SARIF suppressions"
    patterns: Sequence[str] = ()
    file = "buddy-suppressions.sarif"

    def recognises(self, path: str, content: bytes) -> bool:
        """By its name, else by SARIF's own two keys."""
        if path.lower().endswith((".sarif", ".sarif.json")):
            return True
        return content.lstrip()[:1] == b"{" and b'"runs"' in content and b"sarif" in content[:4000].lower()

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in _suppressed(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        fitting, left_out = _fitting(records)
        runs = [
            _run(tool, [one for one in fitting if _tool(one) == tool]) for tool in dict.fromkeys(map(_tool, fitting))
        ]
        log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": runs}
        because = "a SARIF suppression has no place for it"
        return Written(
            files={self.file: f"{json.dumps(log, ensure_ascii=False, indent=2)}\n".encode()},
            losses=[loss for one in fitting for loss in lost(one, carried=_CARRIED, because=because)],
            left_out=left_out,
        )


_CARRIED = {"kind", "text", "paths", "match", "source.by", "createdAt", "expiresAt", "id"}


def _suppressed(path: str, data: bytes) -> Iterator[Found]:
    text = text_of(path, data)
    if isinstance(text, Unusable):
        yield text
        return
    try:
        log = json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        yield unusable(path, "invalid-json", "the file is not valid JSON")
        return
    number = 0
    for run in loose.sequence(loose.mapping(log).get("runs")):
        for result in loose.sequence(loose.mapping(run).get("results")):
            number += 1
            yield from _of_result(Place(path=path, line=number), loose.mapping(log), loose.mapping(run), result)
    if not number and not isinstance(loose.mapping(log).get("runs"), list):
        yield unusable(path, "unknown-schema", "the file has no runs; is it SARIF 2.1.0?")


def _of_result(place: Place, log: Mapping[str, object], run: Mapping[str, object], result: object) -> Iterator[Found]:
    marks = [loose.mapping(one) for one in loose.sequence(loose.mapping(result).get("suppressions"))]
    if not marks:
        return
    states = {str(mark.get("status") or "accepted").strip().lower() for mark in marks}
    if states - {"accepted"}:
        message = f"the suppression is {'rejected' if 'rejected' in states else 'under review'}, not accepted"
        yield Unusable(place=place, reason="not-accepted", message=message)
        return
    external = [mark for mark in marks if mark.get("kind") != "inSource"]
    if not external:
        message = "it is suppressed in the source, where the tool sees it itself"
        yield Unusable(place=place, reason="in-source", message=message)
        return
    finding = _finding(log, run, result)
    if finding is None or finding.path is None:
        yield Unusable(place=place, reason="no-place", message="the result names no file of a repository")
        return
    yield from _entry(place, finding, external[0])


def _finding(log: Mapping[str, object], run: Mapping[str, object], result: object) -> Finding | None:
    """The one result through the reader of reports, so that category and path are what a review will see."""
    alone = {**log, "runs": [{**run, "results": [result]}]}
    try:
        report = read("result", json.dumps(alone).encode(), roots=())
    except InputError:
        return None
    return next(iter((*report.hidden, *report.findings)), None)


def _entry(place: Place, finding: Finding, mark: Mapping[str, object]) -> Iterator[Entry | Loss]:
    words = (loose.text(mark.get("justification")) or "").strip()
    properties = loose.mapping(mark.get("properties"))
    globs = [glob for glob in loose.sequence(properties.get("buddyPaths")) if isinstance(glob, str)]
    wide = bool(globs) and not properties.get("buddyFingerprint")
    match = Match(category=finding.category)
    if properties.get("buddyFingerprint"):
        anchors = tuple(one for one in loose.sequence(properties.get("buddyAnchors")) if isinstance(one, str))
        match = Match(
            category=finding.category,
            fingerprint=loose.text(properties.get("buddyFingerprint")),
            anchors=anchors or None,
        )
    item = f"{place.path}:{place.line}"
    if not globs:
        yield from (Loss(item=item, field=name, why=_NOT_KEPT) for name in ("guid", "location") if name in mark)
    yield Entry(
        place=place,
        text=words or f"ignore {finding.category} in {finding.path}",
        id=loose.text(properties.get("buddyId")),
        kind=Kind.SUPPRESSION,
        paths=tuple(globs) or (literal(finding.path or ""),),
        match=match,
        reason=None if globs else words or None,
        source=Source(by=login(loose.text(properties.get("suppressedBy")))) if properties.get("suppressedBy") else None,
        expires_at=_end(loose.text(properties.get("expiration"))),
        created_at=loose.text(properties.get("ignoredOn")),
        finding=None if wide or match.fingerprint else finding,
    )


def _end(text: str | None) -> str | None:
    """When it ends, as Snyk writes it beside a justification; `never` is no end."""
    return None if text is None or text.strip().lower() == "never" else text


_NOT_KEPT = "a learning has no place for it"


def _fitting(records: Sequence[Learning]) -> tuple[list[Learning], list[Loss]]:
    why = "SARIF holds suppressions only"
    left = [Loss(item=one.id, field="*", why=why) for one in records if not _hides(one)]
    return [one for one in records if _hides(one)], left


def _hides(record: Learning) -> bool:
    return record.kind is Kind.SUPPRESSION and record.match is not None


def _tool(record: Learning) -> str:
    category = (record.match.category if record.match else None) or ""
    return category.partition("/")[0]


def _run(tool: str, records: Sequence[Learning]) -> dict[str, Any]:
    return {"tool": {"driver": {"name": tool}}, "results": [_result(one) for one in records]}


def _result(record: Learning) -> dict[str, Any]:
    assert record.match is not None
    rule = (record.match.category or "").partition("/")[2]
    properties = {
        "buddyId": record.id,
        "buddyPaths": list(record.paths or ()),
        "buddyFingerprint": record.match.fingerprint,
        "buddyAnchors": list(record.match.anchors) if record.match.anchors else None,
        "suppressedBy": record.source.by if record.source else None,
        "ignoredOn": record.created_at,
        "expiration": record.expires_at,
    }
    where = record.about.path if record.about and record.about.path else (record.paths or ("",))[0]
    result = {
        "message": {"text": record.text},
        "level": "note",
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": where.lstrip("/")}}}],
        "suppressions": [
            {
                "kind": "external",
                "status": "accepted",
                "justification": record.text,
                "properties": {name: value for name, value in properties.items() if value},
            }
        ],
    }
    return {"ruleId": rule, **result} if rule else result


FORMAT = SarifSuppressions()
