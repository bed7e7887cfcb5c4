"""What was left out of a prompt, and why: up to a thousand by id, all of them counted by reason (P8)."""

from __future__ import annotations

import enum
import heapq
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from buddy.core.learnings.matching import Matching
from buddy.core.learnings.record import InertReason, Learning

MAX_NAMED = 1_000


class LeftOutReason(enum.Enum):
    """Why a learning that is in force is not in the block; `InertReason` says it of the others."""

    CONTAINS_SECRET = "contains-secret"  # noqa: S105 - the name of a reason
    BUDGET = "budget"
    MAX_ENTRIES = "max-entries"
    REPO_WIDE_CAP = "repo-wide-cap"
    SUPERSEDED_BY = "superseded-by"
    SUPPRESSION = "suppression"
    NO_PATH_MATCHES = "no-path-matches"
    NOT_COMPARED = "not-compared"


_SENTENCES = {
    LeftOutReason.CONTAINS_SECRET: "holds what looks like a secret; rotate it and take it out of the file",
    LeftOutReason.BUDGET: "does not fit into what is left of the budget",
    LeftOutReason.MAX_ENTRIES: "ranked below the entries that were taken",
    LeftOutReason.REPO_WIDE_CAP: "ranked below the learnings without paths that were taken; their share is capped",
    LeftOutReason.SUPPRESSION: "suppression: hides findings, adds no context",
    LeftOutReason.NO_PATH_MATCHES: "no changed path matches",
    LeftOutReason.NOT_COMPARED: "not compared: the file has too many different globs",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """One record that was left out; `why` is for people."""

    id: str
    reason: LeftOutReason | InertReason
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Packed:
    """What became of the candidates of one tier: ids that were taken or refused, and why it ended there."""

    taken: frozenset[str]
    refused: Mapping[str, LeftOutReason]
    rest: LeftOutReason


@dataclass(frozen=True, kw_only=True, slots=True)
class Remainder:
    """All records that were not taken, not written out one by one until somebody asks."""

    found: Matching
    scoped: Packed
    everywhere: Packed

    def named(self) -> tuple[LeftOut, ...]:
        """The first `MAX_NAMED`: what matched, then what does not apply, then what matches no path; each by id."""
        named: list[LeftOut] = []
        for ids, left_out in self._parts():
            room = MAX_NAMED - len(named)
            if room > 0:
                named += map(left_out, heapq.nsmallest(room, ids))
        return tuple(named)

    def every(self) -> Iterator[LeftOut]:
        """All of them, in the order of `named` but for the ids."""
        for ids, left_out in self._parts():
            yield from map(left_out, ids)

    def counts(self) -> dict[str, int]:
        """How many were left out for each reason, named or not; reasons in alphabetical order."""
        found = self.found
        counts = Counter(reason.value for reason in found.inert.values())
        counts[LeftOutReason.SUPERSEDED_BY.value] += len(found.superseded)
        counts[LeftOutReason.SUPPRESSION.value] += len(found.suppressions)
        counts[LeftOutReason.NO_PATH_MATCHES.value] += sum(map(len, found.places.unmatched))
        counts[LeftOutReason.NOT_COMPARED.value] += sum(map(len, found.places.not_compared))
        for packed, total in (
            (self.scoped, found.places.scoped_count),
            (self.everywhere, len(found.places.everywhere)),
        ):
            counts.update(reason.value for reason in packed.refused.values())
            counts[packed.rest.value] += total - len(packed.taken) - len(packed.refused)
        return {reason: count for reason, count in sorted(counts.items()) if count}

    def _parts(self) -> Iterator[tuple[Iterable[str], Callable[[str], LeftOut]]]:
        """Ids, closest to being taken first, and what is said of each."""
        found = self.found
        for packed, groups in (
            (self.scoped, found.places.scoped.values()),
            (self.everywhere, (found.places.everywhere,)),
        ):
            yield _ids(groups, without=packed.taken), partial(_packed_out, packed)
        yield found.superseded, self._replaced
        yield found.inert, self._out_of_force
        yield found.suppressions, partial(_said, LeftOutReason.SUPPRESSION)
        yield _ids(found.places.not_compared), partial(_said, LeftOutReason.NOT_COMPARED)
        yield _ids(found.places.unmatched), partial(_said, LeftOutReason.NO_PATH_MATCHES)

    def _replaced(self, record_id: str) -> LeftOut:
        why = f"superseded by {self.found.superseded[record_id]}"
        return LeftOut(id=record_id, reason=LeftOutReason.SUPERSEDED_BY, why=why)

    def _out_of_force(self, record_id: str) -> LeftOut:
        reason = self.found.inert[record_id]
        return LeftOut(id=record_id, reason=reason, why=reason.sentence)


def _ids(groups: Iterable[Iterable[Learning]], *, without: Collection[str] = ()) -> Iterable[str]:
    return [record.id for group in groups for record in group if record.id not in without]


def _packed_out(packed: Packed, record_id: str) -> LeftOut:
    return _said(packed.refused.get(record_id, packed.rest), record_id)


def _said(reason: LeftOutReason, record_id: str) -> LeftOut:
    return LeftOut(id=record_id, reason=reason, why=_SENTENCES[reason])
