"""Reactions are counted in comments, listed by whom, and tell nobody else."""

from __future__ import annotations

import pytest

REPO = "/repos/octo/widgets"


@pytest.fixture(params=["issue", "comment", "line"])
def subject(request, pull):
    """(path of the thing, its handle)"""
    if request.param == "issue":
        return f"{REPO}/issues/1", pull
    if request.param == "comment":
        made = pull.comment("x", by="alice")
        return f"{REPO}/issues/comments/{made.id}", made
    made = pull.comment_on("app.py", 5, "x", by="alice")
    return f"{REPO}/pulls/comments/{made.id}", made


def test_a_reaction_is_new_once_and_the_existing_one_after(subject, http_client, box):
    path, _ = subject
    first = http_client("POST", f"{path}/reactions", {"content": "eyes"})
    again = http_client("POST", f"{path}/reactions", {"content": "eyes"})
    assert (first.status, again.status) == (201, 200)
    assert first.body == again.body
    assert box.journal[-1].effect is None


def test_the_counts_stand_in_the_thing_and_the_names_in_the_list(subject, http_client):
    path, handle = subject
    for login in ("bob", "carol"):
        handle.react("+1", by=login)
    handle.react("-1", by="bob")
    counts = http_client("GET", path).body["reactions"]
    assert (counts["+1"], counts["-1"], counts["eyes"], counts["total_count"]) == (2, 1, 0, 3)
    listed = http_client("GET", f"{path}/reactions?content=%2B1&per_page=1")
    assert [each["user"]["login"] for each in listed.body] == ["bob"]
    assert 'rel="next"' in listed.headers["link"]


def test_a_reaction_is_taken_back_by_who_gave_it(subject, http_client, box):
    path, handle = subject
    made = http_client("POST", f"{path}/reactions", {"content": "+1"}).body
    one = f"{path}/reactions/{made['id']}"
    assert http_client("DELETE", one, token=box.personal_token("stranger")).status == 403
    assert http_client("DELETE", one).status == 204
    assert http_client("DELETE", one).status == 404
    assert handle.reactions == []


def test_a_reaction_moves_no_timestamp(subject, http_client, box):
    path, handle = subject
    before = http_client("GET", path).body["updated_at"]
    box.clock.advance(days=2)
    handle.react("+1", by="bob")
    assert http_client("GET", path).body["updated_at"] == before


def test_only_the_eight_are_known(subject, http_client):
    path, _ = subject
    assert http_client("POST", f"{path}/reactions", {"content": "shrug"}).status == 422


def test_pygithub_reads_who_reacted_and_takes_its_own_back(pull, github):
    made = pull.comment("proposal", by="alice")
    made.react("+1", by="maintainer")
    comment = github.get_repo("octo/widgets").get_issue(1).get_comment(made.id)
    assert [(each.content, each.user.login) for each in comment.get_reactions()] == [("+1", "maintainer")]
    own = comment.create_reaction("eyes")
    assert comment.delete_reaction(own.id)
    assert made.reactions == [("+1", "maintainer")]
