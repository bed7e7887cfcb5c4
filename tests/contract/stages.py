"""The fake host and the GitHub adapter on the sandbox, each with the same acts of people, for the same questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

import pytest
from pydantic import SecretStr

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.adapters.github.writes import ForbiddenWrite
from buddy.app.ports import RecordHost, Refusal, RefusalKind, ThreadHost
from buddy.sandbox import Sandbox
from buddy.sandbox.box import JOB_PERMISSIONS, READ_ONLY
from buddy.sandbox.handles.comment import CommentHandle
from tests.fakes.host import FakeHost

OLD = "".join(f"line {number}\n" for number in range(1, 41))
NEW = OLD.replace("line 5\n", "line five\n").replace("line 30\n", "line thirty\n")
BASE = {
    "app.py": OLD,
    ".buddy/learnings.jsonl": "{}\n",
    "docs/a/é b.md": "x\n",
    "moved.py": OLD + "#\n",
    "gone.py": "g\n",
}
HEAD = {"app.py": NEW, "new.py": "n\n", "pic.bin": b"\0\1", "gone.py": None}


class Host(ThreadHost, RecordHost, Protocol):
    """All that the verbs may ask for."""


class Stage(Protocol):
    """`main` and pull request 1 from `topic`, by alice; maria maintains, stranger may only read.

    A write that Buddy promised never to send raises `forbidden`.
    """

    host: Host
    forbidden: type[BaseException]

    def reader(self) -> Host: ...
    def app(self) -> Host:
        """Another token: an app of its own, `buddy-app[bot]`."""
        ...

    def person(self) -> Host:
        """A token of maria's own."""
        ...

    def commit(self, branch: str, files: dict[str, Any]) -> str: ...
    def protect(self, branch: str) -> None: ...
    def grant(self, login: str, role: str) -> None: ...
    def comment(self, by: str, body: str, *, on: int = 1) -> int: ...
    def line_comment(self, by: str, body: str) -> int: ...
    def review(self, by: str, body: str) -> None: ...
    def edit(self, comment: int, body: str) -> None: ...
    def delete(self, comment: int) -> None: ...
    def react(self, comment: int, by: str, content: str) -> None: ...
    def unreact(self, comment: int, by: str, content: str) -> None: ...
    def lock(self) -> None: ...
    def minimised(self, comment: int) -> bool: ...
    def issue(self, title: str) -> int: ...
    def pull_from_fork(self, branch: str = "topic") -> int: ...
    def merge(self, number: int) -> None: ...
    def close(self, number: int) -> None: ...
    def drop(self, branch: str) -> None: ...
    def forbid_pull_requests(self) -> None: ...


class FakeStage:
    forbidden: type[BaseException] = AssertionError

    def __init__(self) -> None:
        self.fake = FakeHost()
        self.fake.push("main", BASE)
        self.commit("topic", HEAD | {"moved.py": None, "renamed.py": BASE["moved.py"]})
        self.fake.push("main", {"later.py": "l\n"})
        assert self.fake.open_pull(head="topic", title="T", body="B") == 1
        self.fake.grant("maria", "maintain")
        self.host: Host = self.fake

    def reader(self) -> Host:
        self.fake.read_only = True
        return self.fake

    def app(self) -> Host:
        return self.fake.with_token(login="buddy-app[bot]")

    def person(self) -> Host:
        return self.fake.with_token(login="maria", account_type="User")

    def commit(self, branch: str, files: dict[str, Any]) -> str:
        return self.fake.push(branch, files)

    def protect(self, branch: str) -> None:
        self.fake.protected.add(branch)

    def grant(self, login: str, role: str) -> None:
        self.fake.grant(login, role)

    def comment(self, by: str, body: str, *, on: int = 1) -> int:
        return self.fake.comment_as(on, by, body).id

    def line_comment(self, by: str, body: str) -> int:
        return self.fake.review_comment_as(1, by, body, path="app.py", line=5).id

    def review(self, by: str, body: str) -> None:
        self.fake.review_as(1, by, body)

    def edit(self, comment: int, body: str) -> None:
        assert self.fake.edit_comment(comment, body) or self.fake.edit_review_comment(comment, body)

    def delete(self, comment: int) -> None:
        assert self.fake.remove_comment(comment) or self.fake.remove_review_comment(comment)

    def react(self, comment: int, by: str, content: str) -> None:
        self.fake.react_as(comment, by, content)

    def unreact(self, comment: int, by: str, content: str) -> None:
        self.fake.unreact_as(comment, by, content)

    def lock(self) -> None:
        self.fake.change_pull(1, locked=True)

    def minimised(self, comment: int) -> bool:
        return comment in self.fake.minimised

    def issue(self, title: str) -> int:
        return self.fake.open_issue(title, by="alice")

    def pull_from_fork(self, branch: str = "topic") -> int:
        self.fake.push(f"mallory:{branch}", {"evil.py": "e\n"})
        return self.fake.open_pull(head=f"mallory:{branch}", by="mallory")

    def merge(self, number: int) -> None:
        self.fake.merge(number, by="maria")

    def close(self, number: int) -> None:
        self.fake.close(number)

    def drop(self, branch: str) -> None:
        self.fake.drop_branch(branch)

    def forbid_pull_requests(self) -> None:
        self.fake.may_open_pulls = False


