"""`buddy doctor` as a process against the sandbox: a healthy repository, and one planted mistake at a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from buddy.core.doctor import CHECKS, Standing, Verdict, examine
from buddy.sandbox import Sandbox
from buddy.sandbox.faults import Fault, Kind
from buddy.sandbox.git.history import File

FLOW, ANSWERS = ".github/workflows/buddy.yml", ".github/workflows/buddy-answers.yml"
CONFIG, MEMORY = ".buddy/config.yml", ".buddy/learnings.jsonl"
DOCS = Path(__file__).parents[2] / "docs/reference/doctor.md"


def swap(path, old, new):
    """The healthy file with other words in it."""

    def changed(files):
        assert old in files[path].decode()
        return {path: files[path].decode().replace(old, new)}

    return changed


def write(path, content):
    return lambda files: {path: content}


PLANTED = {
    "workflow-unreadable": write(FLOW, "uses: buddy-review/buddy@v0\n  - : {"),
    "review-missing": write(FLOW, None),
    "answers-missing": write(ANSWERS, None),
    "trigger-types": swap(FLOW, "opened, synchronize, reopened, ready_for_review, edited", "opened"),
    "no-schedule": swap(ANSWERS, "  schedule:", "  #"),
    "no-settling": swap(ANSWERS, "  pull_request: { types: [closed] }\n", ""),
    "runs-foreign-code": swap(FLOW, "  pull_request:", "  pull_request_target:"),
    "contents-permission": swap(FLOW, "contents: write", "contents: read"),
    "pulls-permission": swap(ANSWERS, ", pull-requests: write", ""),
    "no-concurrency": swap(FLOW, "    concurrency:", "    #"),
    "cancelling": swap(FLOW, "cancel-in-progress: false", "cancel-in-progress: true"),
    "unpinned-action": swap(FLOW, "checkout@3d3c42e5aac5ba805825da76410c181273ba90b1", "checkout@v7"),
    "bot-login": swap(FLOW, "with: { findings: ruff.sarif }", "with: { bot-login: 'my-app[bot]' }"),
    "config-missing": write(CONFIG, None),
    "config": swap(CONFIG, "maxComments", "maxComment"),
    "learnings-off": swap(CONFIG, "enabled: true", "enabled: false"),
    "model-key": swap(CONFIG, "model: null", "model: openai:gpt-5-mini"),
    "memory-missing": write(MEMORY, None),
    "memory-kind": write(MEMORY, File(content=b"elsewhere", mode="120000")),
    "memory": write(MEMORY, "<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n"),
    "memory-union": write(".gitattributes", None),
    "memory-owner": write(".github/CODEOWNERS", None),
}
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 3\n"


@pytest.fixture(scope="module")
def healthy(tmp_path_factory):
    """What `buddy init` writes, by path."""
    top = tmp_path_factory.mktemp("healthy")
    (top / "a.py").touch()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=top, check=True)
    command = [sys.executable, "-m", "buddy.cli.main", "init", "--owner", "@octo", "--yes"]
    subprocess.run(command, cwd=top, check=True, env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(DOCS.parents[2])})
    paths = [path for path in top.rglob("*") if path.is_file() and ".git" not in path.relative_to(top).parts]
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture
def examined(process, healthy):
    """The doctor's answer about the healthy files with some changed."""

    def ran(change=lambda files: {}, *, act=lambda repo: None, by=None, **more):
        changed = {path: content for path, content in {**healthy, **change(healthy)}.items() if content is not None}
        with Sandbox() as box:
            repo = box.repo("octo/widgets", changed)
            act(repo)
            given = box.personal_token(by) if by else box.job_token(repo)
            env = {"GITHUB_TOKEN": given, "GITHUB_API_URL": box.api_url, **more}
            return process("doctor", "--repo", "octo/widgets", "--format", "json", env=env)

    return ran


def codes(done, verdict="problem"):
    return {row["code"] for row in done.json["checks"] if row["verdict"] == verdict}


def test_what_init_writes_is_healthy_and_what_may_not_be_seen_is_unknown_with_a_link(examined):
    done = examined(GITHUB_SERVER_URL="https://ghe.example")
    assert (done.code, codes(done)) == (0, set()), done.err
    rows = {row["code"]: row for row in done.json["checks"]}
    assert rows["actions-open-pulls"]["verdict"] == "unknown"
    assert rows["actions-open-pulls"]["link"] == "https://ghe.example/octo/widgets/settings/actions"
    assert done.json["extractor"] == done.json["reviewer"] == "rules-only"  # P13


@pytest.mark.parametrize("code", PLANTED)
def test_a_planted_mistake_is_found_with_a_remedy(code, examined):
    done = examined(PLANTED[code])
    assert done.code == 1, done.err
    assert code in codes(done)
    (row,) = (row for row in done.json["checks"] if row["code"] == code)
    assert row["found"]
    assert row["remedy"]
    assert row["link"].endswith(f"doctor.md#{code}")


