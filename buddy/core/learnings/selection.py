"""Which learnings go into a prompt for a change, and why each other one does not (DESIGN 6.2, 6.3; P8, P11, P12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from buddy.core import tokens
from buddy.core.globs import PathIndex
from buddy.core.learnings import relevance, render
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.leaks import holds_secret
from buddy.core.learnings.left_out import LeftOut, LeftOutReason, Packed, Remainder
from buddy.core.learnings.matching import Matching, match
from buddy.core.learnings.ranking import Ranked, Ranking
from buddy.core.learnings.record import Learning

_MAX_CHANGE_TEXT = 20_000  # characters; a patch may have megabytes, and its first words say what it is about
_MAX_TELLING_PATHS = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Selected:
    """One entry of the block. `rank` counts from 1; `tokens` is the estimate of its own line."""

    id: str
    text: str
    paths: tuple[str, ...]
    why: str
    rank: int
    tokens: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Weighed:
    """What a selection was made of, for whoever asks why (`explained`): every record stands in `found`.

    `by_path` and `repo_wide` rank the two tiers, the first of which comes first; going on with them scores what the
    selection had no need to look at.
    """

    found: Matching
    by_path: Ranking
    repo_wide: Ranking
    remainder: Remainder


@dataclass(frozen=True, kw_only=True, slots=True)
class Selection:
    """What was selected and rendered.

    `left_out` names at most `left_out.MAX_NAMED` records, those that came closest first; `left_out_counts` counts
    all that were left out, by reason. `tokens` is the estimate of `block`, never above `budget`. `loaded` is the
    number of records in the document.
    """

    block: str
    selected: tuple[Selected, ...]
    left_out: tuple[LeftOut, ...]
    left_out_counts: Mapping[str, int]
    tokens: int
    budget: int
    loaded: int
    weighed: Weighed = field(repr=False, compare=False)


def select(
    document: LearningsDocument,
    *,
    paths: Sequence[str],
    change_text: str,
    now: datetime,
    max_entries: int,
    max_tokens: int,
) -> Selection:
    """Rank, pack and render the learnings that apply to a change.

    `paths` are the changed files under both names of a rename; `change_text` is whatever words the change is told
    in, the most telling first (title, identifiers of the patch); `now` is aware. Ties break by id.
    """
    found = match(document, index=PathIndex(paths), now=now)
    query = relevance.words(f"{change_text[:_MAX_CHANGE_TEXT]} {' '.join(paths[:_MAX_TELLING_PATHS])}")
    packing = _Packing(found, max_entries=max_entries, max_tokens=max_tokens)
    by_path = Ranking(found.places.scoped, query=query, now=now)
    repo_wide = Ranking({0: found.places.everywhere}, query=query, now=now)
    scoped = packing.fill(iter(by_path))
    everywhere = packing.fill(iter(repo_wide), cap=_repo_wide_cap(max_entries))
    block = render.block(packing.items, applicable=found.places.applicable, max_tokens=max_tokens)
    spent = tokens.estimate(block)
    assert spent <= max(0, max_tokens), "P11: a prompt block never exceeds its budget"
    remainder = Remainder(found=found, scoped=scoped, everywhere=everywhere)
    return Selection(
        block=block,
        selected=tuple(packing.selected),
        left_out=remainder.named(),
        left_out_counts=remainder.counts(),
        tokens=spent,
        budget=max_tokens,
        loaded=len(document.records),
        weighed=Weighed(found=found, by_path=by_path, repo_wide=repo_wide, remainder=remainder),
    )


def _repo_wide_cap(max_entries: int) -> int:
    """Three quarters, so that notes for everything never take the whole of a prompt (RET-11)."""
    return -(-3 * max_entries // 4)


class _Packing:
    """Entries packed whole into the budget, best first; one that does not fit is skipped, the next may fit (RET-08)."""

    def __init__(self, found: Matching, *, max_entries: int, max_tokens: int) -> None:
        self._found = found
        self._max_entries = max_entries
        self._max_tokens = max_tokens
        self._size = tokens.size(render.HEADING)
        self.items: list[str] = []
        self.selected: list[Selected] = []

    def fill(self, candidates: Iterator[Ranked], *, cap: int | None = None) -> Packed:
        """Take candidates until the entries, this tier's `cap` of them, or the budget are used up."""
        room = self._max_entries - len(self.items)
        rest = LeftOutReason.MAX_ENTRIES
        if cap is not None and cap < room:
            room, rest = cap, LeftOutReason.REPO_WIDE_CAP
        taken: set[str] = set()
        refused: dict[str, LeftOutReason] = {}
        while len(taken) < room and (candidate := next(candidates, None)) is not None:
            record = candidate.record
            if not self._fits(_SMALLEST_ITEM):
                rest = LeftOutReason.BUDGET
                break
            refusal = self._try(record)
            if refusal is None:
                taken.add(record.id)
            else:
                refused[record.id] = refusal
        return Packed(taken=frozenset(taken), refused=refused, rest=rest)

    def _try(self, record: Learning) -> LeftOutReason | None:
        """Take the record, or say why not."""
        if holds_secret(record):
            return LeftOutReason.CONTAINS_SECRET
        item = render.item(record)
        if not self._fits(tokens.size(item) + 1):
            return LeftOutReason.BUDGET
        self._take(record, item)
        return None

    def _fits(self, more: int) -> bool:
        return tokens.of_bytes(self._size + more) <= self._max_tokens

    def _take(self, record: Learning, item: str) -> None:
        self._size += tokens.size(item) + 1
        self.items.append(item)
        self.selected.append(
            Selected(
                id=record.id,
                text=record.text,
                paths=record.paths or (),
                why=self._found.why(record),
                rank=len(self.items),
                tokens=tokens.estimate(item),
            )
        )


_SMALLEST_ITEM = len('\n- {"id":"l_xx","note":"x"}')
