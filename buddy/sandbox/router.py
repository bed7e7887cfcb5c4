"""Which handler answers which documented request, and what that handler sees and gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from buddy.sandbox.records import Issue, Pull, Repo, Role, Token
from buddy.sandbox.refusal import RefusedError, not_found
from buddy.sandbox.shapes.view import View
from buddy.sandbox.state import State

_GREEDY = {"path", "ref", "branch", "basehead", "base", "head"}
"""Parameters that hold slashes when they stand at the end of a path."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """`effect` says in one line what was written; None for a read. A body of bytes is sent as it is."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    effect: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One request as its handler sees it: authenticated, permitted, checked against the description."""

    view: View
    path: str
    token: Token | None
    here: Repo | None
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any

    @property
    def state(self) -> State:
        return self.view.state

    @property
    def repo(self) -> Repo:
        assert self.here is not None, "only below /repos/{owner}/{repo}"
        return self.here

    @property
    def by(self) -> Token:
        if self.token is None:
            raise RefusedError(401, "Requires authentication")
        return self.token

    @property
    def fields(self) -> dict[str, Any]:
        """The body of a request that sends an object."""
        return self.body if isinstance(self.body, dict) else {}

    def number(self, name: str) -> int:
        text = self.params[name]
        if not text.isascii() or not text.isdigit() or len(text) > 18:
            raise not_found()
        return int(text)

    def issue(self, name: str = "issue_number") -> Issue:
        return self.state.issue(self.repo, self.number(name))

    def pull(self) -> Pull:
        found = self.issue("pull_number").pull
        if found is None:
            raise not_found()
        return found


Handler = Callable[[Call], Answer]


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """`scopes`: any of these permissions at `level` lets a job or app token in; a person needs `role`."""

    method: str
    template: str
    handler: Handler
    scopes: tuple[str, ...]
    level: str
    role: Role
    pattern: re.Pattern[str]

    @property
    def operation(self) -> str:
        return f"{self.method} {self.template}"


ROUTES: list[Route] = []


def route(
    method: str, template: str, *, scopes: tuple[str, ...] = (), role: Role = Role.READ
) -> Callable[[Handler], Handler]:
    """Enters a handler into the table under GitHub's own path template."""

    def enter(handler: Handler) -> Handler:
        ROUTES.append(
            Route(
                method=method,
                template=template,
                handler=handler,
                scopes=scopes,
                level="read" if method == "GET" else "write",
                role=role,
                pattern=_pattern(template),
            )
        )
        return handler

    return enter


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The most literal template wins; parameters come decoded."""
    found = [(each, match) for each in ROUTES if each.method == method and (match := each.pattern.fullmatch(path))]
    if not found:
        return None
    best, match = min(found, key=lambda pair: (pair[0].template.count("{"), -len(pair[0].template)))
    return best, {name: unquote(text) for name, text in match.groupdict().items()}


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    out = []
    for at, part in enumerate(parts):
        if at % 2 == 0:
            out.append(re.escape(part))
        else:
            last = at == len(parts) - 2 and parts[-1] == ""
            out.append(f"(?P<{part}>{'.+' if last and part in _GREEDY else '[^/]+'})")
    return re.compile("".join(out))
