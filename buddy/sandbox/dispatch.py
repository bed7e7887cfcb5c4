"""From a raw request to an answer: who asks, what is asked, may they, does GitHub know such a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from buddy.sandbox import graphql, routes
from buddy.sandbox.contract import check_names, check_values
from buddy.sandbox.permissions import require
from buddy.sandbox.records import Token
from buddy.sandbox.refusal import RefusedError, undocumented
from buddy.sandbox.router import Answer, Call, find_route
from buddy.sandbox.routes.artifacts import file_answer
from buddy.sandbox.shapes.view import View
from buddy.sandbox.state import State

GRAPHQL = "/graphql"
_UNCOUNTED = "/rate_limit"
_JSON_KINDS = re.compile(r"application/vnd\.github(\.v3)?(\.[\w-]+-preview)?(\+json)?")

routes.load()


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request as it came in; header names in lower case, `body` decoded (text where it is no JSON)."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any

    @property
    def mutating(self) -> bool:
        """Whether it means to change something; GraphQL says it inside."""
        if self.path == GRAPHQL:
            query = self.body.get("query") if isinstance(self.body, dict) else None
            return isinstance(query, str) and re.match(r"\s*mutation\b", query) is not None
        return self.method not in ("GET", "HEAD", "OPTIONS")


def authenticate(state: State, request: Request) -> Token | None:
    """None for who shows no token; an unknown one is refused."""
    header = request.headers.get("authorization")
    if not header:
        return None
    token = state.tokens.get(header.partition(" ")[2].strip())
    if token is None:
        raise RefusedError(401, "Bad credentials")
    return token


def answer(view: View, request: Request, token: Token | None) -> Answer:
    """Raises RefusedError; the caller holds the lock, so that each request is one step."""
    path, body = request.path, request.body
    _check_form(request)
    if path != _UNCOUNTED:
        view.state.limits.spend(token)
    file = file_answer(view.state, path)
    if file is not None:
        return file
    if path == GRAPHQL:
        return graphql.answer(view, token, body)
    found = find_route(request.method, path)
    if found is None:
        raise undocumented(f"{request.method} {path} is not served here; see buddy/sandbox/operations.json")
    route, params = found
    check_names(route.operation, request.query, body)
    here = None
    if "owner" in params:
        here = view.state.repo(f"{params['owner']}/{params['repo']}")
        require(token, here, route.scopes, route.level, role=route.role)
    check_values(route.operation, body)
    call = Call(view=view, path=path, token=token, here=here, params=params, query=request.query, body=body)
    return route.handler(call)


def _check_form(request: Request) -> None:
    """JSON in, JSON out; other forms of an answer (`.diff`, `.raw`, `.html` …) are GitHub's, but not served here."""
    if isinstance(request.body, str):
        raise RefusedError(400, "Problems parsing JSON")
    for kind in request.headers.get("accept", "").split(","):
        name = kind.partition(";")[0].strip().lower()
        if name.startswith("application/vnd.github") and not _JSON_KINDS.fullmatch(name):
            raise undocumented(f"the media type {name} is not served here")
