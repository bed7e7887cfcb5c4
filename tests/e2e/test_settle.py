"""A closed pull request: votes are counted, what is approved is recorded, and the summary says its last words."""

from tests.e2e.harness import NOTE, OWN_LOGIN, SUPPRESSION, opened

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")


def closed(it, *, process=False, event="pull_request", **extra):
    it.mark = it.box.journal.mark()
    environment = it.environment(action="closed", event=event, **extra)
    ran = (it.runner.process if process else it.runner.here)(environment)
    assert ran.code == 0, ran.log
    return ran


def writes(it):
    return [str(entry) for entry in it.box.journal.since(it.mark) if entry.mutating]


def proposed(it):
    (finding,) = [each for each in it.pull.review_comments if each.author == OWN_LOGIN]
    reply = finding.reply("This is a false positive: asserts are fine here.", by="alice")
    event = it.runner.environment(
        "pull_request_review_comment", "created", about=reply, token=it.token, workspace=it.workspace
    )
    assert it.runner.here(event).code == 0
    return it.pull.review_comments[-1]


def test_a_merge_records_what_was_approved_and_posts_nothing_on_lines(story):
    it = story(memory=[SUPPRESSION, NOTE])
    it.review(S101, F841, here=True)
    proposed(it).react("+1", by="alice")
    lines = len(it.pull.review_comments)
    it.pull.merge(by="alice")
    ran = closed(it, process=True)
    assert len(it.pull.review_comments) == lines
    assert b"ruff/F841" in it.repo.read("buddy/learnings", ".buddy/learnings.jsonl")
    assert ran.outputs["record-pr"] == "2"
    (summary,) = it.summaries
    assert "**This pull request is closed.** 2 findings: 1 open, 1 hidden." in summary.body
    assert "| hidden | `src/app.py:8` | `ruff/S101` | `l_hidden0001` |" in summary.body
    assert "asserts are fine here" in summary.body
    assert [event["event"] for event in it.memory()["ledger"]][-2:] == ["proposed", "approved"]


def test_settling_twice_writes_once(story):
    """P6."""
    it = story()
    it.review(S101, here=True)
    it.pull.close()
    closed(it)
    assert len(writes(it)) == 1
    closed(it)
    assert writes(it) == []


def test_a_pull_request_that_was_never_reviewed_gets_no_last_words(story):
    it = story()
    it.pull.close()
    closed(it)
    assert writes(it) == []
    assert it.pull.comments == []


def test_duplicates_that_dead_runs_left_go_with_the_last_words(story):
    it = story()
    it.review(S101, here=True)
    it.pull.comment(it.summaries[0].body, by=OWN_LOGIN)
    it.pull.close()
    closed(it)
    (summary,) = it.summaries
    assert "This pull request is closed." in summary.body
    closed(it)
    assert writes(it) == []


def test_a_pull_request_that_is_opened_again_is_reviewed_again(story):
    it = story()
    it.review(S101, here=True)
    it.pull.close()
    closed(it)
    it.pull.reopen()
    it.review(S101, here=True, action="reopened")
    assert "This pull request is closed." not in it.summaries[0].body
    assert "No findings" not in it.summaries[0].body


def test_what_is_said_after_the_end_is_still_answered_and_noted(story):
    it = story()
    it.review(S101, here=True)
    it.pull.close()
    closed(it)
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    event = it.runner.environment("issue_comment", "created", about=comment, token=it.token, workspace=it.workspace)
    assert it.runner.here(event).code == 0
    (summary,) = it.summaries
    payload, visible = opened(summary.body, repo=it.repo.record.id, pr=1)
    assert [event["event"] for event in payload["ledger"]] == ["proposed", "approved"]
    assert "TEST_DB_URL" in visible


def test_a_summary_that_somebody_deleted_stays_deleted(story):
    it = story()
    it.review(S101, here=True)
    it.summaries[0].delete(by="octo")
    it.pull.close()
    closed(it)
    assert it.summaries == []
