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
