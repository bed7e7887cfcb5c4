"""A review as JSON, with exactly the keys of DESIGN 4.4."""

from __future__ import annotations

from typing import Any

from buddy.app.local_answer import Judged, LocalAnswer
from buddy.cli.review_output.selection_output import selection_json
from buddy.core.findings.finding import as_json as finding_json


def review_json(answer: LocalAnswer) -> dict[str, Any]:
    """The answer; `head.sha` is null for the working tree."""
    return {
        "base": {"ref": answer.base_ref, "sha": answer.base_sha},
        "head": {"sha": answer.head_sha},
        "learnings": {
            "loaded": answer.remembered.loaded,
            "problems": [{"line": one.line, "reason": one.reason} for one in answer.remembered.problems],
            **selection_json(answer.remembered),
        },
        "findings": [_judged(judged) for judged in answer.findings],
        "reviewer": answer.reviewer,
    }


def _judged(judged: Judged) -> dict[str, Any]:
    return {
        **finding_json(judged.finding),
        "outcome": judged.outcome.value,
        "suppressedBy": judged.suppressed_by,
    }
