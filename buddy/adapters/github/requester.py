"""PyGithub's requester with Buddy's rules for repeating: where every request of a run passes.

A read is repeated after a lost answer or a 5xx. A write is repeated only after a rate limit's refusal, which proves
that it did not happen. All waiting counts against the run's cap.
"""

from __future__ import annotations

import email.utils
import json
from collections.abc import Mapping
from typing import Any, Final

from github import Auth
from github.Requester import Requester

from buddy import __version__
from buddy.adapters.github.graph import as_rest, changes_something
from buddy.adapters.github.pace import Pace
from buddy.adapters.github.refusal import is_rate_limit
from buddy.adapters.github.writes import check_graph, check_write

READ_TRIES: Final = 4
TIMEOUT: Final = 20  # seconds until an answer begins
SECONDARY_WAIT: Final = 60.0  # what GitHub asks for where it sends no retry-after
API_VERSION: Final = "2022-11-28"


class PatientRequester(Requester):
    """Counts, paces, repeats and guards; `root` is the path of the only repository that may be written."""

    def __init__(self, *, root: str, base_url: str, auth: Auth.Auth | None, per_page: int, pace: Pace) -> None:
        super().__init__(
            auth=auth,
            base_url=base_url,
            timeout=TIMEOUT,
            user_agent=f"buddy-review/{__version__}",
            per_page=per_page,
            verify=True,
            retry=None,
            pool_size=None,
            seconds_between_requests=None,
            seconds_between_writes=None,
            lazy=True,
            api_version=API_VERSION,
        )
        self._root = root
        self._pace = pace
        self.sent = 0
        self.sent_writes = 0

    def requestJson(  # noqa: N802 - PyGithub's name
        self,
        verb: str,
        url: str,
        parameters: dict[str, Any] | None = None,
        headers: dict[str, Any] | None = None,
        input: Any | None = None,  # noqa: A002 - PyGithub's name
        cnx: Any | None = None,
        follow_302_redirect: bool = False,
    ) -> tuple[int, dict[str, Any], str]:
        """Send, wait and repeat as the module says; the last answer is given back whatever its status."""
        writes, graph = verb not in {"GET", "HEAD"}, url == self.graphql_url
        if graph:
            check_graph(verb, input)
            writes = changes_something(input)
        elif writes:
            check_write(verb, url.removeprefix(self._root) if url.startswith(self._root + "/") else url, input)
        tries = 1 if writes else READ_TRIES
        for attempt in range(1, 1000):  # the cap on waiting ends it long before
            try:
                self._count(writes=writes)
                # The headers are copied because PyGithub adds to them.
                status, answered, body = super().requestJson(
                    verb, url, parameters, dict(headers or {}), input, cnx, follow_302_redirect
                )
                status, body = as_rest(status, body) if graph else (status, body)
            except OSError:
                if attempt >= tries or not self._pace.wait(_backoff(attempt)):
                    raise
                continue
            finally:
                if writes:
                    self._pace.after_write()
            pause = self._pause(status, answered, body, attempt=attempt, tries=tries)
            if pause is None or not self._pace.wait(pause):
                break
        return status, answered, body

    def _count(self, *, writes: bool) -> None:
        self.sent += 1
        if writes:
            self._pace.before_write()
            self.sent_writes += 1

    def _pause(self, status: int, headers: Mapping[str, Any], body: str, *, attempt: int, tries: int) -> float | None:
        """Seconds until the same request is worth sending again, None where it is not."""
        if status < 400:
            return None
        if is_rate_limit(status, headers, _decoded(body)):
            return self._asked_wait(headers, attempt=attempt)
        return _backoff(attempt) if status >= 500 and attempt < tries else None

    def _asked_wait(self, headers: Mapping[str, Any], *, attempt: int) -> float:
        """What GitHub asks for: retry-after, else the reset by GitHub's own clock, else a minute that doubles."""
        after = str(headers.get("retry-after", ""))
        if after.isdigit():
            return max(float(after), 1.0)
        reset = str(headers.get("x-ratelimit-reset", ""))
        if str(headers.get("x-ratelimit-remaining", "")) == "0" and reset.isdigit():
            return max(float(reset) - self._their_now(headers), 0.0) + 1.0
        return float(SECONDARY_WAIT * 2 ** (attempt - 1))

    def _their_now(self, headers: Mapping[str, Any]) -> float:
        """The server's clock where it tells it: a runner's may be off (ACT-10)."""
        try:
            return email.utils.parsedate_to_datetime(str(headers["date"])).timestamp()
        except (KeyError, ValueError):
            return self._pace.now()


def _backoff(attempt: int) -> float:
    return float(2 ** (attempt - 1))


def _decoded(body: str) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None
