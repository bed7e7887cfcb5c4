"""How a client is proven against the box: every write fails in every way, and the next run still ends equal.

The client here is a small reconciling one, and beside it one that is not: the loop must tell them apart.
"""

from __future__ import annotations

import http.client
from collections.abc import Callable

import pytest

from buddy.sandbox import Fault, Kind, Sandbox
from tests.sandbox.bare_http import Http

WAYS = [{"status": 502}, {"kind": Kind.DROP}, {"kind": Kind.LOSE_ANSWER}]
THREAD = "/repos/octo/widgets/issues/1"
WANTED = ("one", "two", "three")


def careful(http: Http) -> None:
    """Looks what is there before it writes."""
    there = [each["body"] for each in http("GET", f"{THREAD}/comments").body]
    for text in WANTED:
        if text not in there:
            answer = http("POST", f"{THREAD}/comments", {"body": text})
            if answer.status != 201:
                return
    http("POST", f"{THREAD}/reactions", {"content": "rocket"})


def careless(http: Http) -> None:
    for text in WANTED:
        http("POST", f"{THREAD}/comments", {"body": text})


Client = Callable[[Http], None]


def world_after(client: Client, *, fault: Fault | None, runs: int) -> dict:
    with Sandbox() as box:
        repo = box.repo("octo/widgets", {"a": "1"})
        repo.open_issue("A question", by="alice")
        http_client = Http(box.api_url, box.job_token(repo))
        if fault is not None:
            box.faults.add(fault)
        for _ in range(runs):
            try:
                client(http_client)
            except (http.client.HTTPException, ConnectionError):
                continue
        return box.world()


def faults():
    for kth in range(1, 5):
        yield from (Fault(mutating=True, nth=kth, **way) for way in WAYS)


@pytest.mark.parametrize("fault", list(faults()), ids=lambda fault: f"{fault.name}-{fault.nth}")
def test_a_reconciling_client_ends_equal_whatever_fails(fault):
    assert world_after(careful, fault=fault, runs=2) == world_after(careful, fault=None, runs=1)


def test_the_loop_catches_a_client_that_does_things_twice():
    lost = Fault(mutating=True, kind=Kind.LOSE_ANSWER, nth=2)
    assert world_after(careless, fault=lost, runs=2) != world_after(careless, fault=None, runs=1)


@pytest.mark.parametrize("boundary", range(1, 6))
def test_two_clients_can_be_interleaved_at_every_boundary(boundary):
    """A client that looks only once writes twice here; the box shows it, which is the point."""
    with Sandbox() as box:
        repo = box.repo("octo/widgets", {"a": "1"})
        issue = repo.open_issue("A question", by="alice")
        http_client = Http(box.api_url, box.job_token(repo))
        box.before_request(lambda arrival: careful(http_client) if arrival.nth == boundary else None)
        careful(http_client)
        written = [each.body for each in issue.comments]
    doubles = len(written) - len(set(written))
    assert set(written) == set(WANTED)
    assert doubles == {1: 0, 2: 3, 3: 2, 4: 1, 5: 0}[boundary]
