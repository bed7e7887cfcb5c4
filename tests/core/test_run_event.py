"""Events that tell of no conversation."""

import copy

import pytest

from buddy.core.errors import InputError
from buddy.core.gate import why_not
from buddy.core.run_event import parse_finished_run, parse_repository

SHA = "0123456789abcdef0123456789abcdef01234567"
FINISHED = {
    "action": "completed",
    "workflow_run": {
        "id": 5,
        "event": "pull_request",
        "conclusion": "failure",
        "head_sha": SHA,
        "head_repository": {"id": 2, "full_name": "mallory/widgets"},
        "actor": {"login": "mallory"},
    },
    "repository": {"id": 1, "full_name": "octo/widgets", "default_branch": "main"},
}


def finished(**run):
    payload = copy.deepcopy(FINISHED)
    payload["workflow_run"].update(run)
    return payload


def test_a_finished_run_tells_what_github_knows_of_it():
    run = parse_finished_run(FINISHED)
    assert (run.run, run.event, run.head_sha, run.head_repo, run.actor) == (
        5,
        "pull_request",
        SHA,
        "mallory/widgets",
        "mallory",
    )


def test_a_deleted_fork_and_a_deleted_account_are_none():
    run = parse_finished_run(finished(head_repository=None, actor=None))
    assert (run.head_repo, run.actor) == (None, None)


@pytest.mark.parametrize("changes", [{"id": None}, {"head_sha": "main"}, {"event": 1}])
def test_what_is_missing_is_named(changes):
    with pytest.raises(InputError, match="workflow_run"):
        parse_finished_run(finished(**changes))


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (finished(), None),
        (finished(event="pull_request_review_comment"), None),
        (finished(event="pull_request_review"), None),
        (finished(head_repository=None), None),
        (finished(conclusion="success"), None),
        (finished(head_repository={"id": 1}, actor={"login": "dependabot[bot]"}), None),
        (finished(head_repository={"id": 1}), "of this repository"),
        (finished(event="push"), "posts for itself"),
        (finished(event="issue_comment"), "posts for itself"),
        (finished(event=["x"]), "posts for itself"),
        (finished(event=7), "posts for itself"),
        (finished(conclusion=["skipped"], head_repository={"id": [1]}, actor={"login": []}), None),
        (finished(conclusion="skipped"), "left nothing"),
        (finished(conclusion="cancelled"), "left nothing"),
        (finished(conclusion="action_required"), "left nothing"),
        ({**FINISHED, "action": "requested"}, "leaves nothing"),
        ({"action": "completed"}, "leaves nothing"),
        ({}, "leaves nothing"),
    ],
)
def test_only_a_run_without_rights_left_something_to_post(payload, words):
    reason = why_not("workflow_run", payload)
    assert reason is None if words is None else words in (reason or "")


@pytest.mark.parametrize("name", ["schedule", "workflow_dispatch"])
def test_a_sweep_needs_nothing_of_its_event(name):
    assert why_not(name, {}) is None


def test_the_repository_of_a_schedule_is_told_by_the_event_or_by_the_runner():
    told = parse_repository(FINISHED, environ={})
    assert (told.id, told.full_name, told.default_branch) == (1, "octo/widgets", "main")
    environ = {"GITHUB_REPOSITORY_ID": "7", "GITHUB_REPOSITORY": "octo/widgets", "GITHUB_REF": "refs/heads/trunk"}
    told = parse_repository({"schedule": "17 * * * *"}, environ=environ)
    assert (told.id, told.full_name, told.default_branch) == (7, "octo/widgets", "trunk")


@pytest.mark.parametrize(
    "environ", [{}, {"GITHUB_REPOSITORY_ID": "7"}, {"GITHUB_REPOSITORY_ID": "x", "GITHUB_REF": "y"}]
)
def test_a_schedule_of_no_repository_is_an_error(environ):
    with pytest.raises(InputError, match="names no repository"):
        parse_repository({}, environ=environ)
