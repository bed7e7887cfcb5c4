"""The PR memory after a review: what the next run will know. Equal inputs give an equal memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from buddy.core.change import Change, ChangedFile
from buddy.core.findings.finding import Outcome
from buddy.core.memory.compose import describe
from buddy.core.memory.ledger import Act, Event, union
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory, Reading, Shown
from buddy.core.review.inline import model_words
from buddy.core.review.judgement import Judgement, Verdict
from buddy.core.review.known import place_of
from buddy.core.review.scope import head_files
from buddy.core.secrets import redact

_INSIDE = (Outcome.INLINE, Outcome.SUMMARY, Outcome.KNOWN, Outcome.SUPPRESSED)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reviewed:
    """What was reviewed: the pull request at one head, with the tools whose reports were read.

    `hunks` are the digests of what a model was shown and answered about, by path; `reading` is how it understands the
    change, None where it was not asked: then what it said before stays.
    """

    repo: int
    pr: int
    title: str
    body: str
    head: str
    change: Change
    codeowners: str | None
    tools: Collection[str]
    hunks: Mapping[str, Collection[str]] = field(default_factory=dict)
    reading: Reading | None = None


def remember(before: PrMemory | None, judgement: Judgement, reviewed: Reviewed) -> PrMemory:
    """`runs` counts the heads that were reviewed, so that a run repeated on one head changes nothing."""
    start = before if before is not None else PrMemory(repo=reviewed.repo, pr=reviewed.pr)
    runs = start.runs + (start.reviewed_sha != reviewed.head)
    findings = _findings(start, judgement, reviewed, run=runs)
    memory = start.model_copy(
        update={
            "reviewed_sha": reviewed.head,
            "reviewed_files": {path: file.blob or "" for path, file in head_files(reviewed.change).items()},
            "reviewed_files_count": 0,
            "reviewed_hunks": _hunks(start, reviewed),
            "findings": findings,
            "reading": reviewed.reading or start.reading,
            "ledger": union(start.ledger, _hidden_events(judgement)),
            "runs": runs,
        }
    )
    return describe(
        memory,
        title=redact(reviewed.title),
        body=redact(reviewed.body),
        change=reviewed.change,
        codeowners=reviewed.codeowners,
    )


def _hunks(start: PrMemory, reviewed: Reviewed) -> dict[str, str]:
    """Of files that are still part of the change, those seen now and those seen before."""
    kept = {}
    for path in head_files(reviewed.change):
        joined = "".join(sorted({*start.hunks_seen.get(path, ()), *reviewed.hunks.get(path, ())}))
        if joined:
            kept[path] = joined
    return kept


def _findings(start: PrMemory, judgement: Judgement, reviewed: Reviewed, *, run: int) -> dict[str, KnownFinding]:
    files = head_files(reviewed.change)
    now = {
        verdict.finding.fingerprint: _entry(verdict, files, start.findings.get(verdict.finding.fingerprint))
        for verdict in judgement.of(*_INSIDE)
        if verdict.finding.path is not None
    }
    gone = {
        fingerprint: _left(entry, reviewed.tools)
        for fingerprint, entry in start.findings.items()
        if fingerprint not in now
    }
    return {
        fingerprint: _dated(entry, start.findings.get(fingerprint), run=run)
        for fingerprint, entry in sorted({**gone, **now}.items())
    }


def _dated(entry: KnownFinding, before: KnownFinding | None, *, run: int) -> KnownFinding:
    same = before is not None and before.state is entry.state
    return entry.model_copy(update={"run": before.run if same and before is not None else run})


def _left(entry: KnownFinding, tools: Collection[str]) -> KnownFinding:
    """A finding that is no longer reported was addressed, if the tool that reported it ran at all."""
    tool = entry.category.partition("/")[0]
    if tool not in tools or entry.state not in (FindingState.OPEN, FindingState.SUPPRESSED):
        return entry
    return entry.model_copy(
        update={"state": FindingState.ADDRESSED, "by": None, "at": None, "blob": None, "line": None}
    )


def _entry(verdict: Verdict, files: Mapping[str, ChangedFile], before: KnownFinding | None) -> KnownFinding:
    finding = verdict.finding
    file = files.get(finding.path or "")
    blob = file.blob if file is not None else None
    return KnownFinding(
        category=finding.category,
        path=finding.path,
        state=FindingState.SUPPRESSED if verdict.outcome is Outcome.SUPPRESSED else FindingState.OPEN,
        by=verdict.by,
        at=place_of(finding, blob) if blob is not None else None,
        anchors=finding.anchors,
        identity=verdict.identity if verdict.identity != finding.fingerprint else None,
        line=finding.line,
        blob=blob,
        **model_words(finding),
        shown=max(_shown(verdict), before.shown if before is not None else Shown.NOWHERE, key=list(Shown).index),
    )


def _shown(verdict: Verdict) -> Shown:
    known = verdict.known
    if verdict.outcome in (Outcome.INLINE, Outcome.KNOWN) or (known is not None and known.posted):
        return Shown.LINE
    listed = verdict.outcome is Outcome.SUMMARY or (known is not None and known.listed)
    return Shown.SUMMARY if listed else Shown.NOWHERE


def _hidden_events(judgement: Judgement) -> Sequence[Event]:
    """One event a learning that hid something here; the key carries no time, so a repeated run adds none."""
    by: Mapping[str, None] = dict.fromkeys(v.by for v in judgement.of(Outcome.SUPPRESSED) if v.by is not None)
    return [Event(key=f"suppressed:{name}", event=Act.SUPPRESSED, ids=(name,)) for name in by]
