"""Repeating and waiting (API-05, API-08, POST-06): reads are repeated, writes are not, and all waiting has one cap."""

from __future__ import annotations

import email.utils
from typing import Any

import pytest
import requests
import responses

from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.app.ports import Refusal, RefusalKind
from buddy.core.effects import InlineComment

COMMENT = {"id": 1, "user": {"login": "b[bot]", "type": "Bot"}, "body": "x"}
BRANCH = {"name": "main", "commit": {"sha": "a" * 40}, "protected": True}
SECONDARY = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}


@pytest.mark.parametrize("fault", [500, 502, 503, 504, requests.ConnectionError("reset"), requests.Timeout("slow")])
def test_a_read_is_repeated_until_it_is_answered(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str, fault: Any
) -> None:
    trouble = {"body": fault} if isinstance(fault, Exception) else {"status": fault}
    http.get(f"{api}/branches/main", **trouble)
    http.get(f"{api}/branches/main", **trouble)
    http.get(f"{api}/branches/main", json=BRANCH)
    branch = host.branch("main")
    assert branch is not None
    assert branch.protected
    assert clock.slept == [1.0, 2.0]
    assert host.requests() == (3, 0)


@pytest.mark.parametrize("fault", [502, requests.ConnectionError("reset")])
def test_a_read_that_stays_unanswered_is_given_up(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str, fault: Any
) -> None:
    http.get(f"{api}/branches/main", **({"body": fault} if isinstance(fault, Exception) else {"status": fault}))
    with pytest.raises(Refusal, match="Reading branch main did not work") as caught:
        host.branch("main")
    assert caught.value.kind is RefusalKind.UNAVAILABLE
    assert caught.value.exit_code == 3
    assert host.requests() == (4, 0)
    assert clock.slept == [1.0, 2.0, 4.0]


@pytest.mark.parametrize("fault", [500, 502, 503, requests.ConnectionError("reset"), requests.ReadTimeout("slow")])
def test_a_write_is_sent_once_because_it_may_have_happened(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str, fault: Any
) -> None:
    trouble = {"body": fault} if isinstance(fault, Exception) else {"status": fault}
    http.post(f"{api}/issues/7/comments", **trouble)
    http.patch(f"{api}/issues/comments/1", **trouble)
    http.delete(f"{api}/issues/comments/1", **trouble)
    http.post(f"{api}/pulls/7/reviews", **trouble)
    inline = InlineComment(path="a", line=1, start_line=None, body="x", fingerprint="v1:0")
    for write in (
        lambda: host.create_comment(7, "x"),
        lambda: host.update_comment(1, "x"),
        lambda: host.delete_comment(1),
        lambda: host.create_review(7, commit="c", comments=[inline]),
    ):
        with pytest.raises(Refusal) as caught:
            write()
        assert caught.value.kind is RefusalKind.UNAVAILABLE
    assert host.requests() == (4, 4)
    assert len(http.calls) == 4


def test_a_write_that_a_limit_refused_did_not_happen_and_is_sent_again(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    http.post(f"{api}/issues/7/comments", status=403, headers={"Retry-After": "30"}, json=SECONDARY)
    http.post(f"{api}/issues/7/comments", status=201, json=COMMENT)
    assert host.create_comment(7, "x").id == 1
    assert clock.slept == [30.0]
    assert host.requests() == (2, 2)


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (403, {"Retry-After": "42"}, 42.0),
        (429, {"Retry-After": "42"}, 42.0),
        (429, {"Retry-After": "0"}, 1.0),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000050"}, 51.0),
        (429, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000000"}, 1.0),
        (403, {}, 60.0),
        (429, {"Retry-After": "soon"}, 60.0),
    ],
)
def test_a_limit_is_waited_for_as_long_as_github_asks(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str, status: int, headers: Any, wait: float
) -> None:
    http.get(f"{api}/branches/main", status=status, headers=headers, json=SECONDARY)
    http.get(f"{api}/branches/main", json=BRANCH)
    host.branch("main")
    assert clock.slept == [wait]


def test_the_reset_is_read_by_githubs_own_clock(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    headers = {
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1700000020",
        "Date": email.utils.formatdate(1_700_000_000, usegmt=True),
    }
    http.get(f"{api}/branches/main", status=403, headers=headers, json={"message": "API rate limit exceeded"})
    http.get(f"{api}/branches/main", json=BRANCH)
    host.branch("main")
    assert clock.slept == [21.0]


def test_p11_a_wait_beyond_the_cap_is_not_begun_and_names_what_is_undone(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    http.get(f"{api}/branches/main", status=429, headers={"Retry-After": "121"})
    with pytest.raises(Refusal, match=r"Reading branch main was left undone \(waited 0 s of at most 120 s") as caught:
        host.branch("main")
    assert caught.value.kind is RefusalKind.RATE_LIMIT
    assert caught.value.exit_code == 3
    assert clock.slept == []


def test_p11_the_cap_counts_for_the_run_and_not_for_each_request(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    for name in ("a", "b"):
        http.get(f"{api}/branches/{name}", status=429, headers={"Retry-After": "50"})
        http.get(f"{api}/branches/{name}", json=BRANCH | {"name": name})
        host.branch(name)
    http.get(f"{api}/branches/c", status=429, headers={"Retry-After": "50"})
    with pytest.raises(Refusal, match="waited 100 s of at most 120 s"):
        host.branch("c")
    assert clock.slept == [50.0, 50.0]


def test_p11_a_limit_that_never_ends_is_given_up_within_the_cap(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    http.post(f"{api}/issues/7/comments", status=429, headers={"Retry-After": "0"})
    with pytest.raises(Refusal) as caught:
        host.create_comment(7, "x")
    assert caught.value.kind is RefusalKind.RATE_LIMIT
    assert sum(clock.slept) <= 120


def test_writes_keep_a_second_between_them_and_reads_do_not(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    http.post(f"{api}/issues/7/comments", status=201, json=COMMENT)
    http.get(f"{api}/branches/main", json=BRANCH)
    http.patch(f"{api}/issues/comments/1", json=COMMENT)
    host.create_comment(7, "x")
    clock.time += 0.25
    host.branch("main")
    host.branch("main")
    host.update_comment(1, "y")
    assert clock.slept == [0.75]


def test_a_clock_that_is_set_back_stalls_nothing(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str
) -> None:
    http.delete(f"{api}/issues/comments/1", status=204)
    host.delete_comment(1)
    clock.time -= 86_400
    host.delete_comment(1)
    assert clock.slept == [1.0]


def test_a_server_without_limits_needs_no_gap(
    http: responses.RequestsMock, host: GithubHost, pace: Pace, clock: Any, api: str
) -> None:
    pace.between_writes = 0.0
    http.delete(f"{api}/issues/comments/1", status=204)
    host.delete_comment(1)
    host.delete_comment(1)
    assert clock.slept == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 422])
def test_a_plain_refusal_is_never_repeated(
    http: responses.RequestsMock, host: GithubHost, clock: Any, api: str, status: int
) -> None:
    http.get(f"{api}/pulls/7", status=status, json={"message": "no"})
    with pytest.raises(Refusal):
        host.pull_request(7)
    assert host.requests() == (1, 0)
    assert clock.slept == []
