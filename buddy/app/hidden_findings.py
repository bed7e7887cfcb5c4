"""What one learning did in reviews: which findings it hid, and whether it was given to them.

From transcripts, from the memory of a pull request, and from findings files, judged as they would be now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from buddy.core.errors import InputError
from buddy.core.findings.finding import Finding
from buddy.core.findings.suppression import Hidden, Suppressions
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.suppressions import active_suppressions
from buddy.core.memory.snapshot import FindingState, PrMemory
from buddy.core.secrets import redact


@dataclass(frozen=True, kw_only=True, slots=True)
class HiddenFinding:
    """A finding that the learning hid or, where `spared` says why not, would hide but for its protection.

    `source` says in words where it was read.
    """

    source: str
    category: str
    path: str | None
    line: int | None
    fingerprint: str
    spared: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """Whether a review was given the learning, and why or why not."""

    source: str
    is_in: bool
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """What somebody did about it: proposed, approved, declined, withdrawn, recorded; `at` is ISO 8601 or empty."""

    source: str
    act: str
    by: str | None
    at: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Deeds:
    """All that is known of it."""

    hidden: tuple[HiddenFinding, ...] = ()
    uses: tuple[Use, ...] = ()
    acts: tuple[Done, ...] = ()

    def __add__(self, other: Deeds) -> Deeds:
        return Deeds(hidden=self.hidden + other.hidden, uses=self.uses + other.uses, acts=self.acts + other.acts)


def of_transcript(name: str, content: bytes, record_id: str) -> Deeds:
    """What a run wrote down; raises InputError for a file that is no transcript."""
    try:
        transcript = json.loads(content)
    except (ValueError, RecursionError):
        raise InputError(f"{name} is no transcript: it is not JSON.") from None
    if not isinstance(transcript, dict) or not isinstance(transcript.get("findings"), list):
        raise InputError(f"{name} is no transcript: it has no `findings`. A run writes it as its `transcript-file`.")
    learnings = transcript.get("learnings")
    return Deeds(
        hidden=tuple(
            _row(name, row) for row in _mappings(transcript["findings"]) if row.get("suppressedBy") == record_id
        ),
        uses=tuple(_uses(name, learnings, record_id)) if isinstance(learnings, Mapping) else (),
    )


def of_memory(name: str, memory: PrMemory, record_id: str) -> Deeds:
    """What the memory of a pull request says that it hides there, and what people did about it there."""
    return Deeds(
        hidden=tuple(
            HiddenFinding(
                source=name, category=entry.category, path=entry.path, line=entry.line, fingerprint=fingerprint
            )
            for fingerprint, entry in memory.findings.items()
            if entry.by == record_id and entry.state is FindingState.SUPPRESSED
        ),
        acts=tuple(
            Done(source=name, act=event.event.value, by=event.by, at=event.at)
            for event in sorted(memory.ledger, key=lambda event: (event.at, event.key))
            if record_id in event.ids
        ),
    )


def of_findings(
    name: str,
    findings: Sequence[Finding],
    record_id: str,
    *,
    document: LearningsDocument,
    protected: Sequence[str],
    now: datetime,
) -> Deeds:
    """What it would hide of identified findings, whatever other suppressions do."""
    mine = [one for one in active_suppressions(document, now) if one.id == record_id]
    verdicts = Suppressions(mine, protected=protected).judge(findings, names={})
    return Deeds(
        hidden=tuple(
            HiddenFinding(
                source=name,
                category=finding.category,
                path=finding.path,
                line=finding.line,
                fingerprint=finding.fingerprint,
                spared=None if isinstance(verdict, Hidden) else verdict.why,
            )
            for finding, verdict in zip(findings, verdicts, strict=True)
            if verdict is not None
        )
    )


def deeds_json(deeds: Deeds) -> dict[str, Any]:
    """For machines."""
    return {
        "hidden": [
            {
                "from": one.source,
                "category": one.category,
                "path": one.path,
                "line": one.line,
                "fingerprint": one.fingerprint,
                "spared": one.spared,
            }
            for one in deeds.hidden
        ],
        "uses": [{"from": one.source, "in": one.is_in, "why": one.why} for one in deeds.uses],
        "acts": [{"from": one.source, "act": one.act, "by": one.by, "at": one.at} for one in deeds.acts],
    }


def _uses(name: str, learnings: Mapping[str, Any], record_id: str) -> Iterator[Use]:
    for key, is_in in (("selected", True), ("leftOut", False)):
        for row in _mappings(learnings.get(key)):
            if row.get("id") == record_id:
                yield Use(source=name, is_in=is_in, why=_text(row.get("why")))


def _row(name: str, row: Mapping[str, Any]) -> HiddenFinding:
    path, line = row.get("path"), row.get("line")
    return HiddenFinding(
        source=name,
        category=_text(row.get("category")),
        path=_text(path) if isinstance(path, str) else None,
        line=line if type(line) is int else None,
        fingerprint=_text(row.get("fingerprint")),
    )


def _mappings(value: object) -> Iterator[Mapping[str, Any]]:
    return (row for row in value if isinstance(row, dict)) if isinstance(value, list) else iter(())


def _text(value: object) -> str:
    return redact(value) if isinstance(value, str) else ""
