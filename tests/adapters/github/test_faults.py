"""Faults on real sockets: what a lost connection or a lost answer leaves behind, and that the next request works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.app.ports import Refusal, RefusalKind
from buddy.sandbox import Sandbox
from buddy.sandbox.faults import Fault, Kind, secondary_limit


@pytest.fixture
def box() -> Iterator[Sandbox]:
    with Sandbox() as box:
        yield box


@pytest.fixture
def host(box: Sandbox, clock: Any) -> Iterator[GithubHost]:
    repo = box.repo("o/r", {"a.py": "1\n"})
    repo.commit("topic", {"a.py": "2\n"}, by="alice")
    repo.open_pull(by="alice", head="topic")
    pace = Pace(now=clock.now, sleep=clock.sleep, between_writes=0.0)
    client = Client(repository="o/r", token=SecretStr(box.job_token(repo)), base_url=box.api_url, pace=pace)
    yield GithubHost(client)
    client.close()


@pytest.mark.parametrize("kind", [Kind.REFUSE, Kind.DROP, Kind.LOSE_ANSWER])
def test_a_read_survives_whatever_happens_to_it_once(box: Sandbox, host: GithubHost, clock: Any, kind: Kind) -> None:
    host.branch("main")
    box.faults.add(Fault(kind=kind))
    assert host.pull_request(1).number == 1
    assert clock.slept == [1.0]
    assert host.requests() == (len(box.journal), 0)


@pytest.mark.parametrize(("kind", "happened"), [(Kind.REFUSE, False), (Kind.DROP, False), (Kind.LOSE_ANSWER, True)])
def test_a_write_that_failed_was_sent_once_and_the_next_one_works(
    box: Sandbox, host: GithubHost, kind: Kind, happened: bool
) -> None:
    box.faults.add(Fault(kind=kind, mutating=True))
    with pytest.raises(Refusal) as caught:
        host.create_comment(1, "first")
    assert caught.value.kind is RefusalKind.UNAVAILABLE
    assert len(host.comments(1)) == happened
    host.create_comment(1, "second")
    assert len(box.journal.writes) == 2
    assert host.requests()[1] == 2


@pytest.mark.parametrize("status", [403, 429])
def test_a_secondary_limit_is_waited_out(box: Sandbox, host: GithubHost, clock: Any, status: int) -> None:
    box.faults.add(secondary_limit(status=status, retry_after=7, times=2))
    host.create_comment(1, "once")
    assert [comment.body for comment in host.comments(1)] == ["once"]
    assert clock.slept == [7.0, 7.0]


def test_a_server_that_is_not_there_is_told_without_its_address_book(clock: Any) -> None:
    pace = Pace(now=clock.now, sleep=clock.sleep)
    client = Client(repository="o/r", token=None, base_url="http://127.0.0.1:9", pace=pace)
    with pytest.raises(Refusal, match=r"Reading branch x did not work: no answer from 127\.0\.0\.1") as caught:
        GithubHost(client).branch("x")
    assert caught.value.kind is RefusalKind.UNAVAILABLE
