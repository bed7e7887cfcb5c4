"""Every record of a selection with its reasons: in or out, by which glob, in which place and for which score (P8).

Nothing is decided here: all of it was weighed by `selection.select`, for the review itself.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from buddy.core import tokens
from buddy.core.learnings import render
from buddy.core.learnings.left_out import LeftOut
from buddy.core.learnings.matching import Matching
from buddy.core.learnings.ranking import Score
from buddy.core.learnings.record import Learning
from buddy.core.learnings.selection import Selected, Selection, Weighed


class Tier(enum.Enum):
    """What put a record among the candidates; all of the first come before any of the second."""

    PATH = "path"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, kw_only=True, slots=True)
class Explained:
    """One record and what became of it.

    `reason` is None for what is in. `rank` is its place in the block, `place` the one among all candidates, both
    from 1; a candidate beyond the bound of its class has no place and no score. Without a `tier` it is no candidate.
    `files` is how many paths of the change its globs match, `glob` the one that decided, None where it has none.
    `tokens` is the estimate of its own line.
    """

    record: Learning
    reason: str | None
    why: str
    rank: int | None = None
    place: int | None = None
    tier: Tier | None = None
    glob: str | None = None
    files: int | None = None
    score: Score | None = None
    tokens: int | None = None

    @property
    def is_in(self) -> bool:
        """Whether it stands in the block."""
        return self.reason is None


def explained(selection: Selection) -> tuple[Explained, ...]:
    """All records of the document: what is in, then the other candidates by place, then the rest by reason and id."""
    found = selection.weighed.found
    left_out = {one.id: one for one in selection.weighed.remainder.every()}
    naming = _Naming(found=found, chosen={one.id: one for one in selection.selected}, left_out=left_out)
    candidates = list(_candidates(selection.weighed, naming))
    known = {one.record.id for one in candidates}
    others = [
        Explained(record=record, reason=one.reason.value, why=one.why)
        for one in left_out.values()
        if one.id not in known and (record := found.document.find(one.id)) is not None
    ]
    return (
        *(one for one in candidates if one.is_in),
        *(one for one in candidates if not one.is_in),
        *sorted(others, key=lambda one: (one.reason or "", one.record.id)),
    )


def _candidates(weighed: Weighed, naming: _Naming) -> Iterator[Explained]:
    """Those of both tiers, by place; behind each tier those that the bound of their class kept from being scored."""
    places = weighed.found.places
    passed = 0
    for tier, ranking, groups in (
        (Tier.PATH, weighed.by_path, tuple(places.scoped.values())),
        (Tier.EVERYWHERE, weighed.repo_wide, (places.everywhere,)),
    ):
        scored = set()
        for ranked in ranking:
            passed += 1
            scored.add(ranked.record.id)
            yield naming.candidate(ranked.record, tier=tier, place=passed, score=ranked.score)
        unscored = (one for group in groups for one in group if one.id not in scored)
        for record in sorted(unscored, key=lambda one: one.id):
            yield naming.candidate(record, tier=tier)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Naming:
    """What became of each candidate."""

    found: Matching
    chosen: Mapping[str, Selected]
    left_out: Mapping[str, LeftOut]

    def candidate(
        self, record: Learning, *, tier: Tier, place: int | None = None, score: Score | None = None
    ) -> Explained:
        taken = self.chosen.get(record.id)
        out = None if taken is not None else self.left_out[record.id]
        glob, files = self.found.matched(record.paths) if record.paths else (None, None)
        return Explained(
            record=record,
            reason=out.reason.value if out is not None else None,
            why=out.why if out is not None else taken.why if taken is not None else "",
            rank=taken.rank if taken is not None else None,
            place=place,
            tier=tier,
            glob=glob,
            files=files,
            score=score,
            tokens=taken.tokens if taken is not None else tokens.estimate(render.item(record)),
        )
