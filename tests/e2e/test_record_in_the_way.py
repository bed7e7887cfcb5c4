"""Recording where something is in the way: nothing is overwritten, nothing is lost, and it is said what to change."""

import pytest

from buddy.core.record.body_reading import ticks
from buddy.core.record.pending import State
from buddy.sandbox import READ_ONLY, SYMLINK, File
from tests.e2e.record_stage import BRANCH, FILE, FIRST, ONE, TWO, line


def test_a_branch_of_somebody_else_is_left_alone(record_stage):
    it = record_stage()
    tip = it.repo.commit(BRANCH, {"mine.py": "m\n"}, by="alice")
    done = it.record(ONE)
    assert done.branch == f"{BRANCH}-2"
    assert it.repo.tip(BRANCH) == tip
    it.record(ONE, TWO)
    assert it.ids(f"{BRANCH}-2") == [FIRST.id, ONE.id, TWO.id]
    assert len(it.pulls) == 1


def test_a_closed_pull_request_with_commits_of_people_keeps_its_branch(record_stage):
    it = record_stage()
    it.record(ONE)
    tip = it.repo.commit(BRANCH, {"note.md": "by hand\n"}, by="alice")
    it.open_pull.close(by="alice")
    it.record()
    done = it.record(ONE, TWO)
    assert (done.branch, done.states) == (f"{BRANCH}-2", {ONE.id: State.DECLINED, TWO.id: State.RECORDED})
    assert it.repo.tip(BRANCH) == tip
    assert it.ids(f"{BRANCH}-2") == [FIRST.id, TWO.id]


def test_a_branch_with_another_history_is_left_alone(record_stage):
    it = record_stage()
    it.orphan(BRANCH)
    assert it.record(ONE).branch == f"{BRANCH}-2"


def test_when_all_names_are_taken_that_is_said(record_stage):
    it = record_stage()
    for number in ["", *(f"-{number}" for number in range(2, 10))]:
        it.repo.commit(BRANCH + number, {"mine.py": "m\n"}, by="alice")
    done = it.record(ONE)
    assert [notice.id for notice in done.notices] == ["record-branches-taken"]
    assert (done.states, it.writes) == ({ONE.id: State.BLOCKED}, 0)


def test_without_permission_to_open_pull_requests_the_branch_stays_and_the_setting_is_named(record_stage):
    """REC-02"""
    it = record_stage(config={"min_interval_hours": 24})
    it.repo.settings.actions_may_create_pulls = False
    done = it.record(ONE)
    assert (done.pull, done.states) == (None, {ONE.id: State.RECORDED})
    (notice,) = done.notices
    assert notice.id == "record-may-not-open-pull-requests"
    assert "https://github.com/octo/widgets/compare/main...buddy/learnings?expand=1" in notice.message
    assert "Allow GitHub Actions to create and approve pull requests" in notice.message
    tip = it.repo.tip(BRANCH)
    assert [notice.id for notice in it.record(ONE).notices] == [notice.id]
    assert it.repo.tip(BRANCH) == tip
    by_hand = it.repo.open_pull(by="alice", head=BRANCH, base="main", title="Learnings")
    assert it.record(ONE, TWO).pull == by_hand.number
    assert ticks(by_hand.record.body) == {ONE.id: True, TWO.id: True}


def test_an_empty_repository_is_nothing_to_do(record_stage, box):
    """REC-12"""
    it = record_stage()
    it.repo = box.repo("octo/empty")
    it.token = box.job_token(it.repo)
    done = it.record(ONE)
    assert ([notice.id for notice in done.notices], done.states) == (["record-no-target"], {ONE.id: State.BLOCKED})


LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 1\n"
CONFLICT = b"<<<<<<< a\n" + line(FIRST) + b"=======\n" + line(TWO.record) + b">>>>>>> b\n"


