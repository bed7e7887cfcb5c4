"""Issues, labels, edits, and the little of GraphQL that is served."""

from __future__ import annotations

import zipfile

import pytest

REPO = "/repos/octo/widgets"
THREADS = """
query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 1, after: $after) {
        nodes { id isResolved isOutdated comments(first: 1) { nodes { databaseId author { login } } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
"""


def test_a_comment_is_made_edited_read_and_deleted(pull, github):
    issue = github.get_repo("octo/widgets").get_issue(1)
    made = issue.create_comment("one")
    made.edit("two")
    assert issue.get_comment(made.id).body == "two"
    made.delete()
    assert pull.comments == []


@pytest.mark.parametrize(("body", "status"), [("x" * 65_536, 201), ("x" * 65_537, 422), ("", 422), (" \n", 422)])
def test_a_comment_has_a_longest_and_a_shortest_body(pull, http_client, body, status):
    assert http_client("POST", f"{REPO}/issues/1/comments", {"body": body}).status == status


def test_an_edit_may_not_be_longer_either(pull, http_client):
    made = pull.comment("x", by="github-actions[bot]")
    path = f"{REPO}/issues/comments/{made.id}"
    assert http_client("PATCH", path, {"body": "x" * 65_537}).status == 422
    assert http_client("PATCH", f"{REPO}/pulls/1", {"body": "x" * 65_537}).status == 422


def test_a_comment_that_is_gone_is_404_by_its_id(pull, http_client):
    made = pull.comment("x", by="alice")
    made.delete()
    assert http_client("GET", f"{REPO}/issues/comments/{made.id}").status == 404


def test_an_issue_is_opened_labelled_closed_and_found(repo, github):
    there = github.get_repo("octo/widgets")
    made = there.create_issue("A question", "Why?", labels=["help"])
    made.add_to_labels("buddy")
    made.remove_from_labels("help")
    assert [each.name for each in made.get_labels()] == ["buddy"]
    assert [each.number for each in there.get_issues(labels=["buddy"])] == [made.number]
    made.edit(state="closed", state_reason="not_planned")
    assert [each.number for each in there.get_issues(state="closed")] == [made.number]
    assert list(there.get_issues()) == []


def test_locking_by_request_shows_and_opens_again(pull, github):
    issue = github.get_repo("octo/widgets").get_issue(1)
    issue.lock("resolved")
    assert github.get_repo("octo/widgets").get_pull(1).active_lock_reason == "resolved"
    issue.unlock()
    assert github.get_repo("octo/widgets").get_issue(1).locked is False


def test_threads_come_page_by_page_with_bare_bot_names(box, pull, github):
    pull.comment_on("app.py", 5, "one", by="github-actions[bot]")
    pull.comment_on("app.py", 30, "two", by="alice")
    after, found = None, []
    while True:
        variables = {"owner": "octo", "name": "widgets", "number": 1, "after": after}
        _, answer = github.requester.graphql_query(THREADS, variables)
        page = answer["data"]["repository"]["pullRequest"]["reviewThreads"]
        found += page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    assert [each["comments"]["nodes"][0]["author"]["login"] for each in found] == ["github-actions", "alice"]
    assert found[0].keys() == {"id", "isResolved", "isOutdated", "comments"}
    assert all(not each.mutating for each in box.journal)


def test_a_thread_is_resolved_and_a_comment_minimised(box, pull, github):
    line = pull.comment_on("app.py", 5, "one", by="alice")
    plain = pull.comment("old", by="github-actions[bot]")
    variables = {"owner": "octo", "name": "widgets", "number": 1, "after": None}
    _, answer = github.requester.graphql_query(THREADS, variables)
    thread = answer["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"][0]["id"]
    _, done = github.requester.graphql_named_mutation(
        "resolveReviewThread", {"threadId": thread}, "thread { id isResolved }"
    )
    assert done["thread"] == {"id": thread, "isResolved": True}
    node = github.get_repo("octo/widgets").get_issue(1).get_comment(plain.id)
    assert node.minimize("OUTDATED")
    assert [each.mutating for each in box.journal if each.path == "/graphql"] == [False, True, True]
    there = box.world()["octo/widgets"]["pulls"][0]
    assert (there["resolved"], there["comments"][0]["minimized"]) == (1, "outdated")
    assert line.record.thread.resolved_by.login == "github-actions[bot]"


