"""`buddy learnings add --pr` as a process: the record pull request, by a person who may write now (P2, P3)."""

import json
import os
import subprocess
import sys

import pytest

from tests.e2e.harness import ROOT, Story, lines

FILE = ".buddy/learnings.jsonl"
BRANCH = "buddy/learnings"
TEXT = "Integration tests need TEST_DB_URL"
FIRST = {"id": "l_first00001", "text": "Handlers must return a Result", "createdAt": "2026-01-01T00:00:00Z"}


@pytest.fixture
def at(box, tmp_path):
    """A repository in the sandbox with a memory, and the command on it as alice, who may write."""

    class At:
        def __init__(self):
            self.repo = box.repo("octo/widgets", {"README.md": "hello\n", FILE: lines(FIRST)})
            self.repo.grant("alice", "write")
            self.token = box.personal_token("alice")

        def add(self, *words, token=None, **variables):
            measured = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE")}
            environ = {
                **measured,
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "GH_TOKEN": token or self.token,
                "GITHUB_API_URL": box.api_url,
                "GITHUB_SERVER_URL": box.server_url,
                "GITHUB_REPOSITORY": "octo/widgets",
                "BUDDY_SECONDS_BETWEEN_WRITES": "0",
                **variables,
            }
            command = [sys.executable, "-m", "buddy.cli.main", "learnings", "add", *words, "--pr"]
            return subprocess.run(
                command,
                cwd=tmp_path,
                env={name: value for name, value in environ.items() if value is not None},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )

        def json(self, *words, **more):
            return json.loads(self.add(*words, "--format", "json", **more).stdout)

        def recorded(self):
            return [json.loads(line) for line in self.repo.read(BRANCH, FILE).splitlines()]

    return At()


def test_p2_the_learning_stands_in_the_record_pull_request_and_nowhere_else(at, tmp_path):
    before = at.repo.read("main", FILE)
    ran = at.add(TEXT, "--paths", "tests/**")
    assert ran.returncode == 0, ran.stderr
    (pull,) = at.repo.pulls()
    first, record = at.recorded()
    assert first == FIRST
    assert (record["text"], record["paths"], record["trust"]) == (TEXT, ["tests/**"], "stated")
    assert record["source"] == {"by": "alice", "via": "cli"}
    assert f"pull request #{pull.number}" in ran.stderr
    assert "`alice`" in pull.record.body
    assert at.repo.read("main", FILE) == before
    assert list(tmp_path.glob("*.jsonl")) == []


def test_p6_saying_it_again_changes_nothing_and_another_one_joins(at):
    first = at.json(TEXT)
    body, content = at.repo.pulls()[0].record.body, at.recorded()
    again = at.json(TEXT)
    assert (again["id"], again["pullRequest"]["number"]) == (first["id"], first["pullRequest"]["number"])
    assert (at.repo.pulls()[0].record.body, at.recorded()) == (body, content)
    at.json("Never log request bodies")
    assert [record["text"] for record in at.recorded()][1:] == [TEXT, "Never log request bodies"]
    assert len(at.repo.pulls()) == 1


def test_p3_whoever_may_not_write_now_adds_nothing(at, box):
    at.repo.grant("alice", "read")
    ran = at.add(TEXT)
    assert (ran.returncode, "alice has no write access" in ran.stderr) == (3, True)
    assert BRANCH not in at.repo.branches()
    stranger = at.add(TEXT, token=box.personal_token("mallory"))
    assert (stranger.returncode, BRANCH in at.repo.branches()) == (3, False)


def test_p3_the_token_of_a_job_is_nobodys(at, box):
    ran = at.add(TEXT, token=box.job_token(at.repo))
    assert (ran.returncode, "no person's" in ran.stderr) == (3, True)
    assert BRANCH not in at.repo.branches()


def test_a_wrong_token_is_named_and_never_shown(at):
    token = "gh" + "p_" + "0" * 36
    ran = at.add(TEXT, token=token)
    assert ran.returncode == 3
    assert token not in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("words", "reason", "code"),
    [(["Handlers must return a Result"], "duplicate", 0), (["Should we use tabs?"], "question", 2)],
)
def test_what_the_base_knows_or_the_gate_refuses_opens_nothing(at, words, reason, code):
    ran = at.add(*words, "--format", "json")
    assert (json.loads(ran.stdout)["reason"], ran.returncode) == (reason, code)
    assert BRANCH not in at.repo.branches()