class BoxStage:
    forbidden: type[BaseException] = ForbiddenWrite

    def __init__(self, box: Sandbox) -> None:
        self.box = box
        self.made: list[GithubHost] = []
        self.repo = box.repo("octo/widgets", BASE)
        self.repo.commit("topic", HEAD, moves={"moved.py": "renamed.py"}, by="alice")
        self.repo.commit("main", {"later.py": "l\n"})
        self.pull = self.repo.open_pull(by="alice", head="topic", title="T", body="B")
        self.grant("maria", "maintain")
        box.user("stranger")
        self.host: Host = self._host(box.job_token(self.repo))

    def _host(self, token: str) -> Host:
        pace = Pace(between_writes=0.0)
        host = GithubHost(
            Client(repository="octo/widgets", token=SecretStr(token), base_url=self.box.api_url, pace=pace)
        )
        self.made.append(host)
        return host

    def reader(self) -> Host:
        return self._host(self.box.job_token(self.repo, READ_ONLY))

    def app(self) -> Host:
        return self._host(self.box.app_token("buddy-app", JOB_PERMISSIONS))

    def person(self) -> Host:
        return self._host(self.box.personal_token("maria"))

    def commit(self, branch: str, files: dict[str, Any]) -> str:
        return self.repo.commit(branch, files, by="alice")

    def protect(self, branch: str) -> None:
        self.repo.protect(branch)

    def grant(self, login: str, role: str) -> None:
        self.repo.grant(login, None if role == "none" else role)

    def comment(self, by: str, body: str, *, on: int = 1) -> int:
        return self.repo.pull(on).comment(body, by=by).id

    def line_comment(self, by: str, body: str) -> int:
        return self.pull.comment_on("app.py", 5, body, by=by).id

    def review(self, by: str, body: str) -> None:
        self.pull.review(body, by=by)

    def edit(self, comment: int, body: str) -> None:
        self._found(comment).edit(body)

    def delete(self, comment: int) -> None:
        self._found(comment).delete()

    def react(self, comment: int, by: str, content: str) -> None:
        self._found(comment).react(content, by=by)

    def unreact(self, comment: int, by: str, content: str) -> None:
        self._found(comment).unreact(content, by=by)

    def lock(self) -> None:
        self.pull.lock()

    def minimised(self, comment: int) -> bool:
        return self.box.state.review_comments[comment].minimized is not None

    def issue(self, title: str) -> int:
        return self.repo.open_issue(title, by="alice").number

    def pull_from_fork(self, branch: str = "topic") -> int:
        fork = self.repo.fork(by="mallory")
        fork.commit(branch, {"evil.py": "e\n"}, by="mallory")
        return int(self.repo.open_pull(by="mallory", head=f"mallory:{branch}").number)

    def merge(self, number: int) -> None:
        self.repo.pull(number).merge(by="maria")

    def close(self, number: int) -> None:
        self.repo.pull(number).close()

    def drop(self, branch: str) -> None:
        self.repo.delete_branch(branch)

    def forbid_pull_requests(self) -> None:
        self.repo.settings.actions_may_create_pulls = False

    def _found(self, comment: int) -> CommentHandle:
        state = self.box.state
        return CommentHandle(state, cast(Any, state.issue_comments.get(comment) or state.review_comments[comment]))


def refused(kind: RefusalKind, ask: Callable[[], object]) -> None:
    with pytest.raises(Refusal) as caught:
        ask()
    assert caught.value.kind is kind, caught.value
