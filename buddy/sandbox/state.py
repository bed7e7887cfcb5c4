"""Everything the box knows, in memory, with ids that are the same in every run."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from itertools import count
from pathlib import Path

from buddy.sandbox.clock import Clock
from buddy.sandbox.git.objects import Signature
from buddy.sandbox.git.process import Git
from buddy.sandbox.limits import Limits
from buddy.sandbox.records import (
    Issue,
    IssueComment,
    Repo,
    Review,
    ReviewComment,
    Thread,
    Token,
    TokenKind,
    User,
)
from buddy.sandbox.refusal import not_found

JOB_LOGIN = "github-actions[bot]"
_JOB_USER_ID = 41898282
_ROOM = 1 << 30
_FIRST_ID = 2_000_000_001
"""Ten digits, so that an id in a text cannot be taken for a line number or a count."""


class State:
    """Not safe by itself: who reads or writes holds `lock`."""

    def __init__(self, *, clock: Clock) -> None:
        self.clock = clock
        self.lock = threading.RLock()
        self.limits = Limits()
        self.users: dict[str, User] = {}
        self.repos: dict[str, Repo] = {}
        self.tokens: dict[str, Token] = {}
        self.issue_comments: dict[int, IssueComment] = {}
        self.review_comments: dict[int, ReviewComment] = {}
        self.reviews: dict[int, Review] = {}
        self.threads: dict[int, Thread] = {}
        self._ids = count(_FIRST_ID)
        self._stores: list[Git] = []
        self._folder = Path(tempfile.mkdtemp(prefix="sandbox-", dir=_memory_disk()))
        self.job_user = self.add_user(JOB_LOGIN, kind="Bot", identity=_JOB_USER_ID)

    def next_id(self) -> int:
        return next(self._ids)

    def add_user(self, login: str, *, kind: str = "User", identity: int | None = None) -> User:
        """The person of that login, made where there is none; logins differ by more than case."""
        known = self.users.get(login.lower())
        if known is not None:
            return known
        made = User(id=identity or self.next_id(), login=login, type=kind, created_at=self.clock.now)
        self.users[login.lower()] = made
        return made

    def user(self, login: str) -> User:
        found = self.users.get(login.lower())
        if found is None:
            raise not_found()
        return found

    def repo(self, full_name: str) -> Repo:
        found = self.repos.get(full_name.lower())
        if found is None or found.deleted:
            raise not_found()
        return found

    def issue(self, repo: Repo, number: int) -> Issue:
        found = repo.issues.get(number)
        if found is None:
            raise not_found()
        return found

    def personal(self, user: User) -> Token:
        """The person acting with all rights they have, as through the web page."""
        return Token(value="", kind=TokenKind.PERSONAL, user=user, permissions=None)

    def signature(self, user: User) -> Signature:
        email = f"{user.id}+{user.login}@users.noreply.sandbox.example"
        return Signature(name=user.login, email=email, when=self.clock.now)

    def new_store(self) -> Git:
        store = Git(self._folder / f"{len(self._stores) + 1}.git")
        self._stores.append(store)
        return store

    def close(self) -> None:
        for store in self._stores:
            store.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _memory_disk() -> str | None:
    """A file system in memory where there is a roomy one: git writes many small files; None: the usual place."""
    place = "/dev/shm"  # noqa: S108 - mkdtemp makes a private folder in it
    if os.path.isdir(place) and os.access(place, os.W_OK) and shutil.disk_usage(place).free > _ROOM:
        return place
    return None
