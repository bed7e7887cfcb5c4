"""GraphQL over canned HTTP: only Buddy's own documents are sent, and a refusal inside a 200 is one like any other."""

from __future__ import annotations

from typing import Any

import pytest
import responses

from buddy.adapters.github.graph import MINIMISE, RESOLVE, THREADS
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.writes import ForbiddenWrite, check_graph
from buddy.app.ports import Refusal, RefusalKind


@pytest.mark.parametrize(
    "body",
    [
        {"query": "mutation { mergePullRequest(input: {pullRequestId: 1}) { clientMutationId } }"},
        {"query": f"{MINIMISE} "},
        {"query": None},
        {},
        None,
    ],
)
def test_p2_a_document_of_another_is_never_sent(body: object) -> None:
    with pytest.raises(ForbiddenWrite):
        check_graph("POST", body)


@pytest.mark.parametrize("document", [THREADS, MINIMISE, RESOLVE])
def test_own_documents_are_posted_and_nothing_else(document: str) -> None:
    check_graph("POST", {"query": document, "variables": {}})
    with pytest.raises(ForbiddenWrite):
        check_graph("DELETE", {"query": document, "variables": {}})


def _errors(kind: str | None) -> dict[str, Any]:
    return {"data": None, "errors": [{"message": "no", **({"type": kind} if kind else {})}]}


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"json": _errors("FORBIDDEN")}, RefusalKind.MISSING_PERMISSION),
        (
            {"json": {"errors": [{"type": "FORBIDDEN", "message": "Resource not accessible by integration"}]}},
            RefusalKind.READ_ONLY,
        ),
        ({"json": _errors("NOT_FOUND")}, RefusalKind.NOT_FOUND),
        ({"json": _errors("INVALID")}, RefusalKind.UNPROCESSABLE),
        ({"json": _errors(None)}, RefusalKind.UNAVAILABLE),
        ({"json": {"errors": "odd"}}, RefusalKind.UNAVAILABLE),
        ({"body": "<html>"}, RefusalKind.UNAVAILABLE),
        ({"json": {"message": "x"}, "status": 502}, RefusalKind.UNAVAILABLE),
        ({"json": {"message": "Bad credentials"}, "status": 401}, RefusalKind.BAD_TOKEN),
    ],
)
def test_a_refusal_inside_an_answer_is_told_as_one(
    http: responses.RequestsMock, host: GithubHost, graph: str, answer: dict[str, Any], kind: RefusalKind
) -> None:
    http.post(graph, **answer)
    with pytest.raises(Refusal) as caught:
        host.minimise("PRRC_1")
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"repository": None},
        {"repository": {"pullRequest": {"reviewThreads": {"nodes": [], "pageInfo": {}}}}},
        {"repository": {"pullRequest": {"reviewThreads": {"nodes": [{"id": "x"}], "pageInfo": {}}}}},
    ],
)
def test_an_answer_of_another_shape_is_no_answer(
    http: responses.RequestsMock, host: GithubHost, graph: str, data: object
) -> None:
    http.post(graph, json={"data": data})
    with pytest.raises(Refusal) as caught:
        host.threads(1)
    assert caught.value.kind is RefusalKind.UNAVAILABLE


def test_p11_pages_of_threads_that_never_end_are_left(
    http: responses.RequestsMock, host: GithubHost, graph: str
) -> None:
    node = {"id": "T", "isResolved": False, "comments": {"nodes": [{"databaseId": 5}]}}
    empty = {"id": "U", "isResolved": False, "comments": {"nodes": []}}
    page = {"nodes": [node, empty], "pageInfo": {"hasNextPage": True, "endCursor": "c"}}
    http.post(graph, json={"data": {"repository": {"pullRequest": {"reviewThreads": page}}}})
    assert len(host.threads(1)) == 20
    assert host.requests() == (20, 0)


def test_a_limit_is_waited_for_and_the_mutation_sent_again(
    http: responses.RequestsMock, host: GithubHost, graph: str, clock: Any
) -> None:
    http.post(graph, json=_errors("RATE_LIMITED"))
    http.post(graph, json={"data": {}})
    host.resolve_thread("T")
    assert host.requests() == (2, 2)
    assert clock.slept == [60.0]