def test_a_dry_run_writes_nothing(at):
    ran = at.add(TEXT, "--dry-run")
    assert (ran.returncode, "Dry run" in ran.stderr) == (0, True)
    assert BRANCH not in at.repo.branches()


def test_p8_what_was_declined_is_not_asked_for_again(at):
    at.add(TEXT)
    at.repo.pulls()[0].close(by="alice")
    said = at.json(TEXT)
    assert (said["outcome"], said["reason"]) == ("refused", "already-declined")
    assert [pull.record.state for pull in at.repo.pulls()] == ["closed"]


def test_after_the_merge_it_is_remembered(at):
    at.add(TEXT)
    at.repo.pulls()[0].merge(by="alice")
    assert at.json(TEXT)["reason"] == "duplicate"


def test_learnings_that_are_switched_off_take_no_addition(at):
    config = "ai:\n  learnings:\n    enabled: false\n"
    at.repo.commit("main", {".buddy/config.yml": config}, by="alice")
    assert at.json(TEXT)["reason"] == "learnings-off"


def test_a_memory_that_must_not_be_written_is_left_as_it_is(at):
    at.repo.commit("main", {FILE: "<<<<<<< a\n" + lines(FIRST) + "=======\n>>>>>>> b\n"}, by="alice")
    assert at.json(TEXT)["reason"] == "file-not-writable"


def test_the_next_record_pull_request_does_not_wait_for_the_interval(at):
    at.add(TEXT)
    at.repo.pulls()[0].merge(by="alice")
    said = at.json("Never log request bodies")
    assert said["outcome"] == "added"
    assert [pull.record.state for pull in at.repo.pulls()].count("open") == 1


def test_a_full_pull_request_refuses_and_says_why(at):
    at.repo.commit("main", {".buddy/config.yml": "record:\n  maxBatch: 1\n"}, by="alice")
    at.add(TEXT)
    said = at.json("Never log request bodies")
    assert (said["reason"], any("maxBatch" in note for note in said["notes"])) == ("not-recorded-yet", True)


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"GH_TOKEN": None}, "needs a token"),
        ({"GITHUB_REPOSITORY": None}, "not a git repository|in no git repository"),
        ({"GITHUB_REPOSITORY": "a/b/c"}, "owner/name"),
    ],
)
def test_what_is_missing_is_said(at, variables, says):
    ran = at.add(TEXT, **variables)
    assert ran.returncode == 2
    assert any(words in ran.stderr for words in says.split("|")), ran.stderr


def test_the_remote_names_the_repository_and_no_other_server_gets_the_token(at, box, tmp_path):
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "remote", "add", "origin", f"{box.server_url}/octo/widgets.git"], check=True)
    assert at.add(TEXT, GITHUB_REPOSITORY=None).returncode == 0
    subprocess.run([*git, "remote", "set-url", "origin", "git@evil.example:octo/widgets.git"], check=True)
    ran = at.add("Never log request bodies", GITHUB_REPOSITORY=None)
    assert (ran.returncode, "evil.example, which gets no token unasked" in ran.stderr) == (2, True)


def test_a_run_of_the_action_leaves_what_was_added_where_it_is(box, runner, tmp_path, at):
    """The action commits under another name; the entry of a person's own token is neither lost nor written twice."""
    at.add(TEXT)
    at.repo.commit("topic", {"README.md": "more\n"}, by="alice")
    pull = at.repo.open_pull(by="alice", head="topic", title="More", body="")
    it = Story.__new__(Story)
    it.box, it.runner, it.repo, it.pull = box, runner, at.repo, pull
    it.token, it.workspace = box.job_token(at.repo), tmp_path
    ran = it.hear(pull.comment("@buddy-bot remember Never log request bodies", by="alice"), here=True)
    assert ran.code == 0
    assert sorted(record["text"] for record in at.recorded()) == sorted(
        [FIRST["text"], TEXT, "Never log request bodies"]
    )