def test_graphql_reports_what_it_cannot_find_or_may_not_do(box, repo, pull, http_client):
    plain = pull.comment("old", by="alice")
    query = "mutation M($i: MinimizeCommentInput!) { minimizeComment(input: $i) { minimizedComment { isMinimized } } }"

    def ask(subject, token=None):
        body = {"query": query, "variables": {"i": {"subjectId": subject, "classifier": "OUTDATED"}}}
        return http_client("POST", "/graphql", body, token=token).body["errors"][0]["type"]

    node = http_client("GET", f"{REPO}/issues/comments/{plain.id}").body["node_id"]
    assert ask("IC_nothing") == "NOT_FOUND"
    assert ask(node, box.personal_token("stranger")) == "FORBIDDEN"


def test_the_artifact_of_a_run_is_downloaded_through_a_redirect(repo, pull, github, connect, box, tmp_path):
    number = repo.add_artifact("buddy", {"result.json": '{"findings":[]}'}, run=7)
    there = connect(box.job_token(repo, {"actions": "read"})).get_repo("octo/widgets")
    artifact = there.get_artifact(number)
    assert (artifact.name, artifact.expired) == ("buddy", False)
    target = tmp_path / "buddy.zip"
    there.requester.getFile(artifact.archive_download_url, str(target))
    assert zipfile.ZipFile(target).read("result.json") == b'{"findings":[]}'
    listed = there.requester.requestJsonAndCheck("GET", f"{there.url}/actions/runs/7/artifacts")[1]
    assert [each["id"] for each in listed["artifacts"]] == [number]


def test_a_finished_run_finds_the_pull_request_of_its_commit_also_from_a_fork(repo, github):
    head = repo.fork(by="mallory").commit("topic", {"app.py": "hacked\n"}, by="mallory")
    repo.open_pull(by="mallory", head="mallory:topic")
    found = github.get_repo("octo/widgets").get_commit(head).get_pulls()
    assert [each.number for each in found] == [1]


@pytest.mark.parametrize("kind", ["diff", "v3.diff", "raw+json", "html"])
def test_another_form_of_answer_than_json_is_refused(pull, box, http_client, kind):
    reply = http_client("GET", f"{REPO}/pulls/1", accept=f"application/vnd.github.{kind}")
    assert reply.status == 418


@pytest.mark.parametrize(
    "query",
    [
        "",
        "{",
        "query {",
        "query { repository(owner: ) { id } }",
        '{ repository(owner: "octo", name: "widgets") }',
        '{ repository(owner: "octo", name: "widgets") { stargazerCount } }',
        "fragment F on X { id } query { repository { ...F } }",
        "%",
    ],
)
def test_graphql_that_is_not_served_or_not_graphql_is_undocumented(box, pull, http_client, query):
    assert http_client("POST", "/graphql", {"query": query}).status == 418
    assert len(box.journal.undocumented) == 1


def test_graphql_is_read_with_aliases_comments_literals_and_inline_fragments(pull, http_client):
    pull.comment_on("app.py", 5, "one", by="alice")
    query = """
      query Threads($owner: String = "octo") { # who
        here: repository(owner: $owner, name: "widgets") {
          ... on Repository { pullRequest(number: 1) { threads: reviewThreads(first: 10) { totalCount } } }
        }
      }"""
    body = http_client("POST", "/graphql", {"query": query, "variables": {"owner": "octo"}}).body
    assert body == {"data": {"here": {"pullRequest": {"threads": {"totalCount": 1}}}}}


@pytest.mark.parametrize(
    ("owner", "number", "first", "kind"),
    [
        ("nobody", 1, 10, "NOT_FOUND"),
        ("octo", 9, 10, "NOT_FOUND"),
        ("octo", 1, 101, "EXCESSIVE_PAGINATION"),
    ],
)
def test_graphql_errors_come_in_a_200(pull, http_client, owner, number, first, kind):
    query = f"""{{ repository(owner: "{owner}", name: "widgets") {{
        pullRequest(number: {number}) {{ reviewThreads(first: {first}) {{ totalCount }} }} }} }}"""
    reply = http_client("POST", "/graphql", {"query": query})
    assert (reply.status, reply.body["errors"][0]["type"]) == (200, kind)


def test_graphql_asks_for_a_token(pull, http_client):
    http_client.token = None
    assert http_client("POST", "/graphql", {"query": "{ viewer { login } }"}).status == 401


def test_an_artifact_is_only_for_who_shows_a_token_and_asks_for_the_zip(repo, http_client):
    number = repo.add_artifact("buddy", {"a": "b"}, run=7)
    path = f"{REPO}/actions/artifacts/{number}"
    assert http_client("GET", f"{path}/tar").status == 404
    assert http_client("GET", f"{REPO}/actions/artifacts/1").status == 404
    assert http_client("GET", "/_artifacts/1").status == 404
    http_client.token = None
    assert http_client("GET", f"{path}/zip").status == 401
