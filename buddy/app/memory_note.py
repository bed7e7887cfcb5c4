"""Noting in the memory of a pull request what people decided, between two reviews; what people see of it stays."""

from __future__ import annotations

from buddy.app.once import at_least_once
from buddy.app.ports import ThreadHost
from buddy.core.memory.fit import fit
from buddy.core.memory.marker import Marker, MarkerKind, encode, visible
from buddy.core.memory.snapshot import load, payload
from buddy.core.review.learned import Learned
from buddy.core.review.own import OwnSummary, Whose
from buddy.core.review.transcript import EffectRecord
from buddy.core.text.bounds import cap


def note_in_memory(summary: OwnSummary, learned: Learned, *, whose: Whose, host: ThreadHost) -> list[EffectRecord]:
    """Nothing where the memory knows it already; the summary is read anew, since a review may have written it."""
    known = load(summary.payload, repo=whose.repo, pr=whose.pr).memory
    if fit(learned.noted_in(known))[0] == known:
        return []
    comment = host.comment(summary.comment)
    marker = whose.read(comment, MarkerKind.MEMORY) if comment is not None else None
    if comment is None or not isinstance(marker, Marker):
        return []  # deleted or edited by somebody meanwhile: that is their word
    memory, _ = fit(learned.noted_in(load(marker.payload, repo=whose.repo, pr=whose.pr).memory))
    body = cap(f"{encode(MarkerKind.MEMORY, payload(memory), key=whose.key)}\n{visible(comment.body)}")
    at_least_once(lambda: host.update_comment(summary.comment, body))
    return [EffectRecord(kind="memory", applied=True)]