SET_WRONG = {
    "archived": lambda repo: setattr(repo.settings, "archived", True),
    "actions-open-pulls": lambda repo: setattr(repo.settings, "actions_may_create_pulls", False),
    "record-branch-rules": lambda repo: repo.rule("buddy/*", "creation"),
}


def test_an_administrator_s_healthy_repository_has_nothing_unknown(examined):
    done = examined(by="octo")
    assert (done.code, codes(done), codes(done, "unknown")) == (0, set(), set()), done.err


@pytest.mark.parametrize("code", SET_WRONG)
def test_a_wrong_setting_is_found_by_who_may_look(code, examined):
    done = examined(act=SET_WRONG[code], by="octo")
    assert (done.code, codes(done)) == (1, {code}), done.err


def test_a_writer_who_is_no_administrator_does_not_see_the_setting_of_actions(examined):
    done = examined(act=lambda repo: repo.grant("alice", "write"), by="alice")
    assert (done.code, codes(done, "unknown")) == (0, {"actions-open-pulls"}), done.err


@pytest.mark.parametrize("path", ["permissions/workflow", "rules/branches"])
def test_a_setting_without_an_answer_ends_with_the_reason_and_is_not_called_unknown(process, healthy, path):
    with Sandbox() as box:
        box.repo("octo/widgets", healthy)
        box.faults.add(Fault(kind=Kind.REFUSE, path=path, times=None))
        env = {"GITHUB_TOKEN": box.personal_token("octo"), "GITHUB_API_URL": box.api_url}
        done = process("doctor", "--repo", "octo/widgets", env=env)
    assert done.code == 3
    assert "could not answer" in done.err


def test_a_memory_that_is_only_a_pointer_is_found(examined):
    assert codes(examined(write(MEMORY, LFS))) == {"memory"}


def test_a_token_that_is_not_accepted_ends_with_github_s_answer(process, healthy):
    with Sandbox() as box:
        box.repo("octo/widgets", healthy)
        done = process("doctor", "--repo", "octo/widgets", env={"GITHUB_TOKEN": "x", "GITHUB_API_URL": box.api_url})
    assert done.code == 3
    assert "not accepted" in done.err


def test_without_a_token_git_is_looked_at_and_the_rest_is_unknown(repo, buddy, healthy):
    repo.commit("set up", **healthy)
    done = buddy("doctor", "--format", "json")
    assert (done.code, codes(done)) == (0, set())
    assert codes(done, "unknown") >= {"token", "archived", "actions-open-pulls", "record-branch-rules"}
    shown = buddy("doctor")
    assert "rules-only" in shown.err


def test_what_init_writes_for_forks_is_healthy_too(repo, buddy):
    repo.commit("begin", **{"a.py": ""})
    assert buddy("init", "--forks", "--owner", "@octo").code == 0
    repo.commit("set up")
    done = buddy("doctor", "--format", "json")
    assert (done.code, codes(done)) == (0, set())


def verdict(code, said):
    standing = Standing(branch="main", tree={}, files={}, page="x", **said)
    return next(one.verdict for one in examine(standing) if one.code == code)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("token", {"has_token": True}),
        ("archived", {"archived": True}),
        ("actions-open-pulls", {"creates_pulls": False}),
        ("record-branch-rules", {"record_branch_rules": ("deletion", "pull_request")}),
    ],
)
def test_what_github_says_of_the_repository_is_judged(code, said):
    assert verdict(code, said) is Verdict.PROBLEM


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("token", {"has_token": True, "permissions": {}}),
        ("archived", {"archived": False}),
        ("actions-open-pulls", {"creates_pulls": True}),
        ("record-branch-rules", {"record_branch_rules": ("deletion", "non_fast_forward")}),
    ],
)
def test_what_is_as_it_should_be_is_no_problem(code, said):
    assert verdict(code, said) is Verdict.OK


def test_an_empty_repository_is_told_to_begin(repo, buddy):
    assert "no commit yet" in buddy("doctor").err


@pytest.mark.parametrize(
    "content", ["[", "on: 3\njobs: 4\n", "jobs: {a: {steps: 7}}", "jobs: {a: [1]}", "\0", "!!python/x 1"]
)
def test_a_workflow_of_any_shape_is_survived(repo, buddy, content):
    repo.commit("odd", **{FLOW: content + "# buddy-review/buddy@v0\n"})
    assert buddy("doctor").code == 1


def test_every_check_has_its_section_and_every_planted_one_its_check():
    sections = [line.removeprefix("## ") for line in DOCS.read_text("utf-8").splitlines() if line.startswith("## ")]
    assert sections == [check.code for check in CHECKS]
    assert {check.code for check in CHECKS} - PLANTED.keys() == {
        "token", "archived", "actions-open-pulls", "record-branch-rules",
    }  # fmt: skip
