"""Failures on demand, limits, the journal, and another client at a request boundary."""

from __future__ import annotations

import http.client

import pytest

from buddy.sandbox import Fault, Kind, Sandbox, secondary_limit
from tests.sandbox.bare_http import Http

REPO = "/repos/octo/widgets"
COMMENTS = f"{REPO}/issues/1/comments"


def bodies(pull):
    return [each.body for each in pull.comments]


def test_a_refused_request_has_no_effect_and_the_next_one_works(box, pull, http_client):
    box.faults.add(Fault(method="POST", path=r"/comments$", status=502))
    assert http_client("POST", COMMENTS, {"body": "one"}).status == 502
    assert bodies(pull) == []
    assert http_client("POST", COMMENTS, {"body": "two"}).status == 201
    assert [(each.status, each.fault) for each in box.journal] == [(502, "refuse-502"), (201, None)]


@pytest.mark.parametrize(("kind", "left"), [(Kind.DROP, []), (Kind.LOSE_ANSWER, ["one"])])
def test_a_dropped_connection_is_before_the_write_and_a_lost_answer_after_it(box, pull, http_client, kind, left):
    box.faults.add(Fault(kind=kind, mutating=True))
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        http_client("POST", COMMENTS, {"body": "one"})
    assert bodies(pull) == left
    assert box.journal[0].effect is None if kind is Kind.DROP else box.journal[0].effect.startswith("created")


@pytest.mark.parametrize("kth", [1, 2, 3])
def test_the_kth_write_is_hit_and_reads_are_not_counted(box, pull, http_client, kth):
    box.faults.add(Fault(mutating=True, nth=kth, status=500))
    got = []
    for number in range(1, 4):
        http_client("GET", COMMENTS)
        got.append(http_client("POST", COMMENTS, {"body": f"{number}"}).status)
    assert got == [500 if number == kth else 201 for number in range(1, 4)]


def test_a_fault_may_last(box, pull, http_client):
    box.faults.add(Fault(path="/comments", nth=2, times=None, status=503))
    assert [http_client("GET", COMMENTS).status for _ in range(4)] == [200, 503, 503, 503]
    box.faults.clear()
    assert http_client("GET", COMMENTS).status == 200


def test_a_delay_only_delays(box, pull, http_client):
    box.faults.add(Fault(kind=Kind.DELAY, seconds=0.05))
    assert http_client("POST", COMMENTS, {"body": "late"}).status == 201
    assert box.journal[0].fault == "delay"


@pytest.mark.parametrize("status", [403, 429])
def test_the_secondary_limit_says_how_long_to_wait(box, pull, http_client, status):
    box.faults.add(secondary_limit(status=status, retry_after=7))
    assert http_client("GET", COMMENTS).status == 200
    reply = http_client("POST", COMMENTS, {"body": "x"})
    assert (reply.status, reply.headers["retry-after"]) == (status, "7")
    assert "secondary rate limit" in reply.body["message"]


def test_every_answer_tells_the_budget_and_an_empty_one_refuses(box, pull, job, http_client):
    first, second = http_client("GET", REPO).headers, http_client("GET", REPO).headers
    assert int(first["x-ratelimit-remaining"]) == int(second["x-ratelimit-remaining"]) + 1
    assert first["x-ratelimit-limit"] == "1000"
    box.limits.exhaust(box.token(job))
    reply = http_client("GET", REPO)
    assert (reply.status, reply.headers["x-ratelimit-remaining"]) == (403, "0")
    assert reply.body["message"].startswith("API rate limit exceeded")
    assert http_client("GET", "/rate_limit").body["rate"]["remaining"] == 0
    box.limits.refill()
    assert http_client("GET", REPO).status == 200


def test_pygithub_reads_its_limit(box, pull, github):
    assert github.get_rate_limit().rate.limit == 1000


def test_the_journal_tells_who_did_what_in_order(box, pull, http_client):
    http_client("GET", COMMENTS + "?per_page=5")
    http_client("POST", COMMENTS, {"body": "hello"})
    http_client("POST", COMMENTS, {"body": ""})
    read, write, refused = box.journal
    assert (read.method, read.path, read.query, read.mutating) == ("GET", COMMENTS, {"per_page": "5"}, False)
    assert (write.body, write.mutating, write.identity) == ({"body": "hello"}, True, "job:github-actions[bot]")
    assert (refused.status, refused.effect, refused.mutating) == (422, None, True)
    assert box.journal.effects == [write.effect]
    assert box.journal.writes == [write, refused]


