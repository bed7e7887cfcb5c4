"""What people do to the record branch and its body counts more than what Buddy would write (REC-04)."""

from buddy.core.record.body_reading import ticks
from buddy.core.record.pending import State
from buddy.sandbox import Fault
from tests.e2e.record_stage import BRANCH, FILE, FIRST, ONE, THREE, TWO, line, pending


def test_a_pull_request_that_was_closed_with_an_emptied_body_is_declined_by_its_commits(record_stage):
    it = record_stage()
    it.record(ONE)
    it.open_pull.edit(by="alice", body="no, thanks")
    it.open_pull.close(by="alice")
    it.repo.delete_branch(BRANCH)
    assert it.record(ONE).states == {ONE.id: State.DECLINED}


def test_what_people_wrote_on_the_branch_stays(record_stage):
    """REC-04"""
    it = record_stage()
    it.record(ONE, TWO)
    mine = it.repo.read(BRANCH, FILE).replace(b"need TEST_DB_URL", b"need TEST_DB_URL and a running docker")
    it.repo.commit(BRANCH, {FILE: mine}, by="alice")
    by_alice = it.repo.tip(BRANCH)
    done = it.record(ONE, TWO, THREE)
    assert set(done.states.values()) == {State.RECORDED}
    assert b"and a running docker" in it.repo.read(BRANCH, FILE)
    assert it.ids() == [FIRST.id, ONE.id, TWO.id, THREE.id]
    assert it.commits()[-1].parents == (by_alice,)
    assert "and a running docker" in it.open_pull.record.body
    it.record(ONE, TWO, THREE)
    assert it.writes == 0


def test_the_body_shows_the_lines_as_people_left_them(record_stage):
    it = record_stage()
    it.record(ONE)
    it.repo.commit(BRANCH, {FILE: it.repo.read(BRANCH, FILE).replace(b"need TEST_DB_URL", b"need podman")}, by="alice")
    it.record(ONE)
    assert "need podman" in it.open_pull.record.body
    assert "TEST_DB_URL" not in it.open_pull.record.body
    it.record(ONE)
    assert it.writes == 0


def test_an_entry_that_was_listed_but_not_yet_on_the_branch_at_the_merge_is_not_lost(record_stage, box):
    """P6: the run died between the body and the branch, and somebody merged."""
    it = record_stage()
    it.record(ONE)
    box.faults.add(
        Fault(method="POST", path="/git/blobs", status=403, message="Resource not accessible by integration")
    )
    it.record(ONE, TWO)
    box.faults.clear()
    assert ticks(it.open_pull.record.body) == {ONE.id: True, TWO.id: True}
    it.open_pull.merge(by="alice")
    assert it.record(ONE, TWO).states == {ONE.id: State.DONE, TWO.id: State.RECORDED}
    assert it.ids() == [FIRST.id, ONE.id, TWO.id]


def test_what_people_took_off_the_branch_stays_away(record_stage):
    """REC-04"""
    it = record_stage()
    it.record(ONE, TWO)
    kept = b"".join(each for each in it.repo.read(BRANCH, FILE).splitlines(keepends=True) if b"TEST_DB" not in each)
    it.repo.commit(BRANCH, {FILE: kept}, by="alice")
    assert it.record(ONE, TWO).states == {ONE.id: State.DROPPED, TWO.id: State.RECORDED}
    assert ticks(it.open_pull.record.body) == {ONE.id: False, TWO.id: True}
    it.open_pull.merge(by="alice")
    assert it.record(ONE, TWO).states == {ONE.id: State.DROPPED, TWO.id: State.DONE}
    assert len(it.pulls) == 1


def test_what_people_took_off_stays_away_even_if_it_was_merged_before_the_next_run(record_stage):
    it = record_stage()
    it.record(ONE, TWO)
    it.repo.commit(BRANCH, {FILE: line(FIRST)}, by="alice")
    it.repo.commit(BRANCH, {"CHANGELOG.md": "nothing\n"}, by="alice")
    it.open_pull.merge(by="alice")
    assert it.record(ONE, TWO).states == {ONE.id: State.DONE, TWO.id: State.DONE}
    assert len(it.pulls) == 1


def test_other_files_that_people_changed_on_the_branch_are_kept(record_stage):
    it = record_stage()
    it.record(ONE)
    it.repo.commit(BRANCH, {"CHANGELOG.md": "remembered\n", "src/app.py": None}, by="alice")
    it.record(ONE, TWO)
    assert it.files() == [FILE, "CHANGELOG.md", "src/app.py"]
    it.repo.commit("main", {"later.py": "z\n", FILE: line(FIRST) + line(THREE.record)}, by="alice")
    done = it.record(ONE, TWO, pending("fourfourfo", "Pin every action by its commit", minute=4))
    assert [notice.id for notice in done.notices] == ["record-branch-behind"]
    assert it.files() == [FILE, "CHANGELOG.md", "src/app.py"]
    assert it.ids() == [FIRST.id, ONE.id, TWO.id, "l_fourfourfo"]


def test_an_update_from_the_target_by_hand_is_nobodys_edit(record_stage):
    it = record_stage()
    it.record(ONE)
    it.repo.commit("main", {FILE: line(FIRST) + line(THREE.record), "later.py": "z\n"}, by="alice")
    it.merge_main_into_branch(it.repo.read("main", FILE) + it.repo.read(BRANCH, FILE).splitlines()[-1] + b"\n")
    it.record(ONE, TWO)
    assert it.files() == [FILE]
    assert it.ids() == [FIRST.id, THREE.id, ONE.id, TWO.id]


def test_an_unticked_entry_is_dropped_for_good(record_stage):
    it = record_stage()
    it.record(ONE, TWO)
    it.untick(ONE.id)
    assert it.record().wrote  # nothing has to be pending for it
    assert it.ids() == [FIRST.id, TWO.id]
    assert ticks(it.open_pull.record.body) == {ONE.id: False, TWO.id: True}
    assert it.record(ONE, TWO, THREE).states[ONE.id] is State.DROPPED
    it.open_pull.merge(by="alice")
    assert it.record(ONE, TWO, THREE).states[ONE.id] is State.DROPPED
    assert len(it.pulls) == 1


def test_a_withdrawn_entry_leaves_the_branch(record_stage):
    it = record_stage()
    it.record(ONE, TWO)
    it.record(withdrawn=[ONE.id])
    assert it.ids() == [FIRST.id, TWO.id]
    it.record(withdrawn=[ONE.id])
    assert it.writes == 0


def test_an_edited_comment_changes_its_line_unless_people_changed_the_branch(record_stage):
    it = record_stage()
    it.record(ONE)
    edited = pending("oneoneonea", "Integration tests need TEST_DB_URL and docker", updated_at="2026-11-29T12:00:00Z")
    it.record(edited)
    assert it.document().find(ONE.id).text == "Integration tests need TEST_DB_URL and docker"
    assert "docker" in it.open_pull.record.body
    it.record(edited)
    assert it.writes == 0
    it.repo.commit(BRANCH, {FILE: it.repo.read(BRANCH, FILE).replace(b"and docker", b"and podman")}, by="alice")
    it.record(edited)
    assert b"and podman" in it.repo.read(BRANCH, FILE)
