"""Answers the three GraphQL operations that are served; anything else is undocumented here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from buddy.sandbox.graphql.document import Selection, UnreadableError, parse
from buddy.sandbox.permissions import NOT_BY_INTEGRATION, may_moderate, may_resolve
from buddy.sandbox.records import IssueComment, Repo, ReviewComment, Thread, Token, User
from buddy.sandbox.refusal import RefusedError, undocumented
from buddy.sandbox.router import Answer
from buddy.sandbox.shapes.view import View, node_id

Node = Mapping[str, Any]
_CLASSIFIERS = {"SPAM", "ABUSE", "OFF_TOPIC", "OUTDATED", "DUPLICATE", "RESOLVED", "LOW_QUALITY"}


class _GraphError(Exception):
    """An error that GraphQL reports inside a 200."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def answer(view: View, token: Token | None, body: Any) -> Answer:
    """200 with `data` and, where something went wrong, `errors`, as GraphQL does."""
    if token is None:
        raise RefusedError(401, "This endpoint requires you to be authenticated.")
    if not isinstance(body, dict) or body.keys() - {"query", "variables", "operationName"}:
        raise undocumented("POST /graphql takes query, variables and operationName")
    try:
        kind, selections = parse(str(body.get("query", "")), body.get("variables") or {})
    except UnreadableError as problem:
        raise undocumented(f"GraphQL: {problem}") from None
    data: dict[str, Any] = {}
    errors, effects = [], []
    for each in selections:
        handler = _ROOTS.get((kind, each.name))
        if handler is None:
            raise undocumented(f"GraphQL {kind} {each.name} is not served here")
        try:
            found, effect = handler(view, token, each.arguments)
            data[each.alias] = _project(found, each)
            effects += [effect] if effect else []
        except _GraphError as problem:
            data[each.alias] = None
            errors.append({"type": problem.kind, "path": [each.alias], "message": str(problem)})
    return Answer(
        body={"data": data, **({"errors": errors} if errors else {})},
        effect="; ".join(effects) or None,
    )


def _minimize(view: View, token: Token, arguments: Node) -> tuple[Node, str]:
    wanted = arguments.get("input") or {}
    subject = _comment(view, wanted.get("subjectId"))
    if wanted.get("classifier") not in _CLASSIFIERS:
        raise _GraphError("INVALID", "classifier is not one of the known ones")
    repo = subject.issue.repo if isinstance(subject, IssueComment) else subject.pull.repo
    _check_writer(token, repo)
    subject.minimized = str(wanted["classifier"]).lower().replace("_", "-")
    shape = {"isMinimized": True, "minimizedReason": subject.minimized}
    return _payload(wanted, minimizedComment=shape), f"minimized {subject.id}"


def _resolve_thread(view: View, token: Token, arguments: Node) -> tuple[Node, str]:
    wanted = arguments.get("input") or {}
    number = _number(wanted.get("threadId"), "PRRT")
    thread = view.state.threads.get(number)
    if thread is None:
        raise _unknown(wanted.get("threadId"))
    if not may_resolve(token, thread.pull.repo):
        raise _GraphError("FORBIDDEN", NOT_BY_INTEGRATION)
    thread.resolved_by = token.user
    return _payload(wanted, thread=_thread(thread)), f"resolved thread {thread.id}"


def _repository(view: View, _token: Token, arguments: Node) -> tuple[Node, None]:
    try:
        repo = view.state.repo(f"{arguments.get('owner')}/{arguments.get('name')}")
    except RefusedError:
        raise _GraphError("NOT_FOUND", "Could not resolve to a Repository with that name.") from None

    def pull(asked: Node) -> Node:
        issue = repo.issues.get(asked.get("number") or 0)
        if issue is None or issue.pull is None:
            raise _GraphError("NOT_FOUND", "Could not resolve to a PullRequest with that number.")
        found = issue.pull
        return {"number": found.number, "reviewThreads": lambda page: _page(found.threads, page, _thread)}

    return {"pullRequest": pull}, None


_ROOTS: dict[tuple[str, str], Callable[[View, Token, Node], tuple[Node, str | None]]] = {
    ("mutation", "minimizeComment"): _minimize,
    ("mutation", "resolveReviewThread"): _resolve_thread,
    ("query", "repository"): _repository,
}


def _thread(it: Thread) -> Node:
    first = it.comments[0]
    return {
        "id": node_id("PRRT", it.id),
        "isResolved": it.resolved_by is not None,
        "isOutdated": first.subject == "line" and first.now is None,
        "path": first.spot.path,
        "line": first.now.line if first.now else None,
        "resolvedBy": _login(it.resolved_by),
        "comments": lambda page: _page(it.comments, page, _comment_node),
    }


def _comment_node(it: ReviewComment) -> Node:
    return {
        "id": node_id("PRRC", it.id),
        "databaseId": it.id,
        "body": it.body,
        "author": _login(it.user),
        "isMinimized": it.minimized is not None,
        "minimizedReason": it.minimized,
    }


def _login(user: User | None) -> Node | None:
    """GraphQL names bots without the `[bot]` that REST puts behind."""
    return None if user is None else {"login": user.login.removesuffix("[bot]")}


def _page(items: Sequence[Any], page: Node, shape: Callable[[Any], Node]) -> Node:
    """A connection: `first` is required, at most 100; the cursor is the place in the list."""
    size = page.get("first")
    if not isinstance(size, int) or not 1 <= size <= 100:
        raise _GraphError("EXCESSIVE_PAGINATION", "`first` must be between 1 and 100")
    start = int(page.get("after") or 0)
    shown = items[start : start + size]
    return {
        "nodes": [shape(each) for each in shown],
        "totalCount": len(items),
        "pageInfo": {
            "hasNextPage": start + size < len(items),
            "endCursor": str(start + len(shown)) if shown else None,
        },
    }


def _project(node: Any, selection: Selection) -> Any:
    """Only what was asked for, as GraphQL gives it; a field that the box does not know is undocumented."""
    if callable(node):
        node = node(selection.arguments)
    if isinstance(node, list):
        return [_project(each, selection) for each in node]
    if not isinstance(node, Mapping):
        return node
    if not selection.selections:
        raise undocumented(f"GraphQL: {selection.name} needs a selection of fields")
    found = {}
    for each in selection.selections:
        if each.name not in node:
            raise undocumented(f"GraphQL: {selection.name}.{each.name} is not served here")
        found[each.alias] = _project(node[each.name], each)
    return found


def _payload(wanted: Node, **parts: Any) -> Node:
    return {"clientMutationId": wanted.get("clientMutationId"), **parts}


def _comment(view: View, node: Any) -> IssueComment | ReviewComment:
    found: IssueComment | ReviewComment | None
    if str(node).startswith("PRRC_"):
        found = view.state.review_comments.get(_number(node, "PRRC"))
    else:
        found = view.state.issue_comments.get(_number(node, "IC"))
    if found is None:
        raise _unknown(node)
    return found


def _number(node: Any, kind: str) -> int:
    text = str(node).removeprefix(node_id(kind, ""))
    if not text.isdigit():
        raise _unknown(node)
    return int(text)


def _unknown(node: Any) -> _GraphError:
    return _GraphError("NOT_FOUND", f"Could not resolve to a node with the global id of '{node}'")


def _check_writer(token: Token, repo: Repo) -> None:
    if not may_moderate(token, repo):
        raise _GraphError("FORBIDDEN", NOT_BY_INTEGRATION)
