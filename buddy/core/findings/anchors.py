"""Finding again what was stored: by main hash, else by anchors in their order, each only on a single hit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from buddy.core.findings.finding import Finding


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """What is stored of a finding; anchors may be missing (an older record, a finding without text)."""

    fingerprint: str
    anchors: tuple[str, ...] = ()

    @classmethod
    def of(cls, finding: Finding) -> Identity:
        """The identity that `fingerprint.identify` gave the finding."""
        return cls(fingerprint=finding.fingerprint, anchors=finding.anchors)


class Present:
    """The findings of one scan, to look stored identities up in. Answers are indexes into the findings given.

    `former` is the same findings, identified under their files' old names; today's name wins over an old one.
    """

    def __init__(self, findings: Sequence[Finding], *, former: Sequence[Finding] = ()) -> None:
        self._main: dict[str, int] = {}
        self._by_anchor: defaultdict[str, set[int]] = defaultdict(set)
        for named in (findings, former):
            for index, finding in enumerate(named):
                self._main.setdefault(finding.fingerprint, index)
                for anchor in finding.anchors:
                    self._by_anchor[anchor].add(index)

    def find(self, stored: Identity) -> int | None:
        """Where one stored finding is now, known alone (a suppression); None: gone, or not certain."""
        if stored.fingerprint in self._main:
            return self._main[stored.fingerprint]
        for anchor in stored.anchors:
            hits = self._by_anchor.get(anchor, ())
            if len(hits) == 1:
                return next(iter(hits))
        return None

    def pair(self, stored: Sequence[Identity]) -> dict[int, int]:
        """Where all findings of an earlier scan are now, each used up once: index stored to index present.

        An anchor counts where, of what is left, one stored and one present finding have it.
        """
        pairs = self._by_main(stored)
        for rank in range(max((len(identity.anchors) for identity in stored), default=0)):
            self._by_rank(stored, rank, pairs)
        return pairs

    def _by_main(self, stored: Sequence[Identity]) -> dict[int, int]:
        pairs: dict[int, int] = {}
        used: set[int] = set()
        for number, identity in enumerate(stored):
            index = self._main.get(identity.fingerprint)
            if index is not None and index not in used:
                pairs[number] = index
                used.add(index)
        return pairs

    def _by_rank(self, stored: Sequence[Identity], rank: int, pairs: dict[int, int]) -> None:
        used = set(pairs.values())
        waiting = {
            number: identity.anchors[rank]
            for number, identity in enumerate(stored)
            if number not in pairs and rank < len(identity.anchors)
        }
        shared = Counter(waiting.values())
        for number, anchor in waiting.items():
            hits = self._by_anchor.get(anchor, set()) - used
            if shared[anchor] == 1 and len(hits) == 1:
                index = hits.pop()
                pairs[number] = index
                used.add(index)


def resolve(
    stored: Sequence[Identity],
    findings: Sequence[Finding],
    *,
    former: Sequence[Finding] = (),
    one_to_one: bool,
) -> dict[int, int]:
    """Index stored to index of the finding it is now; `one_to_one` False asks each stored one alone."""
    present = Present(findings, former=former)
    if one_to_one:
        return present.pair(stored)
    return dict(_certain((number, present.find(identity)) for number, identity in enumerate(stored)))


def _certain(answers: Iterable[tuple[int, int | None]]) -> Iterable[tuple[int, int]]:
    return ((number, index) for number, index in answers if index is not None)