def test_another_client_runs_at_a_request_boundary_without_being_counted(box, pull, http_client):
    seen = []

    def second_client(arrival):
        seen.append((arrival.nth, arrival.method, arrival.mutating))
        if arrival.nth == 2:
            assert http_client("POST", COMMENTS, {"body": "in between"}).status == 201

    box.before_request(second_client)
    http_client("GET", COMMENTS)
    http_client("POST", COMMENTS, {"body": "mine"})
    box.before_request(None)
    assert seen == [(1, "GET", False), (2, "POST", True)]
    assert bodies(pull) == ["in between", "mine"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/repos/octo/widgets/nonsense", None),
        ("GET", "/repos/octo/widgets/git/refs", None),
        ("GET", f"{COMMENTS}?colour=blue", None),
        ("GET", f"{REPO}/pulls?state=merged", None),
        ("GET", "//evil/repos/octo/widgets", None),
        ("POST", COMMENTS, {"body": "x", "colour": "blue"}),
        ("POST", f"{REPO}/pulls/1/reviews", {"event": "COMMENT", "comments": [{"path": "a", "body": "b", "lin": 1}]}),
        ("GET", COMMENTS, {"body": "x"}),
        ("POST", "/graphql", {"query": "query { viewer { login } }"}),
        ("POST", "/graphql", {"query": "mutation { addStar(input: {}) { clientMutationId } }"}),
    ],
)
def test_an_undocumented_request_is_an_error_and_stands_in_the_journal(box, pull, http_client, method, path, body):
    assert http_client(method, path, body).status == 418
    assert [each.method for each in box.journal.undocumented] == [method]
    assert box.journal.effects == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (COMMENTS, {}),
        (COMMENTS, {"body": 5}),
        (f"{REPO}/pulls", {"head": "topic"}),
        (f"{REPO}/pulls/1/reviews", {"event": "SHOUT"}),
    ],
)
def test_documented_names_with_wrong_values_get_the_422_of_github(box, pull, http_client, path, body):
    assert http_client("POST", path, body).status == 422
    assert box.journal.undocumented == []


def test_who_may_not_write_hears_that_first(box, repo, pull, http_client):
    assert http_client("POST", COMMENTS, {}, token=box.job_token(repo, {})).status == 403


def test_a_body_that_is_no_json_is_400(box, pull, job):
    connection = http.client.HTTPConnection(box.api_url.removeprefix("http://"))
    connection.request("POST", COMMENTS, b"{nope", {"Authorization": f"token {job}"})
    assert connection.getresponse().status == 400
    connection.close()


def test_the_two_known_false_alarms_are_let_through(box, pull, repo, http_client):
    assert http_client("POST", f"{REPO}/issues/1/labels", ["buddy"]).status == 200
    assert http_client("GET", f"{REPO}/git/matching-refs/heads/?per_page=100").status == 200
    assert box.journal.undocumented == []


def test_a_bug_of_the_box_is_a_500_and_is_raised_when_it_closes():
    box = Sandbox().start()
    box.repo("octo/widgets", {"a": "1"})
    box.state.repos["octo/widgets"].git = None
    connection = http.client.HTTPConnection(box.api_url.removeprefix("http://"))
    connection.request("GET", f"{REPO}/branches")
    status = connection.getresponse().status
    connection.close()
    with pytest.raises(ExceptionGroup, match="inside the sandbox"):
        box.close()
    assert status == 500


def test_a_hook_that_fails_fails_the_test():
    def hook(_arrival):
        raise AssertionError("not as it should be")

    box = Sandbox().start()
    box.repo("octo/widgets", {"a": "1"})
    box.before_request(hook)
    assert Http(box.api_url, None)("GET", REPO).status == 200
    with pytest.raises(ExceptionGroup) as caught:
        box.close()
    assert "not as it should be" in str(caught.value.exceptions[0])
