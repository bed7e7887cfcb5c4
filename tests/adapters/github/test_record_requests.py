"""Recording over canned HTTP: the exact bodies that leave, and answers with something missing."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
import responses
from responses import matchers

from buddy.adapters.github.host import GithubHost
from buddy.app.ports import MOST_COMMITS, Refusal, RefusalKind

SHA = "a" * 40
REPO = {"id": 42, "full_name": "o/r", "default_branch": "main"}


def commit(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {
        "sha": f"{number:040}",
        "commit": {"message": "m", "tree": {"sha": SHA}},
        "author": {"login": "bob", "type": "User"},
        "parents": [{"sha": SHA}],
        **changes,
    }


def pull(number: int = 7, **changes: Any) -> dict[str, Any]:
    side = {"ref": "buddy/learnings", "sha": SHA, "repo": REPO}
    return {"number": number, "state": "open", "head": side, "base": {**side, "ref": "main"}, **changes}


def sent(http: responses.RequestsMock) -> list[Any]:
    return [json.loads(call.request.body or "null") for call in http.calls]


def test_each_write_says_no_more_than_it_must(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    for path in ("blobs", "trees", "commits"):
        http.post(f"{api}/git/{path}", status=201, json={"sha": SHA})
    http.post(f"{api}/git/refs", status=201, json={})
    http.patch(f"{api}/git/refs/heads/buddy/learnings", json={})
    http.delete(f"{api}/git/refs/heads/buddy/learnings", status=204)
    http.post(f"{api}/pulls", status=201, json=pull())
    http.patch(f"{api}/pulls/7", json=pull())
    host.create_blob(b"\xff\n")
    host.create_tree(SHA, {".buddy/learnings.jsonl": SHA})
    host.create_commit(tree=SHA, parents=[SHA], message="m")
    host.create_branch("buddy/learnings", SHA)
    host.move_branch("buddy/learnings", SHA)
    host.delete_branch("buddy/learnings")
    host.create_pull(title="T", body="B", head="buddy/learnings", base="main")
    host.update_pull(7, body="C")
    assert sent(http) == [
        {"content": base64.b64encode(b"\xff\n").decode(), "encoding": "base64"},
        {
            "base_tree": SHA,
            "tree": [{"path": ".buddy/learnings.jsonl", "mode": "100644", "type": "blob", "sha": SHA}],
        },
        {"tree": SHA, "parents": [SHA], "message": "m"},
        {"ref": "refs/heads/buddy/learnings", "sha": SHA},
        {"sha": SHA, "force": False},
        None,
        {"title": "T", "body": "B", "head": "buddy/learnings", "base": "main"},
        {"body": "C"},
    ]
    assert host.requests() == (8, 8)


@pytest.mark.parametrize("author", [None, {}, {"login": None}])
def test_a_commit_of_an_unknown_address_has_no_author(
    http: responses.RequestsMock, host: GithubHost, api: str, author: Any
) -> None:
    http.get(f"{api}/commits/{SHA}", json=commit(author=author))
    assert host.commit(SHA).author is None


def test_p11_a_comparison_ends_at_a_thousand_commits(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    url = f"{api}/compare/main...buddy%2Flearnings"
    for page in range(MOST_COMMITS // 100):
        rows = [commit(page * 100 + at) for at in range(100)]
        http.get(url, json={"commits": rows}, headers={"Link": f'<{url.replace(":443", "")}?page=x>; rel="next"'})
    assert len(host.commits_ahead("main", "buddy/learnings")) == MOST_COMMITS
    assert host.requests() == (10, 0)


def test_branches_without_history_in_common_are_not_found(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    http.get(f"{api}/compare/main...x", status=404, json={"message": "No common ancestor between main and x."})
    with pytest.raises(Refusal) as caught:
        host.commits_ahead("main", "x")
    assert caught.value.kind is RefusalKind.NOT_FOUND


def test_only_pull_requests_from_that_very_branch_count(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    head = pull()["head"]
    asked = {"head": "o:buddy/learnings", "state": "all", "sort": "created", "direction": "desc", "per_page": "100"}
    http.get(
        f"{api}/pulls",
        match=[matchers.query_param_matcher(asked)],
        json=[
            pull(9, head={**head, "ref": "Buddy/Learnings"}),
            pull(8, head={**head, "repo": None}),
            pull(7, head={**head, "repo": {**REPO, "id": 43}}),
            pull(6, merged_at="2026-01-01T00:00:00Z", state="closed"),
        ],
    )
    (found,) = host.pulls(head="buddy/learnings", state="all")
    assert (found.number, found.merged, found.state) == (6, True, "closed")


@pytest.mark.parametrize("missing", ["title", "body", "user", "merged_at", "closed_at", "created_at", "html_url"])
def test_a_missing_field_of_a_pull_request_is_read_as_such(
    http: responses.RequestsMock, host: GithubHost, api: str, missing: str
) -> None:
    full = pull(title="T", body="B", user={"login": "b"}, merged_at=None, closed_at=None, created_at="x", html_url="u")
    http.get(f"{api}/pulls/7", json={key: value for key, value in full.items() if key != missing})
    assert host.pull(7).number == 7


@pytest.mark.parametrize("lost", ["dropped", "502"])
def test_api_08_a_write_whose_answer_was_lost_is_not_sent_again(
    http: responses.RequestsMock, host: GithubHost, api: str, lost: str
) -> None:
    if lost == "dropped":
        http.post(f"{api}/pulls", body=ConnectionError())
    else:
        http.post(f"{api}/pulls", status=502, json={})
    with pytest.raises(Refusal) as caught:
        host.create_pull(title="T", body="B", head="buddy/learnings", base="main")
    assert caught.value.kind is RefusalKind.UNAVAILABLE
    assert host.requests() == (1, 1)
