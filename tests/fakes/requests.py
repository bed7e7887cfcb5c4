"""What every request to the fake host has in common: it is counted, it may be refused, and a test can break it."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from buddy.app.ports import Refusal, RefusalKind
from tests.fakes.world import Pull, Thread, World

LONGEST_BODY = 65_536
PER_PAGE = 100

Item = TypeVar("Item")


@dataclass
class _Fault:
    kind: RefusalKind
    method: str | None
    applied: bool
    after: int
    times: int

    def hits(self, method: str, *, writes: bool) -> bool:
        """Counts the calls that it is meant for."""
        if not (self.method == method or (self.method is None and writes)) or not self.times:
            return False
        if self.after:
            self.after -= 1
            return False
        self.times -= 1
        return True


class Requests(World):
    """`calls` lists every method that was called, `writes` what was really changed; `read_only` refuses all writes.

    With `may_open_pulls` off the host opens none, as with the setting of a repository. `before_request` is called at
    each boundary, so that another run can happen there. A write to a branch outside `buddy/` is an AssertionError,
    which no verb catches (P2).
    """

    read_only = False
    may_open_pulls = True
    may_resolve = True
    account_type = "Bot"
    before_request: Callable[[], None] | None = None

    def __init__(self, **names: str) -> None:
        super().__init__(**names)
        self._forget()

    def with_token(self, *, login: str, account_type: str = "Bot", may_open_pulls: bool = True) -> Self:
        """The same world through another token: an account, a count and faults of its own."""
        other = copy.copy(self)
        other.login, other.account_type, other.may_open_pulls = login, account_type, may_open_pulls
        other.before_request = None
        other._forget()
        return other

    def refuse(
        self, kind: RefusalKind, *, method: str | None = None, applied: bool = False, after: int = 0, times: int = 1
    ) -> None:
        """The next calls of `method` (None: any that writes) fail; with `applied` they have happened all the same.

        `after` so many of them that go well.
        """
        self._faults.append(_Fault(kind, method, applied, after, times))

    def requests(self) -> tuple[int, int]:
        return self._sent, self._sent_writes

    def _forget(self) -> None:
        self.calls: list[str] = []
        self.writes: list[str] = []
        self._faults: list[_Fault] = []
        self._sent = 0
        self._sent_writes = 0

    def _pull(self, number: int) -> Pull:
        if number not in self.pull_requests:
            raise Refusal(RefusalKind.NOT_FOUND, f"no pull request {number}")
        return self.pull_requests[number]

    def _thread(self, number: int) -> Thread:
        if number not in self.pull_requests and number not in self.issues:
            raise Refusal(RefusalKind.NOT_FOUND, f"no issue {number}")
        return self.thread(number)

    @contextlib.contextmanager
    def _request(self, method: str, *, writes: bool = False) -> Iterator[None]:
        self._boundary()
        self.calls.append(method)
        self._sent += 1
        self._sent_writes += writes
        fault = next((each for each in self._faults if each.hits(method, writes=writes)), None)
        if fault is not None and not fault.applied:
            raise Refusal(fault.kind, f"{method} was refused by a test")
        yield
        if fault is not None:
            raise Refusal(fault.kind, f"the answer to {method} was lost by a test")

    def _paged(self, items: Sequence[Item]) -> Sequence[Item]:
        """A list costs a request for each hundred; the first was counted."""
        self._sent += max(0, -(-len(items) // PER_PAGE) - 1)
        return items

    def _boundary(self) -> None:
        """What happens there makes requests too, at which nothing more happens."""
        hook, self.before_request = self.before_request, None
        if hook is not None:
            hook()
            self.before_request = hook

    @contextlib.contextmanager
    def _write(self, method: str, number: int | None = None) -> Iterator[None]:
        with self._request(method, writes=True):
            if self.read_only:
                raise Refusal(RefusalKind.READ_ONLY, "the job's token may not do this")
            if number is not None and self._thread(number).locked:
                raise Refusal(RefusalKind.LOCKED, "the conversation is locked")
            yield


def check_body(body: str, *, blank: bool = False) -> None:
    """`blank`: may say nothing, as the body of a pull request may."""
    if (not blank and not body.strip()) or len(body) > LONGEST_BODY:
        raise Refusal(RefusalKind.UNPROCESSABLE, "the body is empty or too long")
