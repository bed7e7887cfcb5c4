"""Explaining a change's learnings: the selection that its review makes, with the reasons for every record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from buddy.app.local_answer import Remembered
from buddy.app.open_memory import OpenedMemory
from buddy.app.review_local import remembered, select_for
from buddy.core.change import Change
from buddy.core.learnings.explained import Explained, explained
from buddy.core.learnings.leaks import holds_secret
from buddy.core.review.transcript import redacted


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """`entries` are all records: those in the block, then the other candidates, then the rest. `files` is the change's.

    `remembered` is what `buddy context` prints for the same change.
    """

    entries: tuple[Explained, ...]
    remembered: Remembered
    files: int

    def of(self, record_id: str) -> Explained | None:
        """The entry of one record, None where there is no such record."""
        return next((one for one in self.entries if one.record.id == record_id), None)


def explain_change(change: Change, *, title: str, memory: OpenedMemory, now: datetime) -> Explanation:
    """`now` is aware; the title counts for relevance, as in a review."""
    selection = select_for(change, title=title, memory=memory, now=now)
    return Explanation(
        entries=explained(selection), remembered=remembered(memory.document, selection), files=change.total
    )


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """The whole answer for machines."""
    remembered = explanation.remembered
    return {
        "files": explanation.files,
        "learnings": [explained_json(one) for one in explanation.entries],
        "leftOutCounts": dict(remembered.left_out_counts),
        "loaded": remembered.loaded,
        "tokens": remembered.tokens,
        "budget": remembered.budget,
    }


def explained_json(one: Explained) -> dict[str, Any]:
    """One entry for machines; secrets in its words are not printed (P10)."""
    score = one.score
    return {
        "id": one.record.id,
        "text": redacted(one.record.text) if holds_secret(one.record) else one.record.text,
        "paths": list(one.record.paths or ()),
        "in": one.is_in,
        "reason": one.reason,
        "why": one.why,
        "rank": one.rank,
        "place": one.place,
        "tier": one.tier.value if one.tier is not None else None,
        "glob": one.glob,
        "files": one.files,
        "score": None
        if score is None
        else {
            "specificity": score.specificity,
            "recency": round(score.recency, 6),
            "relevance": round(score.relevance, 6),
            "trust": round(score.trust, 6),
            "total": round(score.blend, 6),
        },
        "tokens": one.tokens,
    }
