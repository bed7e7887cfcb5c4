"""The machine-readable account of a run (DESIGN 3.4). Everything in it was redacted before it leaves here (P10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from buddy.core.findings.finding import Outcome
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.selection import Selection
from buddy.core.memory.snapshot import PrMemory, payload
from buddy.core.notice import Notice
from buddy.core.review.judgement import Judgement, Verdict
from buddy.core.review.reviewer import RULES_ONLY, reviewer_of
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.core.model.chat_account import ChatAccount
    from buddy.core.review.model_account import ModelAccount

MAX_ELSEWHERE = 1_000
"""Findings on unchanged files that are listed one by one; the rest is in the count."""
MAX_PROBLEMS = 1_000
"""Problems of the learnings file that are listed line by line; the rest is in the count (P11)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EffectRecord:
    """One effect: `applied` is None until it was tried, `reason` says why it was not."""

    kind: str
    planned: bool = True
    applied: bool | None = None
    reason: str | None = None


def loaded_part(document: LearningsDocument) -> dict[str, Any]:
    """The memory as it was read."""
    problems = [problem for problem in document.problems if problem.costs]
    return {
        "loaded": len(document.records),
        "problems": [{"line": p.line, "reason": p.reason.value} for p in problems[:MAX_PROBLEMS]],
        "problemCounts": dict(Counter(problem.reason.value for problem in problems)),
    }


def learnings_part(selection: Selection, document: LearningsDocument) -> dict[str, Any]:
    """The memory as it was read and used."""
    return loaded_part(document) | {
        "tokens": selection.tokens,
        "budget": selection.budget,
        "block": selection.block,
        "selected": [
            {"id": entry.id, "why": entry.why, "rank": entry.rank, "tokens": entry.tokens}
            for entry in selection.selected
        ],
        "leftOut": [{"id": entry.id, "why": entry.why} for entry in selection.left_out],
        "leftOutCounts": dict(selection.left_out_counts),
    }


def findings_part(judgement: Judgement) -> list[dict[str, Any]]:
    """Every finding with its outcome; those on unchanged files up to a bound."""
    elsewhere = 0
    rows = []
    for verdict in judgement.verdicts:
        if verdict.outcome is Outcome.UNCHANGED_FILE:
            elsewhere += 1
            if elsewhere > MAX_ELSEWHERE:
                continue
        rows.append(_finding(verdict))
    return rows


def memory_part(
    before: PrMemory | None, after: PrMemory | None, *, comment: int | None, reason: str | None
) -> dict[str, Any]:
    """What was loaded from which comment, and what it became."""
    return {
        "loaded": before is not None,
        "comment": comment,
        "reason": reason,
        "before": payload(before) if before is not None else None,
        "after": payload(after) if after is not None else None,
    }


def transcript(
    *,
    event: Mapping[str, Any],
    base: Mapping[str, Any],
    learnings: Mapping[str, Any],
    memory: Mapping[str, Any],
    judgement: Judgement | None,
    effects: Sequence[EffectRecord],
    requests: tuple[int, int],
    notices: Sequence[Notice],
    commands: Sequence[Mapping[str, Any]] = (),
    proposals: Sequence[Mapping[str, Any]] = (),
    model: ModelAccount | None = None,
    extractor: str | None = None,
    chat: ChatAccount | None = None,
) -> dict[str, Any]:
    """The whole document, with stable keys; `requests` is (all, writes). Without a judgement nothing was reviewed."""
    document = {
        "schema": 1,
        "event": dict(event),
        "base": dict(base),
        "learnings": dict(learnings),
        "memory": dict(memory),
        "findings": findings_part(judgement) if judgement is not None else [],
        "unchanged": dict(sorted(judgement.elsewhere.items())) if judgement is not None else {},
        "commands": list(commands),
        "proposals": list(proposals),
        "effects": [
            {"kind": e.kind, "planned": e.planned, "applied": bool(e.applied), "reason": e.reason} for e in effects
        ],
        "requests": {"total": requests[0], "writes": requests[1]},
        "model": _model(model),
        "chat": _chat(chat),
        "reviewer": reviewer_of(model),
        "extractor": extractor or RULES_ONLY,
        "warnings": [{"id": notice.id, "message": notice.message} for notice in notices],
    }
    return {key: redacted(value) for key, value in document.items()}


def _model(account: ModelAccount | None) -> dict[str, Any] | None:
    if account is None:
        return None
    from buddy.core.review.model_account import account_part  # nothing of models is loaded for a run without one

    return account_part(account)


def _chat(account: ChatAccount | None) -> dict[str, Any] | None:
    if account is None:
        return None
    from buddy.core.model.chat_account import chat_part

    return chat_part(account)


def redacted(value: Any) -> Any:
    """The same structure with every secret in every string replaced."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return {redacted(key): redacted(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [redacted(item) for item in value]
    return value


def _finding(verdict: Verdict) -> dict[str, Any]:
    finding = verdict.finding
    row: dict[str, Any] = {
        "fingerprint": finding.fingerprint or None,
        "category": finding.category,
        "path": finding.path,
        "line": finding.line,
        "severity": finding.severity.value,
        "outcome": verdict.outcome.value,
    }
    if verdict.by is not None:
        row |= {"suppressedBy": verdict.by, "why": verdict.why}
    if verdict.spared is not None:
        row |= {"protected": True, "sparedFrom": verdict.spared, "why": verdict.why}
    return row
