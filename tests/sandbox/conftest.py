"""A box with one repository and one pull request, and two ways to talk to it: PyGithub and bare HTTP."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from github import Auth, Github

from buddy.sandbox import Sandbox
from buddy.sandbox.handles.repo import RepoHandle
from buddy.sandbox.handles.thread import PullHandle

APP = "".join(f"line {number}\n" for number in range(1, 41))


@dataclass(frozen=True, kw_only=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: Any


class Http:
    """Bare requests, to see statuses, headers and bodies as they are."""

    def __init__(self, url: str, token: str | None) -> None:
        self.url, self.token = url, token

    def __call__(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, accept: str = "*/*"
    ) -> Reply:
        given = token or self.token
        headers = {"Accept": accept, **({"Authorization": f"Bearer {given}"} if given else {})}
        content = None if body is None else json.dumps(body).encode()
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=20)
        try:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            text = answer.read()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(status=answer.status, headers=found, body=json.loads(text) if text else None)
        finally:
            connection.close()


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
