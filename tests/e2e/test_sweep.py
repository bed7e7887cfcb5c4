"""The sweep, as a process or in this one, against the sandbox: what no event told, and what events were dropped for."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from buddy.core.memory.ledger import Event, Standing, fold
from buddy.sandbox import Sandbox
from buddy.sandbox.clock import Clock
from tests.e2e.harness import OWN_LOGIN

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
DISPUTE = "This is a false positive: asserts are fine here."


@pytest.fixture
def days_ago():
    """How long ago everything happens that is not the sweep."""
    return 1


@pytest.fixture
def box(days_ago):
    with Sandbox(clock=Clock(start=datetime.now(UTC) - timedelta(days=days_ago))) as sandbox:
        yield sandbox
        assert [str(entry) for entry in sandbox.journal.undocumented] == []


def sweep(it, event="schedule", *, process=False, inputs=None, token=None):
    environment = it.runner.environment(
        event, about=it.repo, token=token or it.token, workspace=it.workspace, inputs=inputs
    )
    it.mark = it.box.journal.mark()
    ran = (it.runner.process if process else it.runner.here)(environment)
    assert ran.code == 0, ran.log
    return ran


def said(it, comment, event="pull_request_review_comment"):
    environment = it.runner.environment(event, "created", about=comment, token=it.token, workspace=it.workspace)
    ran = it.runner.here(environment)
    assert ran.code == 0, ran.log


def requests(it):
    return [str(entry) for entry in it.box.journal.since(it.mark)]


def writes(it):
    return [str(entry) for entry in it.box.journal.since(it.mark) if entry.mutating]


def own(it, kind):
    return [
        each for each in (*it.pull.comments, *it.pull.review_comments) if each.body.startswith(f"<!-- buddy:{kind} ")
    ]


def disputed(it):
    """A review, and somebody who disagrees with its finding."""
    assert it.review(S101, here=True).code == 0
    (finding,) = own(it, "finding")
    return finding.reply(DISPUTE, by="alice")


def proposed(it):
    said(it, disputed(it))
    (proposal,) = own(it, "proposal")
    return proposal


def recorded(it):
    if it.repo.tip("buddy/learnings") is None:
        return ""
    return (it.repo.read("buddy/learnings", ".buddy/learnings.jsonl") or b"").decode()


def test_a_sweep_with_nothing_to_do_asks_six_times_at_most_and_writes_nothing(story):
    it = story(memory=[{"id": "l_note000001", "text": "start() must stay free of I/O"}], base={".buddy/config.yml": ""})
    it.review(S101, here=True)
    ran = sweep(it, process=True)
    assert len(requests(it)) <= 6
    assert writes(it) == []
    assert "Nothing waits for Buddy." in ran.summary
    assert ran.transcript["requests"] == {"total": len(requests(it)), "writes": 0}
    assert ran.transcript["event"]["name"] == "schedule"


@pytest.mark.parametrize("event", ["schedule", "workflow_dispatch"])
def test_a_thumb_that_no_event_told_is_counted_and_recorded_and_a_second_sweep_writes_nothing(story, event):
    """P3, P6, CAP-01."""
    it = story()
    proposed(it).react("+1", by="alice")
    ran = sweep(it, event)
    assert "**Proposal approved** by `alice`" in own(it, "proposal")[0].body
    assert "ruff/S101" in recorded(it)
    assert ran.outputs["record-pr"] == "2"
    sweep(it, event)
    assert writes(it) == []
    assert len(requests(it)) <= 6


def test_the_thumb_of_somebody_without_write_access_changes_nothing(story):
    """P3."""
    it = story()
    it.box.user("mallory")
    proposed(it).react("+1", by="mallory")
    sweep(it)
    assert writes(it) == []
    assert recorded(it) == ""


@pytest.mark.parametrize("emoji", ["-1"])
def test_a_thumb_down_declines(story, emoji):
    it = story()
    proposed(it).react(emoji, by="alice")
    sweep(it)
    assert "**Proposal declined** by `alice`" in own(it, "proposal")[0].body
    sweep(it)
    assert writes(it) == []


def test_commands_and_disagreements_whose_events_were_dropped_are_answered(story):
    """CMD-13, CMD-15: on a pull request and on a plain issue."""
    it = story()
    disputed(it)
    it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    issue = it.repo.open_issue("Deploys", by="bob")
    issue.comment("@buddy-bot remember deploys run from the release branch", by="alice")
    ran = sweep(it, process=True)
    assert len(own(it, "reply")) == len(own(it, "proposal")) == 1
    assert issue.comments[-1].author == OWN_LOGIN
    assert "TEST_DB_URL" in recorded(it)
    assert "release branch" in recorded(it)
    assert {row["pr"] for row in ran.transcript["commands"]} == {1, issue.number}
    assert [row["state"] for row in ran.transcript["proposals"]] == ["pending"]
    sweep(it)
    assert writes(it) == []


def test_a_command_in_a_review_body_waits_for_its_pull_requests_next_event(story):
    it = story()
    it.pull.review("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    sweep(it)
    assert writes(it) == []


def test_what_was_closed_unmerged_is_told_as_declined(story):
    it = story()
    it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    sweep(it)
    it.repo.pull(2).close()
    sweep(it)
    assert "declined" in own(it, "reply")[0].body.lower()
    sweep(it)
    assert writes(it) == []
    assert it.repo.read("main", ".buddy/learnings.jsonl") is None


def test_a_deleted_comment_takes_its_pending_record_back(story):
    it = story()
    command = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    sweep(it)
    assert "TEST_DB_URL" in recorded(it)
    command.delete()
    sweep(it)
    assert "TEST_DB_URL" not in recorded(it)
    sweep(it)
    assert writes(it) == []


def test_a_locked_conversation_costs_only_itself(story):
    """P5."""
    it = story()
    it.repo.commit("other", {"b.py": "1\n"}, by="alice")
    other = it.repo.open_pull(by="alice", head="other")
    other.comment("@buddy-bot help", by="alice")
    it.pull.comment("@buddy-bot help", by="alice")
    it.pull.lock()
    ran = sweep(it)
    assert other.comments[-1].author == OWN_LOGIN
    assert [row["id"] for row in ran.transcript["warnings"]] == ["sweep-refused"]
    assert own(it, "reply") == []


def test_a_review_that_somebody_asked_for_is_made_up_for(story):
    it = story()
    it.pull.comment("@buddy-bot review", by="alice")
    ran = sweep(it)
    assert len(it.summaries) == len(own(it, "reply")) == 1
    assert [row["name"] for row in ran.transcript["commands"]] == ["review"]
    sweep(it)
    assert writes(it) == []


def test_a_dry_run_tells_and_writes_nothing(story):
    it = story()
    it.pull.comment("@buddy-bot help", by="alice")
    ran = sweep(it, inputs={"dry-run": "true"})
    assert writes(it) == []
    assert "#1" in ran.summary
    assert [effect["applied"] for effect in ran.transcript["effects"]] == [False]


class TestOld:
    @pytest.fixture
    def days_ago(self):
        return 35

    def test_a_proposal_that_nobody_voted_on_expires_and_is_counted(self, story):
        """P8."""
        it = story()
        proposal = proposed(it)
        ran = sweep(it)
        assert "**Proposal expired" in proposal.body
        assert [row["id"] for row in ran.transcript["warnings"]] == ["proposals-expired"]
        assert "1 proposal expired: nobody voted for 30 days. [proposals-expired]" in ran.log
        assert ran.outputs["pending"] == "0"
        events = [event["event"] for event in it.memory()["ledger"]]
        assert events == ["proposed", "withdrawn"]
        sweep(it)
        assert writes(it) == []

    def test_a_thumb_on_an_expired_proposal_still_approves_it(self, story):
        it = story()
        proposal = proposed(it)
        sweep(it)
        proposal.react("+1", by="alice")
        sweep(it)
        assert "**Proposal approved** by `alice`" in proposal.body
        assert "ruff/S101" in recorded(it)
        events = map(Event.model_validate, it.memory()["ledger"])
        assert [each.standing for each in fold(events).values()] == [Standing.APPROVED]
        sweep(it)
        assert writes(it) == []

    def test_the_next_review_says_how_many_expired(self, story):
        it = story()
        proposed(it)
        sweep(it)
        it.review(S101, here=True)
        assert "1 proposal expired without a vote." in it.summaries[0].body


class TestTooOld:
    @pytest.fixture
    def days_ago(self):
        return 50

    def test_what_is_older_than_the_window_is_not_looked_at(self, story):
        it = story()
        proposed(it)
        it.pull.comment("@buddy-bot help", by="alice")
        sweep(it)
        assert writes(it) == []
        assert own(it, "reply") == []


def test_a_schedule_without_a_repository_in_its_payload_is_swept_too(story):
    it = story()
    it.pull.comment("@buddy-bot help", by="alice")
    environment = it.runner.environment("schedule", about=it.repo, token=it.token, workspace=it.workspace)
    with open(environment["GITHUB_EVENT_PATH"], "w") as file:
        json.dump({"schedule": "17 * * * *"}, file)
    assert it.runner.here(environment).code == 0
    assert len(own(it, "reply")) == 1
