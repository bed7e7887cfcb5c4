"""Recording against a host in memory, on which any write outside `buddy/` fails the test at once."""

import dataclasses
from datetime import UTC, datetime

import pytest

from buddy.app.ports import Refusal, RefusalKind
from buddy.app.record import record
from buddy.app.record_gather import RecordJob, load_target
from buddy.core.config import RecordConfig
from buddy.core.learnings.record import Learning
from buddy.core.record.pending import Pending, State
from tests.fakes.host import FakeHost, File

FILE = ".buddy/learnings.jsonl"
BRANCH = "buddy/learnings"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
JOB = RecordJob(
    target="main",
    default_branch="main",
    file=FILE,
    config=RecordConfig(min_interval_hours=0),
    own_logins={"github-actions[bot]"},
    repository_url="https://github.test/octo/widgets",
    checks_start=True,
)
WRITES = ("create_blob", "create_tree", "create_commit", "create_branch", "create_pull")
LATER_WRITES = ("update_pull", "create_blob", "create_tree", "create_commit", "move_branch")


def pending(name):
    learning = Learning(id=f"l_{name}", text=f"Always {name} first", created_at="2026-11-29T10:00:00Z")
    return Pending(record=learning, approvers=("alice",))


ONE, TWO, THREE = pending("one"), pending("two"), pending("three")


@pytest.fixture
def host():
    made = FakeHost()
    made.push("main", {FILE: "", "src/app.py": "x\n"})
    return made


def run(host, *entries, job=JOB, **kwargs):
    host.calls.clear()
    host.writes.clear()
    return record(entries, host=host, job=job, now=NOW, **kwargs)


def ids(host, branch=BRANCH):
    content = host.commits[host.branches[branch]].files[FILE].content.decode()
    return [line.split('"id":"l_')[1].split('"')[0] for line in content.splitlines()]


def test_a_first_record_takes_eight_requests_where_the_target_is_known(host):
    target = load_target(host, JOB)
    before = host.requests()[0]
    run(host, ONE, TWO, target=target)
    assert host.requests()[0] - before == 8
    assert host.writes == ["create_blob", "create_tree", "create_commit", f"create_branch {BRANCH}", "create_pull 1"]


def test_every_way_of_recording_writes_only_to_its_own_branch_and_pull_request(host):
    """P2: the host fails on any other write; the target is where it was after each act."""
    job = dataclasses.replace(JOB, config=RecordConfig(min_interval_hours=0, target="base"))
    host.push("release/ö", {"r": "r"})
    for target in ("main", "release/ö"):
        job = dataclasses.replace(job, target=target)
        tip = host.branches[target]
        first = run(host, ONE, job=job)
        run(host, ONE, TWO, job=job)
        host.push(first.branch, {"note.md": "by hand"})
        run(host, THREE, job=job, withdrawn=["l_two"])
        assert host.branches[target] == tip
        host.close(first.pull)
        run(host, ONE, TWO, THREE, pending("four"), job=job)
        run(host, job=job)
        assert host.branches[target] == tip


@pytest.mark.parametrize("method", WRITES)
@pytest.mark.parametrize(
    "kind", [RefusalKind.BRANCH_RULES, RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION, RefusalKind.UNPROCESSABLE]
)
def test_a_no_that_somebody_has_to_change_is_a_notice_and_the_entries_stay_pending(host, method, kind):
    """REC-11"""
    host.refuse(kind, method=method)
    done = run(host, ONE)
    assert (done.states, [notice.id for notice in done.notices]) == ({"l_one": State.BLOCKED}, ["record-refused"])
    assert host.calls.count(method) == 1
    assert run(host, ONE).states == {"l_one": State.RECORDED}
    assert len(host.pull_requests) == 1