@pytest.mark.parametrize(
    "files",
    [
        {FILE: LFS},
        {FILE: CONFLICT},
        {FILE: File(content=b"elsewhere", mode=SYMLINK)},
        {".buddy": File(content=b"src", mode=SYMLINK), FILE: None},
        {".buddy": b"a file\n", FILE: None},
    ],
    ids=["lfs", "conflict", "link", "folder-is-link", "folder-is-file"],
)
def test_a_file_that_must_not_be_written_is_left_as_it_is(record_stage, files):
    it = record_stage(memory=None)
    it.repo.commit("main", {path: content for path, content in files.items() if content is not None}, by="alice")
    done = it.record(ONE)
    assert [notice.id for notice in done.notices] == ["record-file-not-writable"]
    assert (done.states, it.writes, it.repo.branches()) == ({ONE.id: State.BLOCKED}, 0, ["main"])


def test_a_missing_file_is_created(record_stage):
    it = record_stage(memory=None)
    it.record(ONE)
    assert it.ids() == [ONE.id]
    assert it.files() == [FILE]


def test_conflict_markers_on_the_record_branch_are_left_to_people(record_stage):
    it = record_stage()
    it.record(ONE)
    it.repo.commit(BRANCH, {FILE: CONFLICT}, by="alice")
    done = it.record(ONE, TWO)
    assert [notice.id for notice in done.notices] == ["record-branch-not-writable"]
    assert it.writes == 0


def test_odd_lines_of_the_file_keep_their_bytes(record_stage):
    """P5"""
    odd = b'{"id":"l_oddoddoddo", "text":"x","\xff":1}\r\nnot json\n\n' + line(FIRST).rstrip(b"\n")
    it = record_stage(memory=odd)
    it.record(ONE)
    assert it.repo.read(BRANCH, FILE).startswith(odd + b"\n")
    assert len(it.repo.read(BRANCH, FILE)[len(odd) + 1 :].splitlines()) == 1


def test_rules_that_forbid_the_branch_are_a_notice_and_the_entries_stay_pending(record_stage):
    """REC-11"""
    it = record_stage()
    it.repo.protect(BRANCH)
    done = it.record(ONE)
    assert ([notice.id for notice in done.notices], done.states) == (["record-refused"], {ONE.id: State.BLOCKED})
    assert it.pulls == []


def test_a_branch_that_is_in_the_way_is_a_notice(record_stage):
    it = record_stage()
    it.repo.branch("buddy", at="main")
    done = it.record(ONE)
    assert ([notice.id for notice in done.notices], done.states) == (["record-refused"], {ONE.id: State.BLOCKED})


def test_a_read_only_token_is_a_notice(record_stage, box):
    it = record_stage()
    it.token = box.job_token(it.repo, {**READ_ONLY, "pull_requests": "read"})
    done = it.record(ONE)
    assert ([notice.id for notice in done.notices], it.writes) == (["record-refused"], 1)


def test_a_pull_request_from_a_fork_of_that_name_is_somebody_elses(record_stage):
    it = record_stage()
    fork = it.repo.fork(by="mallory")
    fork.commit(BRANCH, {FILE: line(FIRST) + line(TWO.record)}, by="mallory")
    theirs = it.repo.open_pull(by="mallory", head=f"mallory:{BRANCH}", body=f"- [ ] `{ONE.id}`")
    done = it.record(ONE)
    assert done.states == {ONE.id: State.RECORDED}
    assert done.pull != theirs.number
    theirs.close(by="alice")
    assert it.record(ONE).states == {ONE.id: State.RECORDED}


def test_a_writer_that_was_faster_is_built_upon(record_stage, box):
    """REC-08: between reading the branch and moving it somebody pushes, twice."""
    it = record_stage()
    it.record(ONE)

    def push(arrival):
        if arrival.method == "PATCH" and "/git/refs/" in arrival.path and len(it.commits()) < 3:
            box.before_request(None)
            it.repo.commit(BRANCH, {f"note{len(it.commits())}.md": "n\n"}, by="alice")
            box.before_request(push)

    box.before_request(push)
    done = it.record(ONE, TWO)
    box.before_request(None)
    assert done.states[TWO.id] is State.RECORDED
    assert it.files() == [FILE, "note1.md", "note2.md"]
