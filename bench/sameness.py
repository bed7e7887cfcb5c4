"""How well reworded findings are recognised, and how often different ones are taken for the same.

    python bench/sameness.py [PAIRS.jsonl] [--held-out] [--verbose]

Without a file the project's own sample, fixtures/same-issue; README.md there explains the labels. Recall is the share
of the same pairs that are matched, wrongful the share of the different ones, both at the committed point of decision.
`--held-out` learns the weights anew without the pairs that they are then tried on: each project apart, and pull
requests in five groups, drawn three times. That is what a project never seen will get; the committed weights have
seen these pairs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.train.sameness import DECISION, learn, load, measured, pair
from buddy.core.findings.sameness.compare import compare
from buddy.core.findings.sameness.scorecard import BASE, WEIGHTS

OWN = Path(__file__).parents[1] / "fixtures/same-issue/pairs.jsonl"
RESULTS = Path(__file__).parent / "results/sameness.json"
GROUPS = 5
DRAWS = 3

Row = dict[str, Any]


def kind(row: Row) -> str:
    """The group of pairs that a row belongs to, as the table names it."""
    if row["label"] == "same":
        return "same: one tool" if row["tools"][0] == row["tools"][1] else "same: two tools"
    where = "same PR" if row["kind"] == "same-pr-negative" else "other PR"
    return f"different: {where}{', hard' if row.get('hard') else ', easy' if row.get('easy') else ''}"


def table(rows: Sequence[Row], said: Sequence[bool]) -> dict[str, dict[str, float]]:
    """Matched pairs overall, per kind, and per project."""
    groups: defaultdict[str, list[bool]] = defaultdict(list)
    for row, matched in zip(rows, said, strict=True):
        label = "recall" if row["label"] == "same" else "wrongful"
        for name in (f"{label}, all", kind(row), f"{label}, {row['project']}"):
            groups[name].append(matched)
    return {
        name: {"matched": sum(one), "of": len(one), "percent": round(100 * fmean(one), 1)}
        for name, one in sorted(groups.items())
    }


def held_out(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Recall and wrongful matches, in percent, on pairs that the weights were not learned on: mean and worst fold."""
    schemes = {"projects": [[row["project"] for row in rows]]}
    schemes[f"{GROUPS} groups of pull requests"] = [_grouped(rows, draw) for draw in range(DRAWS)]
    return {name: _folds(rows, draws) for name, draws in schemes.items()}


def _folds(rows: Sequence[Row], draws: Iterable[Sequence[str]]) -> dict[str, float]:
    found: list[tuple[float, float]] = []
    together: list[tuple[bool, bool]] = []
    for folds in draws:
        for fold in sorted(set(folds)):
            held = [row for row, its in zip(rows, folds, strict=True) if its == fold]
            said = _tried(held, rows)
            pairs = [(row["label"] == "same", matched) for row, matched in zip(held, said, strict=True)]
            together += pairs
            found.append(_rates(pairs))
    recall, wrongful = _rates(together)
    return {
        "recall": round(recall, 1),
        "wrongful": round(wrongful, 1),
        "worst recall": round(min(one[0] for one in found), 1),
        "worst wrongful": round(max(one[1] for one in found), 1),
    }


def _tried(held: Sequence[Row], rows: Sequence[Row]) -> list[bool]:
    """No pair that touches a held-out pull request is learned from; the first of two says where a pair is."""
    prs = {pair(row).prs[0] for row in held}
    base, weights = learn([one for one in map(pair, rows) if not prs.intersection(one.prs)])
    return [_evidence(row, base, weights) >= DECISION for row in held]


def _evidence(row: Row, base: float, weights: dict[str, float]) -> float:
    values = measured(pair(row))
    return base + sum(weight * values[name] for name, weight in weights.items())


def _grouped(rows: Sequence[Row], draw: int) -> list[str]:
    """Each row's group: the pull requests dealt out in an order that is as good as random, and the same every time."""
    prs = {pair(row).prs[0] for row in rows}
    order = sorted(prs, key=lambda pr: hashlib.sha256(f"{draw} {pr}".encode()).digest())
    return [str(order.index(pair(row).prs[0]) % GROUPS) for row in rows]


def _rates(pairs: Sequence[tuple[bool, bool]]) -> tuple[float, float]:
    same, different = ([matched for is_same, matched in pairs if is_same is wanted] for wanted in (True, False))
    return 100 * fmean(same or [False]), 100 * fmean(different or [False])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables and, for the project's own sample, write the figures below bench/results/."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="?", type=Path, default=OWN)
    parser.add_argument("--held-out", action="store_true", help="learn the weights anew for each fold")
    parser.add_argument("--verbose", action="store_true", help="list what went wrong, the clearest first")
    given = parser.parse_args(arguments)
    rows = load(given.pairs)
    said = [compare(row["a"], row["b"]).same for row in rows]
    result = table(rows, said)
    for name, one in result.items():
        print(f"{name:<34} {one['matched']:>4} of {one['of']:<4} {one['percent']:>5} %")
    if given.held_out:
        for scheme, figures in held_out(rows).items():
            print(f"held out, {scheme:<28}", "  ".join(f"{name} {value} %" for name, value in figures.items()))
    if given.verbose:
        _list(rows, said)
    if given.pairs == OWN:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(result, indent=1) + "\n")
    return 0


def _list(rows: Sequence[Row], said: Sequence[bool]) -> None:
    wrong = [
        (_evidence(row, BASE, WEIGHTS), row)
        for row, one in zip(rows, said, strict=True)
        if one is not (row["label"] == "same")
    ]
    for evidence, row in sorted(wrong, key=lambda one: (one[1]["label"], -abs(one[0] - DECISION))):
        print(f"{evidence:.2f} {row['id']} {kind(row)}\n  {row['a']}\n  {row['b']}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
