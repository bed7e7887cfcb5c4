"""Noting in the memory of a pull request what people decided, between two reviews and after the last one.

What people see of it stays as the review wrote it, until the pull request is closed: then it says its last words.
"""

from __future__ import annotations

from buddy.app.once import at_least_once
from buddy.app.ports import Comment, ThreadHost
from buddy.core.memory.fit import fit
from buddy.core.memory.marker import Marker, MarkerKind, encode, visible
from buddy.core.memory.snapshot import PrMemory, load, merge, payload
from buddy.core.review.final import final_text, is_final
from buddy.core.review.learned import Learned
from buddy.core.review.own import OwnComments, OwnSummary, Whose
from buddy.core.review.transcript import EffectRecord
from buddy.core.text.bounds import LIMIT, cap


def note_in_memory(
    own: OwnComments, learned: Learned, *, is_open: bool, whose: Whose, host: ThreadHost
) -> list[EffectRecord]:
    """Nothing where there is no summary, or where it knows and says it already.

    The summary is read anew, since a review may have written it. After the last one, duplicates of it go.
    """
    if not own.summaries:
        return []
    canonical, *extra = own.summaries if not is_open else own.summaries[:1]
    if not extra and not _is_news(_memory(canonical, whose), learned, canonical.body, is_open=is_open):
        return []
    comment = host.comment(canonical.comment)
    memory = _standing(comment, whose)
    if comment is None or memory is None:
        return []  # deleted or edited by somebody meanwhile: that is their word
    for each in extra:
        memory = merge(memory, _memory(each, whose))
    effects = []
    if extra or _is_news(memory, learned, comment.body, is_open=is_open):
        body = _body(memory, learned, comment, is_open=is_open, whose=whose)
        at_least_once(lambda: host.update_comment(canonical.comment, body))
        effects.append(EffectRecord(kind="memory", applied=True))
    for each in extra:
        host.delete_comment(each.comment)
        effects.append(EffectRecord(kind="delete-comment", applied=True))
    return effects


def _is_news(memory: PrMemory, learned: Learned, body: str, *, is_open: bool) -> bool:
    return fit(learned.noted_in(memory))[0] != memory or not (is_open or is_final(visible(body)))


def _body(memory: PrMemory, learned: Learned, comment: Comment, *, is_open: bool, whose: Whose) -> str:
    after, _ = fit(learned.noted_in(memory))
    marker = encode(MarkerKind.MEMORY, payload(after), key=whose.key)
    room = LIMIT - len(marker) - 1
    text = visible(comment.body) if is_open else final_text(after, learned=learned.section, room=room)
    return cap(f"{marker}\n{text}")


def _memory(summary: OwnSummary, whose: Whose) -> PrMemory:
    return load(summary.payload, repo=whose.repo, pr=whose.pr).memory


def _standing(comment: Comment | None, whose: Whose) -> PrMemory | None:
    marker = whose.read(comment, MarkerKind.MEMORY) if comment is not None else None
    return load(marker.payload, repo=whose.repo, pr=whose.pr).memory if isinstance(marker, Marker) else None