@pytest.mark.parametrize("method", LATER_WRITES)
@pytest.mark.parametrize("kind", [RefusalKind.CONFLICT, RefusalKind.NOT_FAST_FORWARD, RefusalKind.UNAVAILABLE])
@pytest.mark.parametrize("applied", [False, True])
def test_a_write_that_somebody_else_overtook_is_built_anew(host, method, kind, applied):
    """REC-08: three tries."""
    run(host, ONE)
    host.refuse(kind, method=method, applied=applied, times=2)
    assert run(host, ONE, TWO).states == {"l_one": State.RECORDED, "l_two": State.RECORDED}
    assert ids(host) == ["one", "two"]


def test_three_conflicts_are_enough(host):
    host.refuse(RefusalKind.CONFLICT, method="create_branch", times=9)
    done = run(host, ONE)
    assert (done.states, [notice.id for notice in done.notices]) == ({"l_one": State.BLOCKED}, ["record-refused"])
    assert host.calls.count("create_branch") == 3


@pytest.mark.parametrize("method", [*WRITES, "pulls", "commits_ahead", "branch", "tree"])
@pytest.mark.parametrize("kind", [RefusalKind.UNAVAILABLE, RefusalKind.RATE_LIMIT, RefusalKind.BAD_TOKEN])
def test_a_host_that_is_down_or_has_enough_ends_the_run(host, method, kind):
    host.refuse(kind, method=method, times=9)
    with pytest.raises(Refusal) as refused:
        run(host, ONE)
    assert refused.value.kind is kind


def test_two_first_runs_at_once_open_one_pull_request(host):
    """REC-03: the other one creates the branch while this one makes its commit."""
    host.refuse(RefusalKind.ALREADY_EXISTS, method="create_pull", applied=True)
    host.refuse(RefusalKind.ALREADY_EXISTS, method="create_branch", applied=True)
    assert run(host, ONE).pull == 1
    assert len(host.pull_requests) == 1


def test_nothing_to_merge_is_nothing_to_do(host):
    """REC-07"""
    host.refuse(RefusalKind.NOTHING_TO_MERGE, method="create_pull")
    done = run(host, ONE)
    assert (done.pull, done.notices) == (None, ())


def test_without_anything_pending_one_request_is_enough_while_nobody_touched_the_boxes(host):
    target = load_target(host, JOB)
    run(host, ONE, target=target)
    run(host, target=target)
    assert host.calls == ["pulls", "commits_ahead"]
    assert host.writes == []


def test_a_tree_that_the_host_cuts_is_walked(host):
    host.push("main", {f"a{n}.py": "x" for n in range(5)} | {FILE: '{"id":"l_old","text":"kept"}\n'})
    host.most_entries = 3
    run(host, ONE)
    assert ids(host)[1:] == ["one"]
    assert "| – |" in host.pull_requests[1].body
    run(host, TWO)
    assert ids(host)[1:] == ["one", "two"]


@pytest.mark.parametrize("mode", ["120000", "160000"])
def test_a_learnings_file_that_is_none_is_not_replaced(host, mode):
    """P1: a link, say, would be replaced by a file."""
    host.push("main", {FILE: File(b"elsewhere", mode=mode)})
    done = run(host, ONE)
    assert ([notice.id for notice in done.notices], host.writes) == (["record-file-not-writable"], [])


def test_what_is_done_is_done_even_where_the_rest_is_blocked(host):
    host.push("main", {FILE: '{"id":"l_one","text":"x"}\n', "buddy": "x"})
    for number in ["", *(f"-{number}" for number in range(2, 10))]:
        host.push(BRANCH + number, {"mine.py": "m\n"})
    assert run(host, ONE, TWO).states == {"l_one": State.DONE, "l_two": State.BLOCKED}


def test_commits_under_another_login_are_buddys_where_its_login_is_not_known(host):
    job = dataclasses.replace(JOB, own_logins=None)
    run(host.with_token(login="somebody"), ONE, job=job)
    assert run(host, ONE, TWO, job=job).branch == BRANCH
    assert ids(host) == ["one", "two"]
