"""P2 reviewable: no request that writes another branch leaves the adapter; P7: none that approves or merges."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import responses

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.writes import ForbiddenWrite, check_write, is_own_branch

OWN = ["buddy/learnings", "buddy/learnings-main", "buddy/a/b", "buddy/v1.2", "buddy/_x"]
FOREIGN = [
    "main",
    "buddy",
    "buddy/",
    "buddyx/a",
    "xbuddy/a",
    "Buddy/a",
    "buddy//a",
    "buddy/../main",
    "buddy/..",
    "buddy/a/../../main",
    "buddy/%2e%2e/main",
    "buddy/a%2F..",
    "buddy/a b",
    "buddy/a\n",
    "buddy/a\nmain",
    "buddy/.a",
    "buddy/a.lock",
    "buddy/a.lock/b",
    "buddy/a.",
    "buddy/a..b",
    "buddy/-a",
    "buddy/a?x=1",
    "buddy/a#b",
    "buddy/é",
    "buddy/" + "a" * 250,
    "refs/heads/buddy/a",
]
SHA = "0" * 40


@pytest.mark.parametrize("name", OWN)
def test_p2_a_branch_below_buddy_may_be_created_moved_and_deleted(name: str) -> None:
    assert is_own_branch(name)
    check_write("POST", "/git/refs", {"ref": f"refs/heads/{name}", "sha": SHA})
    check_write("PATCH", f"/git/refs/heads/{name}", {"sha": SHA, "force": False})
    check_write("DELETE", f"/git/refs/heads/{name}", None)


@pytest.mark.parametrize("name", FOREIGN)
def test_p2_any_other_branch_is_refused(name: str) -> None:
    assert not is_own_branch(name)
    for verb, path, body in (
        ("POST", "/git/refs", {"ref": f"refs/heads/{name}", "sha": SHA}),
        ("PATCH", f"/git/refs/heads/{name}", {"sha": SHA}),
        ("DELETE", f"/git/refs/heads/{name}", None),
    ):
        with pytest.raises(ForbiddenWrite, match="no branch outside buddy/"):
            check_write(verb, path, body)


def test_p2_even_an_own_branch_is_never_forced() -> None:
    with pytest.raises(ForbiddenWrite):
        check_write("PATCH", "/git/refs/heads/buddy/a", {"sha": SHA, "force": True})


FILE = {"path": ".buddy/learnings.jsonl", "mode": "100644", "type": "blob", "sha": SHA}
PULL = {"title": "T", "body": "B", "head": "buddy/learnings", "base": "main"}


@pytest.mark.parametrize(
    ("verb", "path", "body"),
    [
        ("POST", "/issues/comments/1/reactions", {"content": "+1"}),
        ("POST", "/pulls/comments/1/reactions", {"content": "eyes"}),
        ("DELETE", "/issues/comments/1/reactions/2", None),
        ("DELETE", "/pulls/comments/1/reactions/2", None),
        ("POST", "/pulls/1/comments/2/replies", {"body": "x"}),
        ("PATCH", "/pulls/comments/1", {"body": "x"}),
        ("POST", "/git/blobs", {"content": "", "encoding": "base64"}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [FILE]}),
        ("POST", "/git/commits", {"tree": SHA, "parents": [SHA], "message": "m"}),
        ("POST", "/pulls", PULL),
        ("PATCH", "/pulls/1", {"title": "T"}),
        ("PATCH", "/pulls/1", {"title": "T", "body": "B"}),
    ],
)
def test_what_answering_and_recording_send_is_on_the_list(verb: str, path: str, body: dict[str, object] | None) -> None:
    check_write(verb, path, body)


@pytest.mark.parametrize("name", FOREIGN)
def test_p2_a_pull_request_from_any_other_branch_is_refused(name: str) -> None:
    with pytest.raises(ForbiddenWrite):
        check_write("POST", "/pulls", {**PULL, "head": name})


@pytest.mark.parametrize(
    ("verb", "path", "body"),
    [
        ("PUT", "/contents/.buddy/learnings.jsonl", {"branch": "main"}),
        ("PUT", "/contents/a", {"branch": "buddy/a"}),
        ("DELETE", "/contents/a", {"branch": "main"}),
        ("POST", "/merges", {"base": "main", "head": "x"}),
        ("PUT", "/pulls/1/merge", None),
        ("PUT", "/pulls/1/update-branch", None),
        ("POST", "/branches/main/rename", {"new_name": "x"}),
        ("POST", "/merge-upstream", {"branch": "main"}),
        ("POST", "/git/refs", {"ref": "refs/tags/v1", "sha": SHA}),
        ("POST", "/git/refs", {"ref": ["refs/heads/buddy/a"], "sha": SHA}),
        ("POST", "/git/refs", None),
        ("POST", "/dispatches", {}),
        ("POST", "/pulls/1/reviews", {"event": "APPROVE"}),
        ("POST", "/pulls/1/reviews", {"event": "REQUEST_CHANGES"}),
        ("POST", "/pulls/1/reviews", {}),
        ("POST", "/issues/1/comments/../../../git/refs", {"body": "x"}),
        ("DELETE", "", None),
        ("PATCH", "", {"private": False}),
        ("POST", "/issues/１/comments", {"body": "x"}),
        ("POST", "/git/trees", {"tree": [FILE]}),
        ("POST", "/git/trees", {"base_tree": None, "tree": [FILE]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [FILE, {**FILE, "path": "a.py"}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [{**FILE, "path": ".github/workflows/ci.yml"}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [{**FILE, "mode": "120000"}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [{**FILE, "mode": "100755"}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [{**FILE, "type": "commit"}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [{**FILE, "sha": None}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": [{"path": FILE["path"], "content": "x"}]}),
        ("POST", "/git/trees", {"base_tree": SHA, "tree": "x"}),
        ("POST", "/git/trees", None),
        ("POST", "/git/tags", {}),
        ("POST", "/pulls", {**PULL, "head": "mallory:buddy/learnings"}),
        ("POST", "/pulls", {**PULL, "head_repo": "o/other"}),
        ("POST", "/pulls", {**PULL, "issue": 1}),
        ("POST", "/pulls", {"title": "T"}),
        ("PATCH", "/pulls/1", {"state": "closed"}),
        ("PATCH", "/pulls/1", {"title": "T", "state": "open"}),
        ("PATCH", "/pulls/1", {"base": "main"}),
        ("PATCH", "/pulls/1", {"maintainer_can_modify": True}),
        ("PATCH", "/pulls/1", {}),
        ("PATCH", "/pulls/1", None),
        ("PATCH", "/issues/1", {"state": "closed"}),
        ("POST", "/issues/1/reactions", {"content": "+1"}),
        ("POST", "/pulls/1/comments", {"body": "x"}),
        ("PUT", "/pulls/1/reviews/2", {"body": "x"}),
        ("PUT", "/pulls/1/reviews/2/dismissals", {"message": "x"}),
        ("POST", "/pulls/1/reviews/2/events", {"event": "APPROVE"}),
    ],
)
def test_p2_p7_a_write_that_is_not_on_the_list_is_refused(verb: str, path: str, body: dict[str, object] | None) -> None:
    with pytest.raises(ForbiddenWrite):
        check_write(verb, path, body)


def test_p2_the_guard_stands_before_the_network(
    connect: Callable[..., GithubHost], http: responses.RequestsMock
) -> None:
    host = connect()
    client: Client = host._client
    with pytest.raises(ForbiddenWrite):
        client.write("PATCH", "/git/refs/heads/main", doing="x", body={"sha": SHA})
    with pytest.raises(ForbiddenWrite):
        client._requester.requestJsonAndCheck("PATCH", "/repos/o/other/git/refs/heads/buddy/a", input={"sha": SHA})
    with pytest.raises(ForbiddenWrite):
        client._requester.requestJsonAndCheck("POST", "/repos/o/r2/issues/1/comments", input={"body": "x"})
    assert host.requests() == (0, 0)
    assert len(http.calls) == 0
