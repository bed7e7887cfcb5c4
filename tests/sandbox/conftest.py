"""A box with one repository and one pull request, and two ways to talk to it: PyGithub and bare HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from github import Auth, Github

from buddy.sandbox import Sandbox
from buddy.sandbox.handles.repo import RepoHandle
from buddy.sandbox.handles.thread import PullHandle
from tests.sandbox.bare_http import Http

APP = "".join(f"line {number}\n" for number in range(1, 41))


@pytest.fixture
def box() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


@pytest.fixture
def repo(box: Sandbox) -> RepoHandle:
    made = box.repo("octo/widgets", {"app.py": APP, "docs/guide.md": "# Guide\n"})
    made.grant("maintainer", "write")
    box.user("stranger")
    return made


@pytest.fixture
def pull(repo: RepoHandle) -> PullHandle:
    changed = APP.replace("line 5\n", "line five\n").replace("line 30\n", "line thirty\n")
    repo.commit("topic", {"app.py": changed}, by="alice", message="Spell out")
    return repo.open_pull(by="alice", head="topic", title="Spell out numbers", body="For people.")


@pytest.fixture
def job(box: Sandbox, repo: RepoHandle) -> str:
    return box.job_token(repo)


@pytest.fixture
def http_client(box: Sandbox, job: str) -> Http:
    return Http(box.api_url, job)


@pytest.fixture
def connect(box: Sandbox) -> Iterator[Any]:
    """Makes PyGithub clients that neither wait nor retry."""
    made: list[Github] = []

    def client(token: str) -> Github:
        new = Github(
            base_url=box.api_url,
            auth=Auth.Token(token),
            retry=None,
            per_page=100,
            seconds_between_requests=None,
            seconds_between_writes=None,
        )
        made.append(new)
        return new

    yield client
    for each in made:
        each.close()


@pytest.fixture
def github(connect: Any, job: str) -> Github:
    return connect(job)
