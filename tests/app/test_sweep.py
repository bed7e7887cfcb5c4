"""The sweep on a host in memory: its budget, what it says of lists that were cut, and whom it asks for what."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta

import pytest

from buddy.app.ports import Refusal, RefusalKind
from buddy.app.recording import Recorder
from buddy.app.sweep import SweepOptions, sweep
from buddy.app.sweep_gather import SweepJob
from buddy.core.sweep.window import BUDGET, MOST_PAGES, RESERVE
from tests.app.stage import OWN_LOGIN, Stage

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
JOB = SweepJob(
    default_branch="main",
    repository_id=1,
    own_login=OWN_LOGIN,
    marker_key=None,
    mention="@buddy-bot",
    config_file=".buddy/config.yml",
)
EVENT = {"name": "schedule", "action": None, "pr": None, "head": None}


@pytest.fixture
def it(stage):
    made = stage()
    made.host.grant("alice", "write")
    return made


def run(it: Stage, *, now=NOW, **options) -> int:
    it.log = type(it.log)()
    it.host.calls.clear()
    it.host.writes.clear()
    recorder = Recorder(host=it.host, own_logins=(OWN_LOGIN,), repository_url="https://x/o/r", checks_start=False)
    return sweep(
        JOB,
        host=it.host,
        recorder=recorder,
        workspace=it.workspace,
        log=it.log,
        options=SweepOptions(**options),
        event=EVENT,
        now=now,
    )


def ask(it: Stage, number: int, text: str = "@buddy-bot help") -> None:
    it.host.comment_as(number, "alice", text)


def replies(it: Stage, number: int) -> list[str]:
    return [each.body for each in it.host.thread(number).comments if each.author == OWN_LOGIN]


def warnings(it: Stage) -> list[str]:
    return [row["id"] for row in it.workspace.transcript["warnings"]]


def test_nothing_waits_and_nothing_is_asked_beyond_the_two_lists_and_the_base(it):
    assert run(it) == 0
    assert sorted(it.host.calls) == sorted(["branch", "tree", "recent_comments", "recent_review_comments"])
    assert it.host.writes == []


def test_the_lists_are_asked_for_forty_days_and_twenty_pages(it):
    asked = []
    host = it.host
    original = host.recent_comments

    class Asking(type(host)):
        def recent_comments(self, *, since, max_pages):
            asked.append((since, max_pages))
            return original(since=since, max_pages=max_pages)

    host.__class__ = Asking
    run(it)
    assert asked == [(f"{NOW - timedelta(days=40):%Y-%m-%dT%H:%M:%SZ}", MOST_PAGES)]


def test_the_newest_conversations_come_first_and_what_the_budget_leaves_is_said_and_done_next_time(it):
    """ACT-09, P8."""
    issues = [it.host.open_issue(f"Issue {n}") for n in range(3)]
    for number in issues:
        ask(it, number)
    run(it, budget=RESERVE + 4)
    assert [bool(replies(it, number)) for number in issues] == [False, False, True]
    assert warnings(it) == ["sweep-left"]
    assert f"#{issues[1]}, #{issues[0]}" in it.log.of("warning")[0]
    run(it)
    assert all(replies(it, number) for number in issues)
    run(it)
    assert it.host.writes == []


def test_the_budget_leaves_room_for_other_workflows():
    assert BUDGET <= 500  # GitHub gives the job's token 1,000 an hour for a repository


def test_a_list_that_was_cut_is_said(it):
    cut = it.host.recent_comments
    it.host.recent_comments = lambda *, since, max_pages: (cut(since=since, max_pages=max_pages)[0], False)
    ask(it, it.number)
    run(it)
    assert warnings(it) == ["sweep-cut"]
    assert len(replies(it, it.number)) == 1


def test_where_the_host_does_not_tell_what_a_number_is_it_is_asked(it):
    issue = it.host.open_issue("A question")
    ask(it, issue)
    thread = it.host.thread(issue)
    thread.comments[:] = [dataclasses.replace(each, on_pull=None) for each in thread.comments]
    listed = it.host.recent_comments

    def untold(*, since, max_pages):
        found, whole = listed(since=since, max_pages=max_pages)
        return [dataclasses.replace(each, on_pull=None) for each in found], whole

    it.host.recent_comments = untold
    run(it)
    assert "issue" in it.host.calls
    assert len(replies(it, issue)) == 1


@pytest.mark.parametrize("kind", [RefusalKind.LOCKED, RefusalKind.NOT_FOUND, RefusalKind.UNPROCESSABLE])
def test_one_conversation_that_is_refused_costs_itself_alone(it, kind):
    """P5."""
    first, second = it.host.open_issue("One"), it.host.open_issue("Two")
    ask(it, first)
    ask(it, second)
    it.host.refuse(kind, method="create_comment")
    assert run(it) == 0
    assert (len(replies(it, second)), len(replies(it, first))) == (0, 1)
    assert warnings(it) == ["sweep-refused"]
    run(it)
    assert len(replies(it, second)) == 1


def test_a_job_without_a_right_on_plain_issues_still_answers_on_pull_requests(it):
    issue = it.host.open_issue("One")
    ask(it, it.number)
    ask(it, issue)
    it.host.refuse(RefusalKind.MISSING_PERMISSION, method="react")
    assert run(it) == 0
    assert (len(replies(it, issue)), len(replies(it, it.number))) == (0, 1)
    assert warnings(it) == ["sweep-refused"]


def test_a_job_without_a_right_on_pull_requests_is_told_so(it):
    ask(it, it.number)
    it.host.refuse(RefusalKind.MISSING_PERMISSION, method="react")
    with pytest.raises(Refusal):
        run(it)


@pytest.mark.parametrize("kind", [RefusalKind.RATE_LIMIT, RefusalKind.BAD_TOKEN, RefusalKind.SINGLE_SIGN_ON])
def test_what_concerns_all_ends_the_sweep_and_tells_what_is_left(it, kind):
    first, second = it.host.open_issue("One"), it.host.open_issue("Two")
    ask(it, first)
    ask(it, second)
    it.host.refuse(kind, method="create_comment")
    with pytest.raises(Refusal):
        run(it)
    assert warnings(it) == ["sweep-left"]
    assert replies(it, first) == replies(it, second) == []
    run(it)
    assert len(replies(it, first)) == len(replies(it, second)) == 1


def test_a_dry_run_writes_nothing_and_tells_everything(it):
    ask(it, it.number, "@buddy-bot remember integration tests need TEST_DB_URL")
    run(it, dry_run=True)
    assert it.host.writes == []
    assert "TEST_DB_URL" in "\n".join(it.log.of("summary"))
    assert [row["outcome"] for row in it.workspace.transcript["commands"]] == ["pending"]


def test_a_secret_in_a_command_reaches_neither_summary_nor_transcript(it):
    """P10."""
    secret = "ghp_" + "a1B2" * 9
    ask(it, it.number, f"@buddy-bot remember the token is {secret}")
    run(it)
    assert secret not in json.dumps(it.workspace.transcript) + "\n".join(text for _, text in it.log.said)
    assert replies(it, it.number)


def test_the_memory_of_the_base_is_read_once_for_all_conversations(it):
    for number in (it.number, it.host.open_issue("One"), it.host.open_issue("Two")):
        ask(it, number)
    run(it)
    assert it.host.calls.count("tree") == 1
