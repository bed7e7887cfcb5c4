"""The Host port over canned HTTP: one request each, all pages, every field allowed to be missing (API-07)."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
import requests
import responses
from responses import matchers

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.app.ports import Refusal, RefusalKind
from buddy.core.change import ChangedFile, FileStatus
from buddy.core.effects import InlineComment
from buddy.core.errors import InputError

REPO = {"id": 42, "full_name": "o/r", "default_branch": "main"}
PULL: dict[str, Any] = {
    "number": 7,
    "title": "T",
    "body": "B",
    "user": {"login": "octocat", "type": "User"},
    "state": "open",
    "draft": False,
    "locked": False,
    "head": {"ref": "f", "sha": "h" * 40, "repo": {"id": 43, "full_name": "x/r", "default_branch": "main"}},
    "base": {"ref": "main", "sha": "b" * 40, "repo": REPO},
    "comments": 3,
    "review_comments": 4,
    "changed_files": 5,
    "mergeable_state": "unknown",
}


def body_of(call: responses.Call) -> Any:
    return json.loads(call.request.body or "null")


def test_a_pull_request_is_one_request(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.get(f"{api}/pulls/7", json=PULL)
    pull = host.pull_request(7)
    assert (pull.author, pull.head_repo, pull.base_repo_id, pull.default_branch) == ("octocat", "x/r", 42, "main")
    assert (pull.comments, pull.review_comments, pull.changed_files) == (3, 4, 5)
    assert pull.from_fork
    assert host.requests() == (1, 0)


@pytest.mark.parametrize("missing", ["title", "body", "user", "draft", "locked", "comments", "changed_files"])
@pytest.mark.parametrize("how", ["null", "absent"])
def test_a_missing_field_causes_no_second_request(
    http: responses.RequestsMock, host: GithubHost, api: str, missing: str, how: str
) -> None:
    answer = {**PULL, missing: None} if how == "null" else {k: v for k, v in PULL.items() if k != missing}
    http.get(f"{api}/pulls/7", json=answer)
    assert host.pull_request(7).number == 7
    assert host.requests() == (1, 0)


def test_a_deleted_fork_and_a_ghost_are_read_as_such(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.get(f"{api}/pulls/7", json={**PULL, "user": None, "head": {**PULL["head"], "repo": None}})
    pull = host.pull_request(7)
    assert pull.author is None
    assert pull.head_repo is None
    assert pull.from_fork


def test_changed_files_come_from_all_pages_at_a_hundred_each(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    def page(request: requests.PreparedRequest) -> tuple[int, dict[str, str], str]:
        number = int(request.params.get("page", 1))
        assert request.params["per_page"] == "100"
        rows = [{"filename": f"f{number}-{i}", "status": "added", "sha": "a" * 40} for i in range(100)]
        link = f'<https://ghes.example/api/v3/repos/o/r/pulls/7/files?per_page=100&page={number + 1}>; rel="next"'
        return 200, {"Link": link} if number < 30 else {}, json.dumps(rows)

    http.add_callback("GET", f"{api}/pulls/7/files", callback=page)
    change = host.changed_files(7, total=4_321)
    assert len(change.files) == 3_000
    assert change.total == 4_321
    assert host.requests() == (30, 0)


@pytest.mark.parametrize(("total", "shown"), [(None, 1), (0, 1), (1, 1), (9, 9)])
def test_the_total_is_never_below_what_is_listed(
    http: responses.RequestsMock, host: GithubHost, api: str, total: int | None, shown: int
) -> None:
    http.get(f"{api}/pulls/7/files", json=[{"filename": "a", "status": "modified"}])
    assert host.changed_files(7, total=total).total == shown


def test_renamed_binary_removed_and_odd_files_are_read(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    odd = 'é "q"\\\n b/ 名.py'
    http.get(
        f"{api}/pulls/7/files",
        json=[
            {"filename": "n", "previous_filename": odd, "status": "renamed", "sha": "1" * 40, "patch": "@@ -1 +1 @@"},
            {"filename": odd, "status": "added", "sha": "2" * 40, "additions": 3},
            {"filename": "gone", "status": "removed", "sha": "3" * 40, "deletions": 2, "patch": "@@ -1,2 +0,0 @@"},
            {"filename": "sub", "status": "some-new-status", "sha": None},
        ],
    )
    assert host.changed_files(7).files == (
        ChangedFile(path="n", status=FileStatus.RENAMED, previous_path=odd, patch="@@ -1 +1 @@", blob="1" * 40),
        ChangedFile(path=odd, status=FileStatus.ADDED, blob="2" * 40, additions=3),
        ChangedFile(path="gone", status=FileStatus.REMOVED, patch="@@ -1,2 +0,0 @@", deletions=2),
        ChangedFile(path="sub", status=FileStatus.MODIFIED),
    )


@pytest.mark.parametrize(
    ("name", "written"),
    [("main", "main"), ("a/b", "a/b"), ("ü#?%", "%C3%BC%23%3F%25"), ('a";x|', "a%22%3Bx%7C")],
)
def test_a_branch_is_asked_for_by_its_whole_name(
    http: responses.RequestsMock, host: GithubHost, api: str, name: str, written: str
) -> None:
    http.get(f"{api}/branches/{written}", json={"name": name, "commit": {"sha": "c" * 40, "url": "x"}})
    branch = host.branch(name)
    assert branch is not None
    assert (branch.name, branch.sha, branch.protected) == (name, "c" * 40, False)
    assert http.calls[0].request.path_url == f"/api/v3/repos/o/r/branches/{written}"


def test_what_does_not_exist_is_none(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.get(f"{api}/branches/x", status=404, json={"message": "Branch not found"})
    http.get(f"{api}/git/trees/x", status=404, json={"message": "Not Found"})
    http.get(f"{api}/git/trees/empty", status=409, json={"message": "Git Repository is empty."})
    assert host.branch("x") is None
    assert host.tree("x") is None
    assert host.tree("empty") is None


@pytest.mark.parametrize(("recursive", "query"), [(True, {"recursive": "1"}), (False, {})])
def test_a_tree_tells_regular_files_from_everything_else(
    http: responses.RequestsMock, host: GithubHost, api: str, recursive: bool, query: dict[str, str]
) -> None:
    http.get(
        f"{api}/git/trees/main",
        match=[matchers.query_param_matcher(query)],
        json={
            "sha": "t",
            "truncated": True,
            "tree": [
                {"path": "a", "mode": "100644", "type": "blob", "sha": "1" * 40, "size": 3},
                {"path": "l", "mode": "120000", "type": "blob", "sha": "2" * 40, "size": 3},
                {"path": "d", "mode": "040000", "type": "tree", "sha": "3" * 40},
                {"path": "s", "mode": "160000", "type": "commit", "sha": "4" * 40},
            ],
        },
    )
    tree = host.tree("main", recursive=recursive)
    assert tree is not None
    assert tree.truncated
    assert [path for path, entry in tree.entries.items() if entry.is_regular_file] == ["a"]
    assert tree.entries["d"].size is None


@pytest.mark.parametrize("content", [b"", b"x", bytes(range(256)) * 20, "é\r\n".encode()])
def test_a_blob_comes_as_its_bytes(http: responses.RequestsMock, host: GithubHost, api: str, content: bytes) -> None:
    encoded = base64.encodebytes(content).decode()  # with line ends, as GitHub sends it
    http.get(f"{api}/git/blobs/{'a' * 40}", json={"content": encoded, "encoding": "base64", "size": len(content)})
    assert host.blob("a" * 40) == content


def test_a_blob_in_an_unknown_encoding_is_a_refusal_and_not_an_empty_file(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    http.get(f"{api}/git/blobs/{'a' * 40}", json={"content": "", "encoding": "none", "size": 99})
    with pytest.raises(Refusal, match="Reading blob"):
        host.blob("a" * 40)


def test_comments_of_ghosts_and_bots_are_read(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.get(
        f"{api}/issues/7/comments",
        json=[
            {"id": 1, "user": None, "body": None, "created_at": "2026-11-29T10:00:00Z", "updated_at": "later"},
            {"id": 2, "user": {"login": "b[bot]", "type": "Bot"}, "body": "x", "html_url": "https://ghes.example/c"},
        ],
    )
    ghost, bot = host.comments(7)
    assert (ghost.author, ghost.body, ghost.created_at) == (None, "", "2026-11-29T10:00:00Z")
    assert (bot.author, bot.author_type, bot.url) == ("b[bot]", "Bot", "https://ghes.example/c")
    assert host.requests() == (1, 0)


def test_an_outdated_review_comment_keeps_its_original_line(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    row = {"id": 5, "user": {"login": "a", "type": "User"}, "body": "x", "path": "p", "original_line": 9}
    http.get(f"{api}/pulls/7/comments", json=[row | {"line": None}, row | {"id": 6, "in_reply_to_id": 5}])
    first, reply = host.review_comments(7)
    assert (first.line, first.original_line, first.in_reply_to) == (None, 9, None)
    assert reply.in_reply_to == 5
    assert host.requests() == (1, 0)


def test_a_review_is_one_call_that_only_comments(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.post(f"{api}/pulls/7/reviews", json={"id": 1})
    host.create_review(
        7,
        commit="c" * 40,
        comments=[
            InlineComment(path="a", line=3, start_line=None, body="one", fingerprint="v1:1"),
            InlineComment(path="b", line=9, start_line=7, body="two", fingerprint="v1:2"),
            InlineComment(path="c", line=4, start_line=4, body="three", fingerprint="v1:3"),
        ],
    )
    assert body_of(http.calls[0]) == {
        "commit_id": "c" * 40,
        "event": "COMMENT",
        "body": "",
        "comments": [
            {"path": "a", "line": 3, "side": "RIGHT", "body": "one"},
            {"path": "b", "line": 9, "side": "RIGHT", "start_line": 7, "start_side": "RIGHT", "body": "two"},
            {"path": "c", "line": 4, "side": "RIGHT", "body": "three"},
        ],
    }
    assert host.requests() == (1, 1)


def test_comments_are_created_edited_and_deleted_by_one_request_each(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    http.post(f"{api}/issues/7/comments", status=201, json={"id": 9, "body": "x", "user": None})
    http.patch(f"{api}/issues/comments/9", json={"id": 9})
    http.delete(f"{api}/issues/comments/9", status=204)
    http.delete(f"{api}/pulls/comments/8", status=204)
    assert host.create_comment(7, "x").id == 9
    host.update_comment(9, "y")
    host.delete_comment(9)
    host.delete_review_comment(8)
    assert [body_of(call) for call in http.calls] == [{"body": "x"}, {"body": "y"}, None, None]
    assert host.requests() == (4, 4)


def test_deleting_what_is_gone_is_done(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.delete(f"{api}/issues/comments/9", status=404, json={"message": "Not Found"})
    http.delete(f"{api}/pulls/comments/8", status=404, json={"message": "Not Found"})
    host.delete_comment(9)
    host.delete_review_comment(8)


def test_a_refused_delete_is_told(http: responses.RequestsMock, host: GithubHost, api: str) -> None:
    http.delete(f"{api}/issues/comments/9", status=403, json={"message": "Resource not accessible by integration"})
    with pytest.raises(Refusal, match="Deleting comment 9") as caught:
        host.delete_comment(9)
    assert caught.value.kind is RefusalKind.READ_ONLY


@pytest.mark.parametrize(
    "answer",
    [
        {"body": "<html>Sign in</html>"},
        {"body": '{"number": 7, "ti'},
        {"body": ""},
        {"json": []},
        {"json": {"message": "ok"}},
        {"json": {**PULL, "head": "x"}},
    ],
)
def test_an_answer_that_is_not_githubs_is_a_refusal_and_no_traceback(
    http: responses.RequestsMock, host: GithubHost, api: str, answer: dict[str, Any]
) -> None:
    http.get(f"{api}/pulls/7", **answer)
    with pytest.raises(Refusal, match="Reading pull request #7") as caught:
        host.pull_request(7)
    assert caught.value.kind is RefusalKind.UNAVAILABLE


@pytest.mark.parametrize("answer", [{"json": {"message": "x"}}, {"json": ["a", 1]}, {"body": "<html>"}, {"json": [[]]}])
def test_a_list_that_is_none_is_a_refusal(
    http: responses.RequestsMock, host: GithubHost, api: str, answer: dict[str, Any]
) -> None:
    http.get(f"{api}/issues/7/comments", **answer)
    with pytest.raises(Refusal) as caught:
        host.comments(7)
    assert caught.value.kind is RefusalKind.UNAVAILABLE


def test_a_next_page_on_another_server_is_not_asked_for(
    http: responses.RequestsMock, host: GithubHost, api: str
) -> None:
    http.get(
        f"{api}/issues/7/comments",
        json=[{"id": 1}],
        headers={"Link": '<https://evil.example/repos/o/r/issues/7/comments?page=2>; rel="next"'},
    )
    with pytest.raises(Refusal):
        host.comments(7)
    assert len(http.calls) == 1


def test_p10_the_token_goes_into_the_header_and_into_no_message(
    http: responses.RequestsMock, connect: Callable[..., GithubHost], api: str
) -> None:
    token = "ghs_" + "Zz9" * 12
    http.get(f"{api}/pulls/7", body=requests.ConnectionError(f"with {token}"))
    with pytest.raises(Refusal) as caught:
        connect(token).pull_request(7)
    assert http.calls[0].request.headers["Authorization"] == f"token {token}"
    assert token not in str(caught.value)


def test_p10_a_token_that_no_header_can_hold_is_not_repeated(
    http: responses.RequestsMock, connect: Callable[..., GithubHost]
) -> None:
    token = "ghs_" + "Zz9" * 6 + "\n" + "Zz9" * 6
    with pytest.raises(Refusal) as caught:
        connect(token).pull_request(7)
    assert "Zz9" not in str(caught.value)


def test_without_a_token_nothing_is_claimed(
    http: responses.RequestsMock, connect: Callable[..., GithubHost], api: str
) -> None:
    http.get(f"{api}/branches/x", status=404)
    connect(None).branch("x")
    assert "Authorization" not in http.calls[0].request.headers


@pytest.mark.parametrize("address", ["ftp://h", "h", "", "https://"])
def test_an_address_that_is_none_is_an_input_problem(address: str) -> None:
    with pytest.raises(InputError, match="GITHUB_API_URL"):
        Client(repository="o/r", token=None, base_url=address)


@pytest.mark.parametrize(
    ("base", "asked"),
    [
        ("https://api.github.com", "https://api.github.com:443/repos/o/r/branches/x"),
        ("https://ghes.example/api/v3/", "https://ghes.example:443/api/v3/repos/o/r/branches/x"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/repos/o/r/branches/x"),
    ],
)
def test_each_server_is_asked_at_its_own_address(
    http: responses.RequestsMock, connect: Callable[..., GithubHost], base: str, asked: str
) -> None:
    http.get(asked, json={"name": "x", "commit": {"sha": "c" * 40}})
    assert connect(base_url=base).branch("x") is not None
