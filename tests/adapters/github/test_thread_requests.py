"""Conversations over canned HTTP: what an answer may lack, whose permission it is, and where a lookback ends."""

from __future__ import annotations

from typing import Any

import pytest
import responses
from responses import matchers

from buddy.adapters.github.host import GithubHost
from buddy.app.ports import CommentKind, Permission, Refusal, RefusalKind

BOB = {"login": "bob", "type": "User"}


def answer(permission: str, user: Any = BOB) -> dict[str, Any]:
    return {"permission": permission, "role_name": "something of ours", "user": user}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (answer("admin"), Permission.WRITE),
        (answer("write"), Permission.WRITE),
        (answer("maintain"), Permission.WRITE),
        (answer("read"), Permission.READ),
        (answer("triage"), Permission.READ),
        (answer("none"), Permission.NONE),
        (answer("superuser"), Permission.NONE),
        (answer("admin", {"login": "BOB", "type": "User"}), Permission.WRITE),
        (answer("admin", {"login": "other", "type": "User"}), Permission.NONE),
        (answer("admin", {"login": "bob", "type": "Bot"}), Permission.NONE),
        (answer("admin", None), Permission.NONE),
    ],
)
def test_p3_p4_only_what_is_surely_write_access_counts(
    http: responses.RequestsMock, host: GithubHost, api: str, body: dict[str, Any], expected: Permission
) -> None:
    http.get(f"{api}/collaborators/bob/permission", json=body)
    assert host.permission("bob") is expected


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, {"message": "Resource not accessible by integration"}),
        (403, {"message": "Must have push access to view collaborator permission."}),
        (404, {"message": "bob is not a user"}),
    ],
)
def test_p3_a_host_that_does_not_say_means_no(
    http: responses.RequestsMock, host: GithubHost, api: str, status: int, body: dict[str, str]
) -> None:
    http.get(f"{api}/collaborators/bob/permission", status=status, json=body)
    assert host.permission("bob") is Permission.NONE


@pytest.mark.parametrize(
    ("status", "headers", "kind"),
    [
        (401, {}, RefusalKind.BAD_TOKEN),
        (403, {"retry-after": "100000"}, RefusalKind.RATE_LIMIT),
    ],
)
def test_p6_a_host_that_could_not_answer_is_no_no(
    http: responses.RequestsMock, host: GithubHost, api: str, status: int, headers: dict[str, str], kind: RefusalKind
) -> None:
    """Else a command would be refused for good because of a limit."""
    http.get(f"{api}/collaborators/bob/permission", status=status, headers=headers, json={"message": "x"})
    with pytest.raises(Refusal) as caught:
        host.permission("bob")
    assert caught.value.kind is kind


@pytest.mark.parametrize("status", [404, 410])
def test_a_comment_that_is_gone_is_none(http: responses.RequestsMock, host: GithubHost, api: str, status: int) -> None:
    http.get(f"{api}/issues/comments/5", status=status, json={"message": "gone"})
    http.get(f"{api}/pulls/comments/5", status=status, json={"message": "gone"})
    assert (host.comment(5), host.review_comment(5)) == (None, None)


@pytest.mark.parametrize(
    ("url", "page", "number", "on_pull"),
    [
        ("https://x/api/v3/repos/o/r/issues/7", "https://x/o/r/pull/7#issuecomment-5", 7, True),
        ("https://x/api/v3/repos/o/r/issues/7", "https://x/o/r/issues/7#issuecomment-5", 7, False),
        ("https://x/api/v3/repos/issues/pull/issues/7", "https://x/issues/pull/issues/7#issuecomment-5", 7, False),
        ("https://x/api/v3/repos/o/r/issues/7", "", 7, None),
        ("", "https://x/o/r/discussions/7", None, None),
    ],
)
def test_a_comment_tells_its_conversation_by_addresses(
    http: responses.RequestsMock, host: GithubHost, api: str, url: str, page: str, number: int | None, on_pull: bool
) -> None:
    http.get(f"{api}/issues/comments/5", json={"id": 5, "issue_url": url, "html_url": page})
    found = host.comment(5)
    assert found is not None
    assert (found.number, found.on_pull, found.thumbs_up, found.author) == (number, on_pull, None, None)


def test_missing_fields_of_reviews_and_reactions_are_read_as_such(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    http.get(f"{api}/pulls/7/reviews", json=[{"id": 1, "user": None, "body": None}])
    http.get(f"{api}/pulls/comments/5/reactions", json=[{"id": 2, "user": None, "content": "+1"}])
    (review,), (reaction,) = host.reviews(7), host.reactions(CommentKind.REVIEW, 5)
    assert (review.author, review.body, review.submitted_at) == (None, "", None)
    assert (reaction.user, reaction.content) == (None, "+1")


def row(number: int) -> dict[str, Any]:
    return {"id": number, "body": "x", "updated_at": "2026-01-01T00:00:00Z"}


def link(api: str, page: str) -> dict[str, str]:
    url = f"{api.replace(':443', '')}/issues/comments"
    return {"Link": f'<{url}?page={page}>; rel="next", <{url}?page=9>; rel="last"'}


def test_a_lookback_asks_for_the_last_updated_and_follows_the_links(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    asked = {"sort": "updated", "direction": "desc", "since": "2026-01-01T00:00:00Z", "per_page": "100"}
    http.get(
        f"{api}/issues/comments",
        match=[matchers.query_param_matcher(asked)],
        json=[row(3), row(2)],
        headers=link(api, "b"),
    )
    http.get(f"{api}/issues/comments", match=[matchers.query_param_matcher({"page": "b"})], json=[row(1)])
    comments, whole = host.recent_comments(since="2026-01-01T00:00:00Z", max_pages=20)
    assert ([each.id for each in comments], whole) == ([3, 2, 1], True)
    assert host.requests() == (2, 0)


def test_what_is_pushed_over_to_the_next_page_meanwhile_counts_once(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    http.get(f"{api}/issues/comments", json=[row(3), row(2)], headers=link(api, "2"))
    http.get(f"{api}/issues/comments", json=[row(2), row(1)])
    comments, _ = host.recent_comments(since="2026-01-01T00:00:00Z", max_pages=20)
    assert [each.id for each in comments] == [3, 2, 1]


def test_p11_a_lookback_ends_at_its_pages(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.get(f"{api}/issues/comments", json=[row(3)], headers=link(api, "2"))
    comments, whole = host.recent_comments(since="2026-01-01T00:00:00Z", max_pages=1)
    assert ([each.id for each in comments], whole) == ([3], False)


def test_a_link_to_another_host_is_not_followed(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.get(f"{api}/issues/comments", json=[], headers={"Link": '<https://evil.example/x>; rel="next"'})
    with pytest.raises(Refusal) as caught:
        host.recent_comments(since="2026-01-01T00:00:00Z", max_pages=20)
    assert caught.value.kind is RefusalKind.UNAVAILABLE


@pytest.mark.parametrize("page", [{"message": "x"}, None, [1], "x"])
def test_a_page_that_is_no_list_of_comments_is_refused(
    http: responses.RequestsMock, host: GithubHost, api: str, page: Any
) -> None:
    http.get(f"{api}/pulls/comments", json=page)
    with pytest.raises(Refusal) as caught:
        host.recent_review_comments(since="2026-01-01T00:00:00Z", max_pages=20)
    assert caught.value.kind is RefusalKind.UNAVAILABLE
