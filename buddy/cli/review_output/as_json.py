"""A review as JSON: the keys of every review, and `model` where one was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from buddy.app.local_answer import Judged, LocalAnswer
from buddy.cli.review_output.selection_output import selection_json
from buddy.core.findings.finding import as_json as finding_json

if TYPE_CHECKING:
    from buddy.core.review.model_account import ModelAccount


def review_json(answer: LocalAnswer) -> dict[str, Any]:
    """The answer; `head.sha` is null for the working tree."""
    model = {} if answer.model is None else {"model": _model(answer.model)}
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
        **model,
    }


def _model(account: ModelAccount) -> dict[str, Any]:
    from buddy.core.review.model_account import account_part

    return account_part(account)


def _judged(judged: Judged) -> dict[str, Any]:
    return {
        **finding_json(judged.finding),
        "outcome": judged.outcome.value,
        "suppressedBy": judged.suppressed_by,
    }
