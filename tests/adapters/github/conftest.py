"""Canned HTTP for the GitHub adapter, and a clock that only moves when somebody sleeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import responses
from pydantic import SecretStr

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace

API = "https://ghes.example:443/api/v3/repos/o/r"


class Clock:
    """Seconds since 1970 as Pace takes them; `slept` lists every wait."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


@pytest.fixture
def api() -> str:
    return API


@pytest.fixture
def http() -> Iterator[responses.RequestsMock]:
    """Every registered answer must be asked for, and nothing else may be."""
    with responses.RequestsMock() as mock:
        yield mock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    return Pace(now=clock.now, sleep=clock.sleep)


@pytest.fixture
def connect(pace: Pace) -> Callable[..., GithubHost]:
    """A host on a GitHub Enterprise Server; `token` may be None."""

    def make(token: str | None = "t0ken", base_url: str = "https://ghes.example/api/v3") -> GithubHost:
        secret = None if token is None else SecretStr(token)
        return GithubHost(Client(repository="o/r", token=secret, base_url=base_url, pace=pace))

    return make


@pytest.fixture
def host(connect: Callable[..., GithubHost]) -> GithubHost:
    return connect()


@pytest.fixture
def graph() -> str:
    return "https://ghes.example:443/api/graphql"
