"""The labelled comments: floors below which no change may push what is kept, refused and read as a dispute (6.6)."""

from __future__ import annotations

import pytest

from bench.capture import FIXTURES, Score, load, score

SETS = {name: score(load(FIXTURES / f"{name}.jsonl")) for name in ("tuning", "held-out")}
FLOORS = [("tuning", 0.98, 0.97, 0.97), ("held-out", 0.93, 0.86, 0.88)]


@pytest.mark.parametrize("name", SETS)
def test_p7_p10_nothing_critical_is_kept_or_printed(name: str) -> None:
    assert SETS[name].critical == []


@pytest.mark.parametrize(("name", "precision", "recall", "refusals"), FLOORS)
def test_what_is_kept_and_refused_stays_above_its_floor(
    name: str, precision: float, recall: float, refusals: float
) -> None:
    found = SETS[name]
    assert found.precision >= precision, found.errors
    assert found.recall >= recall, found.errors
    assert found.refused >= refusals * found.due, found.errors


@pytest.mark.parametrize("name", SETS)
def test_at_most_five_of_a_hundred_comments_without_a_rule_leave_one(name: str) -> None:
    found = SETS[name]
    assert 100 * found.noise <= 5 * found.quiet, found.errors


@pytest.mark.parametrize("name", SETS)
def test_disputes_are_mostly_found_and_seldom_invented(name: str) -> None:
    found = SETS[name]
    assert found.disputes_found >= 0.7 * found.disputes, found.errors
    assert found.disputes_invented <= 0.03 * found.comments, found.errors


def one(**labels: object) -> Score:
    item = {"id": "x", "comment": "Never log tokens.", "stored": [], "skipped": [], "disagreement": False}
    return score([{**item, **labels}])


def test_the_measure_itself_can_fail() -> None:
    assert (one(stored=["Never log tokens"]).f1, one().wrong, one(stored=["log tokens"]).missed) == (1.0, 1, 1)
    assert one(never=["Never log tokens."]).critical
    assert one(skipped=[{"text": "Never log tokens.", "reason": "question"}]).refused == 0
