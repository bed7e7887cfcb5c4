"""From a raw request to an answer: who asks, what is asked, may they, does GitHub know such a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from buddy.sandbox import graphql, routes
from buddy.sandbox.contract import check_names, check_values
from buddy.sandbox.permissions import require
from buddy.sandbox.records import Token
from buddy.sandbox.refusal import RefusedError, undocumented
from buddy.sandbox.router import Answer, Call, find_route
from buddy.sandbox.routes.artifacts import file_answer
from buddy.sandbox.shapes.view import View

GRAPHQL = "/graphql"
_UNCOUNTED = "/rate_limit"
_JSON_KINDS = re.compile(r"application/vnd\.github(\.v3)?(\.[\w-]+-preview)?(\+json)?")

routes.load()


def is_mutating(method: str, path: str, body: Any) -> bool:
    """Whether the request means to change something; GraphQL says it inside."""
    if path == GRAPHQL:
        query = body.get("query", "") if isinstance(body, dict) else ""
        return bool(re.match(r"\s*mutation\b", query if isinstance(query, str) else ""))
    return method not in ("GET", "HEAD", "OPTIONS")


def check_accept(header: str | None) -> None:
    """Other forms of an answer (`.diff`, `.raw`, `.html` …) are GitHub's, but not served here."""
    for kind in (header or "").split(","):
        name = kind.partition(";")[0].strip().lower()
        if name.startswith("application/vnd.github") and not _JSON_KINDS.fullmatch(name):
            raise undocumented(f"the media type {name} is not served here")


def authenticate(view: View, header: str | None) -> Token | None:
    """None for who shows no token; an unknown one is refused."""
    if not header:
        return None
    token = view.state.tokens.get(header.partition(" ")[2].strip())
    if token is None:
        raise RefusedError(401, "Bad credentials")
    return token


def answer(
    view: View,
    *,
    method: str,
    path: str,
    query: Mapping[str, str],
    body: Any,
    token: Token | None,
) -> Answer:
    """Raises RefusedError; the caller holds the lock, so that each request is one step."""
    if isinstance(body, str):
        raise RefusedError(400, "Problems parsing JSON")
    if path != _UNCOUNTED:
        view.state.limits.spend(token)
    file = file_answer(view.state, path)
    if file is not None:
        return file
    if path == GRAPHQL:
        return graphql.answer(view, token, body)
    found = find_route(method, path)
    if found is None:
        raise undocumented(f"{method} {path} is not served here; see buddy/sandbox/operations.json")
    route, params = found
    check_names(route.operation, query, body)
    here = None
    if "owner" in params:
        here = view.state.repo(f"{params['owner']}/{params['repo']}")
        require(token, here, route.scopes, route.level, role=route.role)
    check_values(route.operation, body)
    return route.handler(Call(view=view, path=path, token=token, here=here, params=params, query=query, body=body))
