"""What the sandbox serves is what GitHub publishes: requests, and the shape of every answer."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
from pathlib import Path

import jsonschema_rs
import pytest

from buddy.sandbox import Sandbox
from buddy.sandbox.contract import operations
from buddy.sandbox.router import ROUTES

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures" / "github-api"


def _derive():
    spec = importlib.util.spec_from_file_location("derive", FIXTURES / "derive.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _published() -> Path:
    """The folder with what GitHub publishes, whole; it is too large to be part of the project."""
    folder = Path(os.environ.get("BUDDY_SHARED") or ROOT.parent / "shared") / "github-api"
    if not (folder / "openapi-pruned.json.gz").exists():
        # Only the derivation needs it; requests are held to the committed subset, which is always there.
        pytest.skip("GitHub's whole description is not here; BUDDY_SHARED may name the folder that holds it")
    return folder


def test_the_committed_subset_is_what_the_script_makes_of_the_published_description():
    derive = _derive()
    published = derive.load(_published() / "openapi-pruned.json.gz")
    assert derive.OPERATIONS.read_text(encoding="utf-8") == derive.render_operations(published)
    answers = gzip.decompress(derive.ANSWERS.read_bytes()).decode()
    assert answers == derive.render_answers(published)


def test_the_committed_names_of_event_fields_are_what_the_script_makes_of_the_examples():
    derive = _derive()
    rendered = derive.render_events(_published() / "webhooks")
    assert gzip.decompress(derive.EVENTS.read_bytes()).decode() == rendered


def test_every_served_operation_is_in_the_subset_and_nothing_else():
    assert {each.operation for each in ROUTES} == operations().keys()


def test_the_subset_holds_no_prose():
    words = {"description", "summary", "example", "examples", "externalDocs"}

    def keys(part):
        if isinstance(part, dict):
            named = part.keys() if "type" in part or "oneOf" in part else set()
            return set(named).union(*(keys(each) for each in part.values()))
        return set().union(*(keys(each) for each in part)) if isinstance(part, list) else set()

    assert not keys(operations()) & words


@pytest.fixture(scope="module")
def world():
    """A box in which everything exists once, and a caller that checks each answer against its schema."""
    document = json.loads(gzip.decompress((FIXTURES / "answers.json.gz").read_bytes()))
    with Sandbox() as box:
        yield _World(box, document)


class _World:
    def __init__(self, box: Sandbox, document: dict) -> None:
        self.box, self.document = box, document
        self.checked: set[str] = set()
        files = {"a.py": "1\n2\n3\n", "docs/g.md": "# G\n"}
        self.repo = box.repo("octo/widgets", files)
        self.repo.grant("maintainer", "write")
        self.repo.commit("topic", {"a.py": "1\ntwo\n3\n", "docs/g.md": None}, by="alice")
        self.pull = self.repo.open_pull(by="alice", head="topic", body="Why.")
        self.issue = self.repo.open_issue("A question", by="bob")
        self.comment = self.pull.comment("hi", by="bob")
        self.comment.react("+1", by="alice")
        self.line = self.pull.comment_on("a.py", 2, "here", by="bob")
        self.line.react("eyes", by="alice")
        self.pull.react("heart", by="alice")
        self.tokens = {
            "job": box.job_token(self.repo),
            "person": box.personal_token("maintainer"),
            "owner": box.personal_token("octo"),
        }

    def __call__(self, operation: str, path: str, body=None, *, who: str = "job"):
        import http.client

        method, template = operation.split(" ", 1)
        connection = http.client.HTTPConnection(self.box.api_url.removeprefix("http://"), timeout=20)
        content = None if body is None else json.dumps(body).encode()
        connection.request(method, path, content, {"Authorization": f"Bearer {self.tokens[who]}"})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 400, (operation, answer.status, text)
        self._check(method, template, str(answer.status), json.loads(text) if text else None)
        self.checked.add(operation)
        return json.loads(text) if text else None

    def _check(self, method: str, template: str, status: str, body) -> None:
        answers = self.document["paths"][template][method.lower()]["responses"]
        assert status in answers, f"{method} {template} does not document {status}"
        if answers[status] is None:
            assert body in (None, ""), f"{method} {template} documents no content"
            return
        schema = {**answers[status], "components": self.document["components"]}
        problems = list(jsonschema_rs.validator_for(schema).iter_errors(body))
        assert not problems, f"{method} {template}: {problems[0]}"


R = "/repos/{owner}/{repo}"
W = "/repos/octo/widgets"


def test_every_answer_has_the_published_shape(world):
    """Every served operation is called once with success; a new one that is not called here fails this test."""
    pull, comment, line = world.pull, world.comment, world.line
    call = world
    call(f"GET {R}", W)
    call("GET /users/{username}", "/users/alice")
    call("GET /user", "/user", who="person")
    call("GET /rate_limit", "/rate_limit")
    call(f"GET {R}/collaborators/{{username}}/permission", f"{W}/collaborators/alice/permission")
    call(f"GET {R}/branches", f"{W}/branches")
    call(f"GET {R}/branches/{{branch}}", f"{W}/branches/main")
    world.repo.protect("main", checks=["ci"], signatures=True, pushers=["alice"])
    call(f"GET {R}/branches/{{branch}}/protection", f"{W}/branches/main/protection", who="owner")
    world.repo.record.settings.protections.clear()
    world.repo.rule("main", "creation")
    world.repo.rule(
        "main",
        "required_status_checks",
        required_status_checks=[{"context": "ci"}],
        strict_required_status_checks_policy=False,
    )
    assert len(call(f"GET {R}/rules/branches/{{branch}}", f"{W}/rules/branches/main")) == 2
    call(f"GET {R}/actions/permissions/workflow", f"{W}/actions/permissions/workflow", who="owner")
    call(f"GET {R}/commits", f"{W}/commits")
    call(f"GET {R}/commits/{{ref}}", f"{W}/commits/topic")
    call(f"GET {R}/compare/{{basehead}}", f"{W}/compare/main...topic")
    call(f"GET {R}/contents/{{path}}", f"{W}/contents/a.py")
    call(f"GET {R}/contents/{{path}}", f"{W}/contents/docs")
    new = {"message": "x", "content": "eA=="}
    call(f"PUT {R}/contents/{{path}}", f"{W}/contents/new.txt", new)

    blob = call(f"POST {R}/git/blobs", f"{W}/git/blobs", {"content": "x"})
    call(f"GET {R}/git/blobs/{{file_sha}}", f"{W}/git/blobs/{blob['sha']}")
    row = {"path": "x", "mode": "100644", "type": "blob", "sha": blob["sha"]}
    tree = call(f"POST {R}/git/trees", f"{W}/git/trees", {"tree": [row]})
    call(f"GET {R}/git/trees/{{tree_sha}}", f"{W}/git/trees/main?recursive=1")
    made = {"message": "m", "tree": tree["sha"], "parents": [world.repo.tip("main")]}
    commit = call(f"POST {R}/git/commits", f"{W}/git/commits", made)
    call(f"GET {R}/git/commits/{{commit_sha}}", f"{W}/git/commits/{commit['sha']}")
    call(f"POST {R}/git/refs", f"{W}/git/refs", {"ref": "refs/heads/b", "sha": world.repo.tip("main")})
    call(f"GET {R}/git/ref/{{ref}}", f"{W}/git/ref/heads/b")
    call(f"GET {R}/git/matching-refs/{{ref}}", f"{W}/git/matching-refs/heads")
    call(f"PATCH {R}/git/refs/{{ref}}", f"{W}/git/refs/heads/b", {"sha": commit["sha"]})

    for kind, base in (
        ("issues/{issue_number}", f"{W}/issues/1"),
        ("issues/comments/{comment_id}", f"{W}/issues/comments/{comment.id}"),
        ("pulls/comments/{comment_id}", f"{W}/pulls/comments/{line.id}"),
    ):
        call(f"GET {R}/{kind}", base)
        call(f"GET {R}/{kind}/reactions", f"{base}/reactions")
        thumb = call(f"POST {R}/{kind}/reactions", f"{base}/reactions", {"content": "+1"})
        call(f"POST {R}/{kind}/reactions", f"{base}/reactions", {"content": "+1"})
        call(f"DELETE {R}/{kind}/reactions/{{reaction_id}}", f"{base}/reactions/{thumb['id']}")

    call(f"GET {R}/issues", f"{W}/issues?state=all")
    call(f"POST {R}/issues", f"{W}/issues", {"title": "T", "body": "B"})
    call(f"PATCH {R}/issues/{{issue_number}}", f"{W}/issues/2", {"state": "closed"})
    call(f"POST {R}/issues/{{issue_number}}/labels", f"{W}/issues/1/labels", {"labels": ["x", "y"]})
    call(f"GET {R}/issues/{{issue_number}}/labels", f"{W}/issues/1/labels")
    call(f"DELETE {R}/issues/{{issue_number}}/labels/{{name}}", f"{W}/issues/1/labels/x")
    call(f"GET {R}/issues/{{issue_number}}/comments", f"{W}/issues/1/comments")
    call(f"GET {R}/issues/comments", f"{W}/issues/comments")
    said = call(f"POST {R}/issues/{{issue_number}}/comments", f"{W}/issues/1/comments", {"body": "x"})
    one = f"{W}/issues/comments/{said['id']}"
    call(f"PATCH {R}/issues/comments/{{comment_id}}", one, {"body": "y"})
    call(f"DELETE {R}/issues/comments/{{comment_id}}", one)
    call(f"PUT {R}/issues/{{issue_number}}/lock", f"{W}/issues/2/lock", {"lock_reason": "resolved"})
    call(f"DELETE {R}/issues/{{issue_number}}/lock", f"{W}/issues/2/lock")

    artifact = world.repo.add_artifact("buddy", {"result.json": "{}"}, run=7)
    call(f"GET {R}/actions/runs/{{run_id}}/artifacts", f"{W}/actions/runs/7/artifacts")
    call(f"GET {R}/actions/artifacts/{{artifact_id}}", f"{W}/actions/artifacts/{artifact}")
    call(f"GET {R}/actions/artifacts/{{artifact_id}}/{{archive_format}}", f"{W}/actions/artifacts/{artifact}/zip")

    call(f"GET {R}/commits/{{commit_sha}}/pulls", f"{W}/commits/{pull.head_sha}/pulls")
    call(f"GET {R}/pulls", f"{W}/pulls")
    call(f"GET {R}/pulls/{{pull_number}}", f"{W}/pulls/1")
    call(f"PATCH {R}/pulls/{{pull_number}}", f"{W}/pulls/1", {"title": "New"})
    call(f"GET {R}/pulls/{{pull_number}}/files", f"{W}/pulls/1/files")
    call(f"GET {R}/pulls/{{pull_number}}/commits", f"{W}/pulls/1/commits")
    call(f"GET {R}/pulls/{{pull_number}}/comments", f"{W}/pulls/1/comments")
    call(f"GET {R}/pulls/comments", f"{W}/pulls/comments")
    place = {"path": "a.py", "line": 2, "body": "x", "commit_id": pull.head_sha}
    noted = call(f"POST {R}/pulls/{{pull_number}}/comments", f"{W}/pulls/1/comments", place)
    replies = f"{W}/pulls/1/comments/{noted['id']}/replies"
    call(f"POST {R}/pulls/{{pull_number}}/comments/{{comment_id}}/replies", replies, {"body": "y"})
    one = f"{W}/pulls/comments/{noted['id']}"
    call(f"PATCH {R}/pulls/comments/{{comment_id}}", one, {"body": "y"})
    call(f"DELETE {R}/pulls/comments/{{comment_id}}", one)

    reviews, several = f"{R}/pulls/{{pull_number}}/reviews", f"{W}/pulls/1/reviews"
    inline = [{"path": "a.py", "line": 2, "body": "x"}]
    whole = call(f"POST {reviews}", several, {"event": "COMMENT", "body": "b", "comments": inline})
    call(f"GET {reviews}", several)
    call(f"GET {reviews}/{{review_id}}", f"{several}/{whole['id']}")
    call(f"PUT {reviews}/{{review_id}}", f"{several}/{whole['id']}", {"body": "c"})
    call(f"GET {reviews}/{{review_id}}/comments", f"{several}/{whole['id']}/comments")
    waiting = call(f"POST {reviews}", several, {"body": "p"})
    call(f"POST {reviews}/{{review_id}}/events", f"{several}/{waiting['id']}/events", {"event": "COMMENT"})
    waiting = call(f"POST {reviews}", several, {"body": "p"})
    call(f"DELETE {reviews}/{{review_id}}", f"{several}/{waiting['id']}")
    call(f"POST {R}/pulls", f"{W}/pulls", {"head": "b", "base": "main", "title": "T"})
    call(f"PUT {R}/pulls/{{pull_number}}/merge", f"{W}/pulls/1/merge", {})
    call(f"DELETE {R}/git/refs/{{ref}}", f"{W}/git/refs/heads/b")

    assert world.checked == operations().keys()
    assert world.box.journal.undocumented == []
