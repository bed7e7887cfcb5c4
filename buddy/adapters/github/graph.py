"""The little of GraphQL that REST lacks: which documents are ever sent, and what their refusals mean as a status.

A refusal comes inside a 200. As the status that REST would have given, it is paced, repeated and told like any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

THREADS: Final = """\
query Threads($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        nodes { id isResolved comments(first: 1) { nodes { databaseId } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
"""
MINIMISE: Final = """\
mutation Minimise($subject: ID!) {
  minimizeComment(input: {subjectId: $subject, classifier: OUTDATED}) { minimizedComment { isMinimized } }
}
"""
RESOLVE: Final = """\
mutation Resolve($thread: ID!) {
  resolveReviewThread(input: {threadId: $thread}) { thread { isResolved } }
}
"""
_DOCUMENTS: Final = {THREADS: False, MINIMISE: True, RESOLVE: True}
"""All that Buddy ever asks, and whether it changes something; others are not sent (P2, P7)."""

_STATUSES: Final = {"FORBIDDEN": 403, "NOT_FOUND": 404, "RATE_LIMITED": 429, "UNPROCESSABLE": 422}


def is_known(body: object) -> bool:
    """Whether a request holds one of the documents above."""
    return _document(body) in _DOCUMENTS


def changes_something(body: object) -> bool:
    """Whether it is a mutation."""
    return _DOCUMENTS.get(_document(body), True)


def as_rest(status: int, body: str) -> tuple[int, str]:
    """An answer with the status and the message that REST would give to it; 502 where GraphQL failed by itself."""
    if status != 200:
        return status, body
    try:
        answer = json.loads(body)
    except ValueError:
        return 502, body
    errors = answer.get("errors") if isinstance(answer, dict) else None
    if not errors:
        return status, body
    first = errors[0] if isinstance(errors, list) and isinstance(errors[0], dict) else {}
    message = first.get("message")
    told = {"message": message if isinstance(message, str) else ""}
    kind = first.get("type")
    return _STATUSES.get(kind if isinstance(kind, str) else "", 422 if kind else 502), json.dumps(told)


def _document(body: object) -> str:
    query = body.get("query") if isinstance(body, Mapping) else None
    return query if isinstance(query, str) else ""


def at(answer: Any, *names: str) -> Any:
    """What stands below these names; ValueError where the answer has another shape."""
    for name in names:
        if not isinstance(answer, dict) or name not in answer:
            raise ValueError(f"no {name}")
        answer = answer[name]
    return answer
