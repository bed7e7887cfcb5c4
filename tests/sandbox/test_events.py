"""Payloads of events have the shape of GitHub's own, with the things they tell of."""

from __future__ import annotations

import pytest

WHO = {"login", "id", "node_id", "type", "site_admin", "url", "html_url"}


def test_a_pull_request_event_tells_number_head_base_and_sender(box, repo, pull):
    found = box.event("pull_request", "opened", about=pull)
    assert (found["action"], found["number"]) == ("opened", 1)
    assert found["pull_request"]["head"]["sha"] == pull.head_sha
    assert found["repository"]["full_name"] == "octo/widgets"
    assert found["sender"]["login"] == "alice"
    assert found["sender"].keys() >= WHO


def test_synchronize_tells_from_what_to_what(box, repo, pull):
    before = pull.head_sha
    after = repo.commit("topic", {"b.py": "1\n"}, by="alice")
    found = box.event("pull_request", "synchronize", about=pull, sender="alice")
    assert (found["before"], found["after"]) == (before, after)


def test_a_merged_pull_request_is_closed_and_merged(box, pull):
    pull.merge(by="maintainer")
    found = box.event("pull_request", "closed", about=pull, sender="maintainer")
    assert (found["pull_request"]["merged"], found["pull_request"]["state"]) == (True, "closed")


def test_a_comment_on_a_pull_request_is_an_issue_comment_with_a_pull_request_in_its_issue(box, repo, pull):
    made = pull.comment("@buddy-bot help", by="bob")
    found = box.event("issue_comment", "created", about=made)
    assert found["issue"]["pull_request"]["url"].endswith("/pulls/1")
    assert (found["comment"]["body"], found["sender"]["login"]) == ("@buddy-bot help", "bob")
    plain = repo.open_issue("x", by="bob").comment("y", by="bob")
    assert "pull_request" not in box.event("issue_comment", "created", about=plain)["issue"]


def test_an_edit_tells_what_was_there_before_and_a_deletion_what_is_gone(box, pull):
    made = pull.comment("before", by="bob")
    made.edit("after")
    found = box.event("issue_comment", "edited", about=made)
    assert (found["changes"], found["comment"]["body"]) == ({"body": {"from": "before"}}, "after")
    made.delete()
    assert box.event("issue_comment", "deleted", about=made)["comment"]["id"] == made.id


def test_a_line_comment_and_its_reply_tell_their_thread(box, pull):
    root = pull.comment_on("app.py", 5, "finding", by="github-actions[bot]")
    reply = root.reply("I disagree.", by="maintainer")
    found = box.event("pull_request_review_comment", "created", about=reply)
    assert found["comment"]["in_reply_to_id"] == root.id
    assert found["pull_request"]["number"] == 1
    assert (found["comment"]["path"], found["comment"]["line"]) == ("app.py", 5)


def test_a_review_event_writes_its_state_small_and_an_empty_body_as_null(box, pull):
    made = pull.review("", by="bob", comments=[{"path": "app.py", "line": 5, "body": "x"}])
    found = box.event("pull_request_review", "submitted", about=made)["review"]
    assert (found["state"], found["body"]) == ("commented", None)


def test_a_fork_shows_in_the_event_and_its_finished_run_names_no_pull_request(box, repo):
    repo.fork(by="mallory").commit("topic", {"app.py": "hacked\n"}, by="mallory")
    pull = repo.open_pull(by="mallory", head="mallory:topic")
    found = box.event("pull_request", "opened", about=pull)
    assert found["pull_request"]["head"]["repo"]["full_name"] == "mallory/widgets"
    run = box.event("workflow_run", "completed", about=pull)["workflow_run"]
    assert run["pull_requests"] == []
    assert run["head_repository"]["full_name"] == "mallory/widgets"


def test_schedule_and_dispatch_tell_no_action(box, repo):
    assert "action" not in box.event("schedule", about=repo)
    found = box.event("workflow_dispatch", about=repo, inputs={"dry-run": "true"})
    assert (found["inputs"], found["ref"]) == ({"dry-run": "true"}, "refs/heads/main")


def test_an_event_that_is_not_built_is_an_error_and_not_a_guess(box, repo):
    with pytest.raises(ValueError, match="known are"):
        box.event("release", "published", about=repo)


def test_the_environment_names_the_box_and_the_pull_request(box, pull):
    found = box.environment("pull_request", box.event("pull_request", "opened", about=pull))
    assert found["GITHUB_API_URL"] == box.api_url
    assert found["GITHUB_REPOSITORY"] == "octo/widgets"
    assert (found["GITHUB_REF"], found["GITHUB_BASE_REF"]) == ("refs/pull/1/merge", "main")
