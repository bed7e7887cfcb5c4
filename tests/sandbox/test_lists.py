"""Lists come in pages that clients must follow; ids do not change from run to run."""

from __future__ import annotations

import pytest

from buddy.sandbox import Sandbox

COMMENTS = "/repos/octo/widgets/issues/1/comments"


@pytest.mark.parametrize(
    ("asked", "given"), [("", 30), ("?per_page=100", 100), ("?per_page=500", 100), ("?per_page=x", 30)]
)
def test_a_page_has_30_unless_asked_and_100_at_most(pull, http_client, asked, given):
    for number in range(105):
        pull.comment(f"comment {number}", by="alice")
    assert len(http_client("GET", COMMENTS + asked).body) == given


def test_the_link_header_leads_through_all_pages_and_ends(pull, http_client, box):
    for number in range(7):
        pull.comment(f"comment {number}", by="alice")
    path, seen = f"{COMMENTS}?per_page=3", []
    while path:
        reply = http_client("GET", path)
        seen += [each["body"] for each in reply.body]
        links = dict(reversed(part.split("; rel=")) for part in reply.headers.get("link", "").split(", ") if part)
        target = links.get('"next"', "").strip("<>")
        assert target == "" or target.startswith(box.api_url + "/")
        path = target.removeprefix(box.api_url)
    assert seen == [f"comment {number}" for number in range(7)]


def test_a_list_that_fits_has_no_link_header_and_a_page_behind_the_end_is_empty(pull, http_client):
    pull.comment("only", by="alice")
    assert "link" not in http_client("GET", COMMENTS).headers
    assert http_client("GET", COMMENTS + "?page=2").body == []


def test_pygithub_follows_the_pages_to_the_last_comment(pull, connect, job):
    for number in range(101):
        pull.comment(f"comment {number}", by="alice")
    issue = connect(job).get_repo("octo/widgets").get_issue(1)
    assert [each.body for each in issue.get_comments()][-1] == "comment 100"


def test_links_have_the_host_that_the_client_called(pull, http_client, box):
    body = http_client("GET", "/repos/octo/widgets/pulls/1").body
    assert body["url"] == f"{box.api_url}/repos/octo/widgets/pulls/1"
    assert body["head"]["repo"]["url"].startswith(box.api_url)


def test_ids_and_node_ids_are_the_same_in_every_run():
    def ids() -> list[object]:
        with Sandbox() as box:
            repo = box.repo("octo/widgets", {"a": "1"})
            repo.commit("topic", {"a": "2"}, by="alice")
            pull = repo.open_pull(by="alice", head="topic")
            return [repo.record.id, pull.pull.id, pull.head_sha, pull.comment("x", by="bob").id]

    assert ids() == ids()


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", ["first", "second", "third"]),
        ("?direction=desc", ["first", "second", "third"]),
        ("?sort=created&direction=asc", ["first", "second", "third"]),
        ("?sort=updated&direction=desc", ["first", "third", "second"]),
        ("?sort=updated", ["first", "third", "second"]),
    ],
)
def test_comments_of_a_repository_are_sorted_only_when_asked(repo, pull, http_client, query, order):
    issue = repo.open_issue("A question", by="bob")
    first = pull.comment("first", by="alice")
    issue.comment("second", by="bob")
    pull.comment("third", by="alice")
    first.edit("first")
    got = http_client("GET", f"/repos/octo/widgets/issues/comments{query}").body
    assert [each["body"] for each in got] == order


def test_since_counts_from_the_last_edit_and_includes_the_moment_itself(pull, http_client, box):
    old = pull.comment("old", by="alice")
    pull.comment("unchanged", by="alice")
    box.clock.advance(days=3)
    old.edit("edited")
    moment = http_client("GET", f"/repos/octo/widgets/issues/comments/{old.id}").body["updated_at"]
    for path in (COMMENTS, "/repos/octo/widgets/issues/comments"):
        got = http_client("GET", f"{path}?since={moment}").body
        assert [each["body"] for each in got] == ["edited"]
