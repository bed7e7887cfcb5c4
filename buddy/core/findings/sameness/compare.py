"""Whether two texts report the same problem: the one question, answered by text alone.

No model and no learning while running: fixed measures, fixed weights, a fixed point of decision. Same input, same
answer (P12); symmetric; never raises; time grows with the texts' length, of which the first `wording.MOST` characters
are read (P11).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from buddy.core.findings.sameness.measures import measures
from buddy.core.findings.sameness.rarity import weigh
from buddy.core.findings.sameness.scorecard import BASE, DECISION, WEIGHTS
from buddy.core.findings.sameness.wording import normal_form, take_apart

EQUAL = math.inf
NOTHING = -math.inf


@dataclass(frozen=True, kw_only=True, slots=True)
class Sameness:
    """`score` is from 0 to 1, higher means more alike; `same` is the decision, at 0.5."""

    same: bool
    score: float


def compare(one: str, other: str) -> Sameness:
    """Compare two findings' texts; equal but for case, blanks and mark-up is the same, score 1.

    Texts without any letter or digit are only the same where they are equal.
    """
    score = _share(evidence_between(one, other) - DECISION)
    return Sameness(same=score >= 0.5, score=score)


def evidence_between(one: str, other: str) -> float:
    """What speaks for the same problem, in log-odds: `EQUAL` for equal texts, `NOTHING` without words to compare."""
    if normal_form(one) == normal_form(other):
        return EQUAL
    a, b = take_apart(one), take_apart(other)
    if not a.words or not b.words:
        return NOTHING
    measured = measures(a, b, weigh=weigh)
    return BASE + math.fsum(weight * measured[name] for name, weight in WEIGHTS.items())


def _share(odds: float) -> float:
    """Log-odds as a number from 0 to just below 1, which is kept for equal texts."""
    if math.isinf(odds):
        return float(odds == EQUAL)
    return round(min(1 / (1 + math.exp(-max(min(odds, 30.0), -30.0))), 0.9999), 6)
