"""The box itself: start it, fill it, point a client at it, look at what happened."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any

from buddy.sandbox import events
from buddy.sandbox import world as worlds
from buddy.sandbox.clock import Clock
from buddy.sandbox.faults import Faults
from buddy.sandbox.handles.repo import Files, RepoHandle
from buddy.sandbox.journal import Journal
from buddy.sandbox.limits import Limits
from buddy.sandbox.records import Repo, Token, TokenKind, User
from buddy.sandbox.server import Hook, Server, Service
from buddy.sandbox.shapes.view import View
from buddy.sandbox.state import State

READ_ONLY = {"contents": "read", "metadata": "read"}
"""What the job of a pull request from a fork gets."""

JOB_PERMISSIONS = {"contents": "write", "issues": "write", "pull_requests": "write", "metadata": "read"}


_PREFIXES = {TokenKind.JOB: "ghs_", TokenKind.APP: "ghs_", TokenKind.PERSONAL: "ghp_"}


class Sandbox:
    """A GitHub in a box. Use it as a context manager, or `start()` and `close()` it.

    Closing raises what went wrong inside, so that a bug of the box or of a hook cannot pass unseen.
    """

    def __init__(
        self, *, host: str = "127.0.0.1", port: int = 0, url: str | None = None, clock: Clock | None = None
    ) -> None:
        """`url` is how clients elsewhere reach the box, where that is not the address it listens on."""
        self._url = url
        self.state = State(clock=clock or Clock())
        self.service = Service(self.state)
        self._server = Server(self.service, host, port)
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Sandbox:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        if error is None:
            self._tell()

    def start(self) -> Sandbox:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Raises ExceptionGroup where the box or a hook failed."""
        self._stop()
        self._tell()

    @property
    def server_url(self) -> str:
        host, port = self._server.server_address[:2]
        return self._url or f"http://{host!s}:{port}"

    @property
    def api_url(self) -> str:
        return self.server_url

    @property
    def graphql_url(self) -> str:
        return f"{self.server_url}/graphql"

    @property
    def clock(self) -> Clock:
        return self.state.clock

    @property
    def faults(self) -> Faults:
        return self.service.faults

    @property
    def journal(self) -> Journal:
        return self.service.journal

    @property
    def limits(self) -> Limits:
        return self.state.limits

    def before_request(self, hook: Hook | None) -> None:
        """Calls `hook` at each request boundary, counted from 1 again; None takes it away."""
        self.service.restart_count()
        self.service.before_request = hook

    def user(self, login: str, *, kind: str = "User") -> User:
        return self.state.add_user(login, kind=kind)

    def repo(
        self,
        full_name: str,
        files: Files | None = None,
        *,
        private: bool = False,
        default_branch: str = "main",
    ) -> RepoHandle:
        """A new repository with its first commit; without files it is empty."""
        owner, _, name = full_name.partition("/")
        with self.state.lock:
            made = Repo(
                id=self.state.next_id(),
                owner=self.state.add_user(owner),
                name=name,
                default_branch=default_branch,
                private=private,
                git=self.state.new_store(),
                space="",
                parent=None,
                created_at=self.clock.now,
            )
            self.state.repos[made.full_name.lower()] = made
        if default_branch != "main":
            made.git.run("symbolic-ref", "HEAD", f"refs/heads/{default_branch}")
        handle = RepoHandle(self.state, made)
        if files is not None:
            handle.commit(default_branch, files, message="First commit")
        return handle

    def job_token(self, repo: RepoHandle, permissions: Mapping[str, str] = JOB_PERMISSIONS) -> str:
        """The token of a workflow's job: it writes as `github-actions[bot]`, only in this repository."""
        return self._add_token(TokenKind.JOB, self.state.job_user, dict(permissions), repo.record)

    def app_token(
        self, slug: str, permissions: Mapping[str, str] = JOB_PERMISSIONS, *, repo: RepoHandle | None = None
    ) -> str:
        user = self.state.add_user(f"{slug}[bot]", kind="Bot")
        return self._add_token(TokenKind.APP, user, dict(permissions), repo.record if repo else None)

    def personal_token(self, login: str, *, scopes: Iterable[str] | None = None) -> str:
        """`scopes` are those of a classic token, which answers then tell; a fine-grained one has none."""
        given = None if scopes is None else tuple(scopes)
        return self._add_token(TokenKind.PERSONAL, self.state.add_user(login), None, None, scopes=given)

    def token(self, value: str) -> Token:
        """The record behind a token, as `limits` asks for it."""
        return self.state.tokens[value]

    def event(self, name: str, action: str | None = None, **subjects: Any) -> dict[str, Any]:
        """The payload GitHub would send now; see `events.payload` for the subjects."""
        with self.state.lock:
            return events.payload(self._view(), name, action, **subjects)

    def environment(self, name: str, payload: Mapping[str, Any]) -> dict[str, str]:
        """The variables that the runner sets for a job started by this event, but for paths and inputs."""
        return events.environment(name, payload, api_url=self.api_url, server_url=self.server_url)

    def world(self, *, map_body: worlds.MapBody | None = None) -> dict[str, Any]:
        """A snapshot to compare with that of another run; see `world.snapshot`."""
        with self.state.lock:
            return worlds.snapshot(self.state, map_body=map_body)

    def _view(self) -> View:
        return View(state=self.state, host=self.server_url)

    def _add_token(
        self,
        kind: TokenKind,
        user: User,
        permissions: dict[str, str] | None,
        repo: Repo | None,
        *,
        scopes: tuple[str, ...] | None = None,
    ) -> str:
        # with the prefix and length of real ones, so that whatever tells tokens apart or hides them does so here
        value = _PREFIXES[kind] + f"sandbox{len(self.state.tokens) + 1}".rjust(36, "0")
        self.state.tokens[value] = Token(
            value=value, kind=kind, user=user, permissions=permissions, repo=repo, scopes=scopes
        )
        return value

    def _stop(self) -> None:
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._thread = None
        self._server.server_close()
        self.state.close()

    def _tell(self) -> None:
        if self.service.crashes:
            raise ExceptionGroup("inside the sandbox or a hook", self.service.crashes)
