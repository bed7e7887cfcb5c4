"""How far two texts name the same code, whether as an identifier or in words (`backupCodes`, "backup codes")."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

from buddy.core.findings.sameness.wording import Wording

MOST = 120
"""Names of a text that are compared, the first by the alphabet."""

_NEAR = 0.5  # share of letter triples from which on two names count as relatives


def measures(one: Wording, other: Wording) -> dict[str, float]:
    """Measures from 0 to 1; longer names count more, relatives (`getGroupId`, `groupIds`) in part."""
    a, b = _bounded(one.names), _bounded(other.names)
    left, right, both = _weight(a), _weight(b), _weight(a & b)
    got = _found(a, b, other.words), _found(b, a, one.words)
    alone = left - got[0], right - got[1]
    return {
        "names_jaccard": _share(math.fsum(got), left + right),
        "names_exact": _share(both, left + right - both),
        "names_within": max(_share(got[0], left), _share(got[1], right)),
        "names_shared": 1 - math.exp(-math.fsum(got) / 3),
        "names_apart": float(bool(a) and bool(b) and not any(got)),
        "names_none": float(not a or not b),
        "names_alone": 1 - math.exp(-min(alone) / 2),
        "names_alone_most": 1 - math.exp(-max(alone) / 4),
    }


def _found(names: Set[str], others: Set[str], words: Sequence[str]) -> float:
    """The weight of the names that the other text has."""
    spoken = {"".join(words[at : at + n]) for n in (2, 3, 4) for at in range(len(words) - n + 1)}
    triples = [_triples(other) for other in others]
    return math.fsum(
        _heavy(name) * (1.0 if name in others or name in spoken else _nearest(_triples(name), triples))
        for name in names
    )


def _nearest(name: Set[str], others: Sequence[Set[str]]) -> float:
    best = max((2 * len(name & other) / (len(name) + len(other)) for other in others), default=0.0)
    return best if best > _NEAR else 0.0


def _triples(name: str) -> set[str]:
    return {name[at : at + 3] for at in range(max(1, len(name) - 2))}


def _bounded(names: Set[str]) -> Set[str]:
    return names if len(names) <= MOST else frozenset(sorted(names)[:MOST])


def _weight(names: Set[str]) -> float:
    return math.fsum(map(_heavy, names))


def _heavy(name: str) -> float:
    return min(len(name), 24) / 12


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
