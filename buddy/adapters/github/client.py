"""One HTTP conversation with GitHub: patient reads, writes that are sent once, a cap on all waiting, a count.

PyGithub brings authentication, addresses and paging. Its own retries repeat POSTs after a lost answer and wait without
an upper bound, and its objects fetch a missing field by a hidden request (PyGithub#3007), so neither is used.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from github import Auth, GithubException
from github.GithubObject import NonCompletableGithubObject
from github.PaginatedList import PaginatedList
from pydantic import SecretStr, ValidationError

from buddy.adapters.github.pace import Pace
from buddy.adapters.github.refusal import classify
from buddy.adapters.github.requester import PatientRequester
from buddy.app.ports import Refusal, RefusalKind
from buddy.core.errors import InputError

PER_PAGE: Final = 100


class Client:
    """Requests below one repository; every failure is a Refusal whose message names what was being done."""

    def __init__(self, *, repository: str, token: SecretStr | None, base_url: str, pace: Pace | None = None) -> None:
        address = urlsplit(base_url)
        if address.scheme not in {"http", "https"} or not address.hostname:
            raise InputError(f"GITHUB_API_URL: {base_url!r} is no http or https address")
        self._root = f"/repos/{repository}"
        self._scheme = address.scheme
        self.owner, _, self.name = repository.partition("/")
        self._pace = pace or Pace()
        self._requester = PatientRequester(
            root=self._root,
            base_url=base_url.rstrip("/"),
            auth=Auth.Token(token.get_secret_value()) if token and token.get_secret_value() else None,
            per_page=PER_PAGE,
            pace=self._pace,
        )

    def get(self, path: str, *, doing: str, query: Mapping[str, str] | None = None) -> Any:
        """The decoded answer to a GET."""
        with self.refusing(doing):
            return self._ask("GET", path, parameters=dict(query or {}))

    def user(self, *, doing: str) -> Any:
        """The decoded answer to who the token's person is, the one question that is about no repository."""
        with self.refusing(doing):
            return self._requester.requestJsonAndCheck("GET", "/user")[1]

    def list(self, path: str, *, doing: str, query: Mapping[str, str] | None = None) -> list[Any]:
        """The items of all pages."""
        with self.refusing(doing):
            rows: Iterable[_Row] = PaginatedList(_Row, self._requester, self._root + path, dict(query or {}))
            return [row.raw_data for row in rows]

    def pages(self, path: str, *, doing: str, query: Mapping[str, str], most: int) -> tuple[tuple[Any, ...], bool]:
        """The decoded answers of at most so many pages, and whether these are all of them."""
        found: tuple[Any, ...] = ()
        url: str | None = self._root + path
        parameters = {"per_page": str(PER_PAGE), **query}
        with self.refusing(doing):
            while url is not None and len(found) < most:
                headers, answer = self._requester.requestJsonAndCheck("GET", url, parameters=parameters)
                found += (answer,)
                url, parameters = _next(headers), {}  # the link holds them
        return found, url is None

    def leads_to(self, path: str, *, doing: str) -> str:
        """The address that a GET redirects to, which may be on another server."""
        with self.refusing(doing):
            headers, _ = self._requester.requestJsonAndCheck("GET", self._root + path)
            if not headers.get("location"):
                raise ValueError("no redirect")
            return str(headers["location"])

    @property
    def schemes(self) -> frozenset[str]:
        """What addresses may begin with: the encrypted one, and the API's own where that is another."""
        return frozenset({"https", self._scheme})

    def write(self, verb: str, path: str, *, doing: str, body: Mapping[str, object] | None = None) -> Any:
        """The decoded answer to a write that `writes` allows; UNAVAILABLE means it may or may not have happened."""
        with self.refusing(doing):
            return self._ask(verb, path, input=None if body is None else dict(body))

    def graph(self, document: str, variables: Mapping[str, object], *, doing: str) -> Any:
        """The decoded answer to one of the documents of `graph`."""
        body = {"query": document, "variables": dict(variables)}
        with self.refusing(doing):
            return self._requester.requestJsonAndCheck("POST", self._requester.graphql_url, input=body)[1]

    @property
    def requests(self) -> tuple[int, int]:
        """Requests sent so far, and how many of them could write; a repeated one counts each time."""
        return self._requester.sent, self._requester.sent_writes

    def close(self) -> None:
        """Close the connections; the client opens new ones when used again."""
        self._requester.close()

    @contextlib.contextmanager
    def refusing(self, doing: str) -> Iterator[None]:
        """Turn whatever goes wrong inside into a Refusal; also for reading an answer's fields."""
        try:
            yield
        except GithubException as error:
            raise self._refusal(doing, error) from error
        except ValidationError as error:
            fields = ", ".join(sorted({".".join(map(str, item["loc"])) for item in error.errors()}))
            raise _unavailable(doing, f"the answer lacks what the API documents ({fields})") from error
        except OSError as error:  # requests' exceptions are all of this kind
            raise _unavailable(doing, f"no answer from {self._requester.hostname} ({type(error).__name__})") from error
        except (AssertionError, RuntimeError, ValueError) as error:
            # What PyGithub raises on links to another server, redirects to another host and cut-off JSON. The text
            # may repeat a header, so only its kind is told.
            raise _unavailable(doing, f"the answer is not GitHub's ({type(error).__name__})") from error

    def _ask(self, verb: str, path: str, **rest: Any) -> Any:
        return self._requester.requestJsonAndCheck(verb, self._root + path, **rest)[1]

    def _refusal(self, doing: str, error: GithubException) -> Refusal:
        headers = {name.lower(): str(value) for name, value in (error.headers or {}).items()}
        kind, message = classify(error.status, headers, error.data)
        if kind is RefusalKind.RATE_LIMIT:
            waited = f"waited {self._pace.waited:.0f} s of at most {self._pace.total_wait:.0f} s in all"
            return Refusal(kind, f"{doing} was left undone ({waited}): {message}")
        return Refusal(kind, f"{doing} did not work: {message}")


def _next(headers: Mapping[str, Any]) -> str | None:
    found = re.search(r'<([^<>]+)>;\s*rel="next"', str(headers.get("link", "")))
    return found[1] if found else None


def _unavailable(doing: str, what: str) -> Refusal:
    remedy = "check GITHUB_API_URL and the network, then run the job again: it goes on where this one stopped"
    return Refusal(RefusalKind.UNAVAILABLE, f"{doing} did not work: {what}; {remedy}")


class _Row(NonCompletableGithubObject):
    """An item of a list as it came, without attributes of its own."""

    def _initAttributes(self) -> None:  # noqa: N802 - PyGithub's name
        pass

    def _useAttributes(self, attributes: dict[str, Any]) -> None:  # noqa: N802 - PyGithub's name
        pass
