"""Recording on GitHub: one small pull request, whose branch and body people may change as they like."""

from __future__ import annotations

import json

import pytest

from buddy.core.record.body_reading import rows, ticks
from buddy.core.record.pending import State
from tests.e2e.record_stage import BRANCH, FILE, FIRST, ONE, THREE, TWO, forget, line, pending


def test_the_first_record_opens_one_pull_request_with_one_line_an_entry(record_stage):
    """P2: the target branch is not touched."""
    it = record_stage()
    main = it.repo.tip("main")
    done = it.record(ONE, TWO)
    assert dict(done.states) == {ONE.id: State.RECORDED, TWO.id: State.RECORDED}
    pull = it.open_pull
    assert (done.pull, done.branch, done.wrote) == (pull.number, BRANCH, True)
    assert pull.record.title == "chore(buddy): record learnings"
    assert [len(lines) for lines in it.diff()] == [2, 0]
    assert it.repo.tip("main") == main
    (commit,) = it.commits()
    assert commit.parents == (main,)
    assert "Buddy-Ids: l_oneoneonea l_twotwotwob" in commit.message
    assert "TEST_DB_URL" not in commit.message


def test_a_second_run_writes_nothing(record_stage):
    """P6, and how many requests it takes."""
    it = record_stage()
    it.record(ONE, TWO)
    assert it.requests == 11  # three of them read the target, which a caller mostly has done
    world = it.box.world()
    done = it.record(ONE, TWO)
    assert (it.writes, it.requests, done.wrote) == (0, 5, False)
    assert dict(done.states) == {ONE.id: State.RECORDED, TWO.id: State.RECORDED}
    assert it.record().pull == it.open_pull.number
    assert it.writes == 0
    assert it.box.world() == world


def test_an_open_record_pull_request_is_extended_never_doubled(record_stage):
    """REC-03"""
    it = record_stage()
    first = it.record(ONE)
    tip = it.repo.tip(BRANCH)
    done = it.record(TWO)
    assert first.pull == done.pull == it.open_pull.number
    assert it.ids() == [FIRST.id, ONE.id, TWO.id]
    assert it.commits()[-1].parents == (tip,)
    assert ticks(it.open_pull.record.body) == {ONE.id: True, TWO.id: True}
    row = rows(it.open_pull.record.body)[ONE.id]
    assert "(wrote the change)" in row.approved_by  # although this run did not know who approved it
    assert "issuecomment-98123" in row.said_in


def test_what_is_merged_is_done_and_the_branch_is_deleted(record_stage):
    it = record_stage()
    it.record(ONE)
    it.open_pull.merge(by="alice")
    done = it.record(ONE)
    assert dict(done.states) == {ONE.id: State.DONE}
    assert it.repo.branches() == ["main"]
    assert it.record(ONE, TWO).pull == it.open_pull.number
    assert [len(lines) for lines in it.diff()] == [1, 0]


@pytest.mark.parametrize("method", ["merge", "squash"])
def test_after_a_merge_new_entries_go_to_a_new_pull_request(record_stage, method):
    it = record_stage()
    first = it.record(ONE)
    it.open_pull.merge(by="alice", method=method)
    done = it.record(ONE, TWO)
    assert done.states == {ONE.id: State.DONE, TWO.id: State.RECORDED}
    assert done.pull == it.open_pull.number != first.pull
    assert [len(lines) for lines in it.diff()] == [1, 0]
    assert list(ticks(it.open_pull.record.body)) == [TWO.id]
    assert len(it.files()) == 1


def test_closed_without_a_merge_means_declined(record_stage):
    """REC-05"""
    it = record_stage()
    first = it.record(ONE)
    it.open_pull.close(by="alice")
    done = it.record(ONE, TWO)
    assert done.states == {ONE.id: State.DECLINED, TWO.id: State.RECORDED}
    assert done.pull == it.open_pull.number != first.pull
    assert it.ids() == [FIRST.id, TWO.id]
    it.open_pull.close(by="alice")
    assert it.record(ONE, TWO).states == {ONE.id: State.DECLINED, TWO.id: State.DECLINED}
    assert it.repo.branches() == ["main"]
    assert len(it.pulls) == 2


def test_when_the_target_moves_the_diff_is_still_exactly_the_new_lines(record_stage):
    """REC-06: built anew on the target's tip, nobody's line is lost, nothing is forced."""
    it = record_stage()
    it.record(ONE)
    tip = it.repo.tip(BRANCH)
    it.repo.commit("main", {FILE: line(FIRST) + line(THREE.record), "later.py": "z\n"}, by="alice")
    it.record(ONE, TWO)
    assert it.commits()[-1].parents == (tip, it.repo.tip("main"))
    assert it.ids() == [FIRST.id, THREE.id, ONE.id, TWO.id]
    assert it.files() == [FILE]
    assert it.open_pull.test_merge() is not None


