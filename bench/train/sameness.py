"""Learn what each measure of sameness is worth, and write `buddy/core/findings/sameness/scorecard.py`.

    python bench/train/sameness.py PAIRS.jsonl [--write]

PAIRS has `a`, `b`, `label` (same or different), `pr` and `project` a line. A logistic regression with a ridge, in which
a measure of likeness never counts against a match and a measure of difference never for one: what has the wrong sign is
left out, the heaviest first. Pairs that follow from the given ones (a~b and b~c; a~b and b≠c) count half. The
decision point is fixed here, by hand, from what `bench/sameness.py` finds on held-out projects. Needs numpy.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from buddy.core.findings.sameness.measures import measures
from buddy.core.findings.sameness.rarity import weigh
from buddy.core.findings.sameness.wording import take_apart

TARGET = Path(__file__).parents[2] / "buddy/core/findings/sameness/scorecard.py"
DECISION = 2.55
RIDGE = 4.0
DERIVED = 0.5
MOST_SAME, MOST_DIFFERENT = 12, 8
"""Derived pairs kept for each issue, and for each two issues."""

_FREE = {"size_least", "size_ratio"}
Vector = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """Two texts of one or two pull requests, and whether they report the same; derived ones weigh less."""

    a: str
    b: str
    same: bool
    prs: tuple[str, ...]
    project: str
    weight: float = 1.0


def load(path: Path) -> list[dict[str, Any]]:
    """The labelled pairs of a file, as they stand."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def pair(row: dict[str, Any]) -> Pair:
    """A labelled pair as a value."""
    prs = (row["pr"],) if isinstance(row["pr"], str) else tuple(row["pr"])
    return Pair(a=row["a"], b=row["b"], same=row["label"] == "same", prs=prs, project=row["project"])


def learn(pairs: Sequence[Pair]) -> tuple[float, dict[str, float]]:
    """The base and the weights, measures with weight 0 left out."""
    every = [*pairs, *derived(pairs)]
    rows = [measured(one) for one in every]
    names = list(rows[0])
    values = np.array([[row[name] for name in names] for row in rows])
    wanted = np.array([float(one.same) for one in every])
    weights = np.array([one.weight for one in every])
    sign = np.array([0 if name in _FREE else -1 if _against(name) else 1 for name in names])
    used = np.ones(len(names), dtype=bool)
    while True:
        base, some = _fit(values[:, used], wanted, weights)
        slopes = np.zeros(len(names))
        slopes[used] = some
        wrong = slopes * sign < 0
        if not wrong.any():
            return base, {name: float(slope) for name, slope in zip(names, slopes, strict=True) if slope}
        used[int(np.argmax(np.abs(slopes * values.std(axis=0)) * wrong))] = False


def measured(one: Pair) -> dict[str, float]:
    """The measures of a pair."""
    return measures(take_apart(one.a), take_apart(one.b), weigh=weigh)


def derived(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Pairs that follow from the labels; the same ones in the same order every time."""
    issue_of = _issues(pairs)
    issues: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for text in sorted(issue_of):
        issues[issue_of[text]].append(text)
    given = {frozenset((one.a, one.b)) for one in pairs}
    project = {pr: one.project for one in pairs for pr in one.prs}
    for texts in issues.values():
        yield from _some(itertools.combinations(texts, 2), given, project, same=True, most=MOST_SAME)
    apart = {
        tuple(sorted((issue_of[a], issue_of[b])))
        for one in pairs
        if not one.same and len(one.prs) == 1
        for a, b in [((one.prs[0], one.a), (one.prs[0], one.b))]
        if a in issue_of and b in issue_of and issue_of[a] != issue_of[b]
    }
    for left, right in sorted(apart):
        product = itertools.product(issues[left], issues[right])
        yield from _some(product, given, project, same=False, most=MOST_DIFFERENT)


def _some(
    candidates: Iterator[tuple[tuple[str, str], tuple[str, str]]],
    given: set[frozenset[str]],
    project: dict[str, str],
    *,
    same: bool,
    most: int,
) -> Iterator[Pair]:
    """Evenly spread over the candidates, so that no one text stands in all of them."""
    new = [(one, other) for one, other in candidates if frozenset((one[1], other[1])) not in given]
    step = max(1, len(new) // most)
    for one, other in new[::step][:most]:
        yield Pair(a=one[1], b=other[1], same=same, prs=(one[0],), project=project[one[0]], weight=DERIVED)


def _issues(pairs: Sequence[Pair]) -> dict[tuple[str, str], tuple[str, str]]:
    """Each text that is the same as another, by its pull request, and the first text of its issue."""
    parent: dict[tuple[str, str], tuple[str, str]] = {}

    def root(text: tuple[str, str]) -> tuple[str, str]:
        parent.setdefault(text, text)
        while parent[text] != text:
            text = parent[text]
        return text

    for one in pairs:
        if one.same:
            left, right = sorted((root((one.prs[0], one.a)), root((one.prs[0], one.b))))
            parent[right] = left
    return {text: root(text) for text in list(parent)}


def _against(name: str) -> bool:
    return "apart" in name or "alone" in name or name == "names_none"


def _fit(values: Vector, wanted: Vector, weights: Vector) -> tuple[float, Vector]:
    """Newton's method on the logistic loss, on standardised measures."""
    mean = np.average(values, axis=0, weights=weights)
    spread = np.sqrt(np.average((values - mean) ** 2, axis=0, weights=weights)) + 1e-6
    design = np.column_stack([np.ones(len(values)), (values - mean) / spread])
    ridge = np.eye(design.shape[1]) * RIDGE
    ridge[0, 0] = 0
    theta = np.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ theta))
        gradient = design.T @ (weights * (chance - wanted)) + ridge @ theta
        step = np.linalg.solve((design.T * (weights * chance * (1 - chance))) @ design + ridge, gradient)
        theta -= step
        if np.abs(step).max() < 1e-9:
            break
    slopes = theta[1:] / spread
    return float(theta[0] - slopes @ mean), slopes


def module(base: float, weights: dict[str, float]) -> str:
    """The source text of the scorecard."""
    lines = [
        '"""What each measure is worth: learned, not written. See bench/train/sameness.py."""',
        "",
        f"BASE = {base:.4f}",
        f"DECISION = {DECISION}",
        '"""The sum from which on two texts are the same; set by what projects that it was not learned on show."""',
        "",
        "WEIGHTS = {",
        *(f'    "{name}": {weight:.4f},' for name, weight in weights.items()),
        "}",
    ]
    return "\n".join([*lines, '"""Measure to what it adds to the log-odds at its highest."""', ""])


def main() -> int:
    """Print the scorecard, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--write", action="store_true", help="replace the committed scorecard")
    given = parser.parse_args()
    text = module(*learn([pair(row) for row in load(given.pairs)]))
    if given.write:
        TARGET.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
