"""Findings that a push fixed: their comments are folded away, once, and never at the cost of the run."""

import pytest

from buddy.sandbox import Fault, Kind
from tests.e2e.harness import MORE

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")
LEFT = ("F841", "warning", "src/app.py", 8, "Local variable is unused")
FIXED = MORE.replace("    assert True\n", "")


@pytest.fixture
def it(story):
    it = story()
    it.review(S101, F841, here=True)
    return it


def fix(it):
    it.repo.commit("topic", {"src/app.py": FIXED}, by="alice")


def minimised(it):
    return [comment.record.minimized for comment in it.pull.review_comments]


def folds(ran):
    return [(effect["applied"], effect["reason"]) for effect in ran.transcript["effects"] if effect["kind"] == "fold"]


def graph(box):
    return [entry for entry in box.journal if entry.path == "/graphql"]


def test_the_comment_of_what_a_push_fixed_is_folded_away_and_no_other(it, box):
    fix(it)
    ran = it.review(LEFT, action="synchronize")
    assert ran.code == 0, ran.log
    assert minimised(it) == ["outdated", None]
    assert folds(ran) == [(True, None)]
    assert {entry["category"]: entry.get("folded", False) for entry in it.memory()["findings"].values()} == {
        "ruff/S101": True,
        "ruff/F841": False,
    }


def test_nothing_is_asked_of_graphql_where_nothing_was_fixed(it, box):
    it.review(S101, F841, here=True)
    assert graph(box) == []


def test_p6_it_is_folded_once(it, box):
    fix(it)
    it.review(LEFT, action="synchronize", here=True)
    mark = box.journal.mark()
    ran = it.review(LEFT, action="synchronize", here=True)
    assert [str(entry) for entry in box.journal.since(mark) if entry.mutating] == []
    assert folds(ran) == []
    it.repo.commit("topic", {"README.md": "more\n"}, by="alice")
    it.review(LEFT, action="synchronize", here=True)
    assert len(graph(box)) == 1


def test_what_comes_back_and_is_fixed_again_is_folded_again(it, box):
    fix(it)
    it.review(LEFT, action="synchronize", here=True)
    it.repo.commit("topic", {"src/app.py": MORE}, by="alice")
    it.review(S101, F841, action="synchronize", here=True)
    fix(it)
    it.review(LEFT, action="synchronize", here=True)
    assert len(graph(box)) == 2


def test_a_token_that_may_not_fold_is_asked_once_and_the_run_is_fine(it, box):
    fix(it)
    box.faults.add(Fault(kind=Kind.REFUSE, status=403, path="/graphql", times=None))
    ran = it.review(LEFT, action="synchronize", here=True)
    assert ran.code == 0, ran.log
    ((applied, reason),) = folds(ran)
    assert not applied
    assert "Minimising an outdated comment" in reason
    it.repo.commit("topic", {"README.md": "more\n"}, by="alice")
    assert it.review(LEFT, action="synchronize", here=True).code == 0
    assert len(graph(box)) == 1
    assert minimised(it) == [None, None]


def test_an_outage_is_tried_again_by_the_next_run(it, box):
    fix(it)
    box.faults.add(Fault(kind=Kind.REFUSE, status=502, path="/graphql", times=None))
    ran = it.review(LEFT, action="synchronize", here=True)
    assert ran.code == 0, ran.log
    assert len(folds(ran)) == 1
    box.faults.clear()
    assert folds(it.review(LEFT, action="synchronize", here=True)) == [(True, None)]
    assert minimised(it) == ["outdated", None]


def test_a_dry_run_says_what_it_would_fold_and_folds_nothing(it, box):
    fix(it)
    ran = it.review(LEFT, action="synchronize", here=True, inputs={"dry-run": "true"})
    assert folds(ran) == [(False, None)]
    assert graph(box) == []