def test_a_target_that_moved_elsewhere_is_no_reason_to_push(record_stage):
    it = record_stage()
    it.record(ONE)
    it.repo.commit("main", {"later.py": "z\n"}, by="alice")
    it.record(ONE)
    assert it.writes == 0


def test_forgetting_takes_a_line_out_of_force(record_stage):
    it = record_stage()
    done = it.record(forget(FIRST))
    assert done.states == {"l_forgetitxx": State.RECORDED}
    assert [len(lines) for lines in it.diff()] == [1, 1]
    assert json.loads(it.diff()[0][0])["status"] == "archived"
    assert "`l_forgetitxx` on `l_aaaaaaaaaa`" in it.open_pull.record.body
    it.record(ONE)  # a run that knows nothing of the other entry
    assert ticks(it.open_pull.record.body) == {"l_forgetitxx": True, ONE.id: True}
    it.untick("l_forgetitxx")
    it.record(forget(FIRST), ONE)
    assert [len(lines) for lines in it.diff()] == [1, 0]


def test_equal_words_update_the_line_that_is_there(record_stage):
    """DESIGN 6.4: the paths are joined."""
    it = record_stage()
    again = pending("againagain", "handlers must return a result.", paths=("lib/**",))
    it.record(again)
    assert it.document().find(FIRST.id).paths == ("src/**", "lib/**")
    assert [len(lines) for lines in it.diff()] == [1, 1]
    assert it.record(again).states == {again.id: State.RECORDED}
    assert it.writes == 0
    it.open_pull.merge(by="alice")
    assert it.record(again).states == {again.id: State.DONE}


def test_what_the_target_has_already_costs_no_commit(record_stage):
    """REC-07"""
    it = record_stage(memory=line(FIRST) + line(ONE.record))
    same = pending("samesamesa", "HANDLERS must  return a Result", paths=("src/**",))
    assert it.record(ONE, same).states == {ONE.id: State.DONE, same.id: State.DONE}
    assert (it.writes, it.repo.branches()) == (0, ["main"])


def test_a_branch_without_pull_request_is_completed(record_stage):
    """REC-03"""
    it = record_stage()
    it.repo.settings.actions_may_create_pulls = False
    it.record(ONE)
    it.repo.settings.actions_may_create_pulls = True
    tip = it.repo.tip(BRANCH)
    assert it.record(ONE).pull == it.open_pull.number
    assert it.repo.tip(BRANCH) == tip


def test_new_pull_requests_keep_their_distance_and_an_open_one_is_always_updated(record_stage):
    """REC-09"""
    it = record_stage(config={"min_interval_hours": 24})
    assert it.record(ONE, hours=1).pull == it.open_pull.number
    assert it.record(ONE, TWO, hours=2).states[TWO.id] is State.RECORDED
    it.open_pull.merge(by="alice")
    done = it.record(THREE, hours=3)
    assert (done.states, done.pull) == ({THREE.id: State.WAITING}, None)
    assert [notice.id for notice in done.notices] == ["record-waits"]
    assert it.repo.branches() == ["main"]
    assert [notice.id for notice in it.record(THREE, hours=3).notices] == ["record-waits"]
    assert it.writes == 0
    assert it.record(THREE, hours=25).pull == it.open_pull.number


def test_over_the_batch_the_youngest_wait_for_the_next_pull_request(record_stage):
    it = record_stage(config={"max_batch": 2})
    done = it.record(THREE, TWO, ONE)
    assert done.states == {ONE.id: State.RECORDED, TWO.id: State.RECORDED, THREE.id: State.WAITING}
    assert [notice.id for notice in done.notices] == ["record-batch-full"]
    assert it.record(THREE).states == {THREE.id: State.WAITING}
    it.open_pull.merge(by="alice")
    assert it.record(THREE).states == {THREE.id: State.RECORDED}


def test_a_base_branch_may_have_a_record_of_its_own(record_stage):
    """REC-13"""
    it = record_stage(config={"target": "base"})
    it.repo.commit("release/1.x", {FILE: line(FIRST, text="old")}, by="alice")
    it.record(ONE)
    done = it.record(TWO, target="release/1.x")
    assert done.branch == f"{BRANCH}-release/1.x"
    assert sorted(pull.pull.base_ref for pull in it.pulls) == ["main", "release/1.x"]
    assert it.ids(f"{BRANCH}-release/1.x") == [FIRST.id, TWO.id]


def test_an_update_that_gave_way_to_the_target_is_placed_again(record_stage):
    """P6: the run in between knows nothing of it."""
    it = record_stage()
    again = pending("againagain", "Handlers must return a Result", paths=("lib/**",))
    it.record(again)
    it.repo.commit("main", {FILE: line(FIRST, paths=["src/**", "app/**"])}, by="alice")
    it.record(ONE)
    assert list(ticks(it.open_pull.record.body)) == [ONE.id]
    assert it.record(again, ONE).states == {again.id: State.RECORDED, ONE.id: State.RECORDED}
    assert it.document().find(FIRST.id).paths == ("src/**", "app/**", "lib/**")
    it.record(again, ONE)
    assert it.writes == 0
