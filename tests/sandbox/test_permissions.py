"""Tokens carry a permission map, people have roles; nothing else opens a door."""

from __future__ import annotations

import http.client

import pytest

from buddy.sandbox import READ_ONLY

REPO = "/repos/octo/widgets"
WRITES = [
    ("POST", "/issues/1/comments", {"body": "x"}),
    ("POST", "/pulls/1/reviews", {"event": "COMMENT", "body": "x"}),
    ("PATCH", "/pulls/1", {"title": "x"}),
    ("POST", "/issues/1/reactions", {"content": "+1"}),
    ("POST", "/git/blobs", {"content": "x"}),
    ("POST", "/pulls", {"head": "topic", "base": "main", "title": "x"}),
    ("PUT", "/pulls/1/merge", {}),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_a_write_without_the_permission_is_403_and_changes_nothing(box, repo, pull, http_client, method, path, body):
    before = box.world()
    reply = http_client(method, REPO + path, body, token=box.job_token(repo, READ_ONLY))
    assert (reply.status, reply.body["message"]) == (403, "Resource not accessible by integration")
    assert "x-accepted-github-permissions" in reply.headers
    assert box.world() == before


def test_permission_for_pull_requests_comments_on_them_but_not_on_plain_issues(box, repo, pull, http_client):
    repo.open_issue("A question", by="alice")
    token = box.job_token(repo, {"pull_requests": "write"})
    assert http_client("POST", f"{REPO}/issues/1/comments", {"body": "x"}, token=token).status == 201
    assert http_client("POST", f"{REPO}/issues/2/comments", {"body": "x"}, token=token).status == 403


def test_a_job_token_writes_only_in_its_own_repository(box, repo, pull, job, http_client):
    other = box.repo("octo/gadgets", {"a": "1"})
    other.open_issue("Here", by="alice")
    assert http_client("POST", "/repos/octo/gadgets/issues/1/comments", {"body": "x"}).status == 403


def test_a_job_or_app_token_has_no_user_of_its_own(box, repo, job, http_client):
    for token in (job, box.app_token("buddy-app")):
        assert http_client("GET", "/user", token=token).status == 403
    mine = http_client("GET", "/user", token=box.personal_token("maintainer"))
    assert (mine.status, mine.body["login"]) == (200, "maintainer")


def test_an_unknown_token_is_401_and_none_is_enough_to_read_what_is_public(repo, box, http_client):
    assert http_client("GET", REPO, token="no-such-token").status == 401
    http_client.token = None
    assert http_client("GET", REPO).status == 200
    assert http_client("POST", f"{REPO}/issues", {"title": "x"}).status == 401


def test_a_private_repository_does_not_exist_for_others(box, http_client):
    hidden = box.repo("octo/secret", {"a": "1"}, private=True)
    stranger = box.personal_token("stranger")
    assert http_client("GET", "/repos/octo/secret", token=stranger).status == 404
    hidden.grant("stranger", "read")
    assert http_client("GET", "/repos/octo/secret", token=stranger).status == 200


@pytest.mark.parametrize(
    ("role", "permission", "role_name"),
    [
        ("admin", "admin", "admin"),
        ("maintain", "write", "maintain"),
        ("write", "write", "write"),
        ("triage", "read", "triage"),
        ("read", "read", "read"),
        (None, "read", "read"),
    ],
)
def test_the_permission_look_up_folds_maintain_and_triage(repo, http_client, role, permission, role_name):
    repo.grant("someone", role)
    body = http_client("GET", f"{REPO}/collaborators/someone/permission").body
    assert (body["permission"], body["role_name"]) == (permission, role_name)
    assert body["user"]["login"] == "someone"


def test_the_permission_look_up_needs_push_access_and_a_known_name(box, repo, http_client):
    path = f"{REPO}/collaborators/maintainer/permission"
    assert http_client("GET", path, token=box.personal_token("stranger")).status == 403
    assert http_client("GET", path, token=box.job_token(repo, READ_ONLY)).status == 403
    assert http_client("GET", path, token=box.personal_token("maintainer")).status == 200
    assert http_client("GET", f"{REPO}/collaborators/nobody-known/permission").status == 404


def test_association_says_who_somebody_is_and_not_what_they_may_do(repo, pull, http_client):
    repo.grant("reader", "read")
    for login, word in (("octo", "OWNER"), ("reader", "COLLABORATOR"), ("stranger", "NONE")):
        made = pull.comment("x", by=login)
        got = http_client("GET", f"{REPO}/issues/comments/{made.id}").body
        assert got["author_association"] == word


def test_others_comments_are_edited_with_write_access_only(box, repo, pull, http_client):
    made = pull.comment("mine", by="alice")
    path = f"{REPO}/issues/comments/{made.id}"
    edit = {"body": "changed"}
    assert http_client("PATCH", path, edit, token=box.personal_token("stranger")).status == 403
    assert http_client("DELETE", path, token=box.personal_token("stranger")).status == 403
    assert http_client("PATCH", path, edit, token=box.personal_token("maintainer")).status == 200
    assert http_client("PATCH", path, edit, token=box.personal_token("alice")).status == 200


def test_the_job_writes_as_a_bot_that_others_can_imitate_but_not_be(box, repo, pull, github):
    mine = github.get_repo("octo/widgets").get_issue(1).create_comment("by the job")
    assert (mine.user.login, mine.user.type, mine.user.id) == ("github-actions[bot]", "Bot", 41898282)
    fake = pull.comment("by the job", by="github-actions-bot")
    assert fake.author == "github-actions-bot"
    another_job = pull.comment("by another workflow", by="github-actions[bot]")
    assert another_job.record.user.id == mine.user.id


def test_an_account_that_is_gone_leaves_a_null_user(pull, github):
    pull.comment("once mine", by="leaver").orphan()
    found = next(iter(github.get_repo("octo/widgets").get_issue(1).get_comments()))
    assert found.user is None


def test_a_token_counts_in_every_spelling_of_the_header(box, repo, job):
    connection = http.client.HTTPConnection(box.api_url.removeprefix("http://"))
    for name, scheme in (("authorization", "bearer"), ("AUTHORIZATION", "token")):
        connection.request("GET", REPO, headers={name: f"{scheme} {job}"})
        connection.getresponse().read()
    connection.close()
    assert {each.identity for each in box.journal} == {"job:github-actions[bot]"}
