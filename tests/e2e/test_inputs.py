"""What a run is told from outside: inputs, the runner's variables, the event; and what is said when they are wrong."""

import json
import subprocess
import sys

import pytest

from tests.e2e.harness import MORE, ROOT, SUPPRESSION

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")


def test_a_dry_run_writes_nothing_and_says_all(story, box):
    it = story(memory=[SUPPRESSION])
    ran = it.review(S101, F841, inputs={"dry-run": "true", "fail-on": "minor"})
    assert ran.code == 1
    assert box.journal.writes == []
    assert ran.outputs["findings"] == "1"
    assert "F841" in ran.summary
    assert "Dry run" in ran.log


@pytest.mark.parametrize(("threshold", "code"), [("critical", 0), ("major", 1), ("minor", 1), ("NIT", 1), ("none", 0)])
def test_fail_on_decides_the_exit_code(story, threshold, code):
    assert story().review(S101, inputs={"fail-on": threshold}, here=True).code == code


def test_max_comments_counts_per_run_the_worst_come_first_and_a_push_adds_no_repeat(story, box):
    it = story(base={".buddy/config.yml": "review: {maxComments: 9}\n"})
    inputs = {"max-comments": "1"}
    ran = it.review(F841, S101, inputs=inputs)
    assert ran.outputs["posted"] == "1"
    assert "S101" in it.pull.review_comments[0].body
    assert "F841" in it.summaries[0].body
    mark = box.journal.mark()
    again = it.review(F841, S101, inputs=inputs, here=True)
    assert again.outputs["posted"] == "0"
    assert [entry for entry in box.journal.since(mark) if entry.mutating] == []
    it.repo.commit("topic", {"src/app.py": "import os\n" + MORE}, by="alice")
    moved = [(rule, level, path, line + 1, text) for rule, level, path, line, text in (F841, S101)]
    pushed = it.review(*moved, action="synchronize", inputs=inputs, here=True)
    assert pushed.outputs["posted"] == "0"


def test_findings_of_several_files_and_formats_count_once(story):
    it = story()
    place = {"path": "src/app.py", "range": {"start": {"line": 9}}}
    diagnostic = {"message": "unused", "location": place, "severity": "WARNING", "code": {"value": "F841"}}
    (it.workspace / "a.rdjson").write_text(json.dumps({"source": {"name": "flake"}, "diagnostics": [diagnostic]}))
    (it.workspace / "b.rdjsonl").write_text(json.dumps({**diagnostic, "source": {"name": "flake"}}) + "\n")
    ran = it.review(S101, inputs={"findings": "*.sarif\na.rdjson\n\n b.rdjsonl \nmissing-*.sarif"}, here=True)
    assert ran.code == 0, ran.log
    assert ran.outputs["findings"] == "2"
    assert [warning["id"] for warning in ran.transcript["warnings"]] == ["report-missing"]


RUNNERS = ("GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH", "GITHUB_REPOSITORY")


def test_all_that_is_wrong_comes_in_one_message(story, box):
    it = story()
    variables = dict.fromkeys(RUNNERS) | {"INPUT_GITHUB-TOKEN": " "}
    ran = it.review(S101, variables=variables, inputs={"max-comments": "-1", "fail-on": "often", "dry-run": "yes"})
    assert ran.code == 2
    assert ran.log.count("::error") == 1
    for name in (*RUNNERS, "max-comments", "fail-on", "dry-run"):
        assert name in ran.log
    assert "Traceback" not in ran.log
    assert len(box.journal) == 0


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"max-comments": "many"}, "max-comments"),
        ({"bot-login": "not a login"}, "bot-login"),
        ({"config-file": "../../etc/passwd"}, "config-file"),
        ({"config-file": "/etc/passwd"}, "config-file"),
        ({"model-base-url": "ftp://x"}, "model-base-url"),
    ],
)
def test_a_bad_input_is_exit_code_2_before_any_request(story, box, inputs, said):
    ran = story().review(S101, inputs=inputs, here=True)
    assert ran.code == 2
    assert said in ran.log
    assert len(box.journal) == 0


@pytest.mark.parametrize("token", ["", "   "])
def test_an_empty_token_is_named(story, token):
    ran = story().review(S101, variables={"INPUT_GITHUB-TOKEN": token}, here=True)
    assert ran.code == 2
    assert "github-token" in ran.log


def test_a_workspace_that_is_not_there_is_named(story, tmp_path):
    it = story()
    ran = it.review(S101, variables={"GITHUB_WORKSPACE": str(tmp_path / "none")}, here=True)
    assert ran.code == 2
    assert "GITHUB_WORKSPACE" in ran.log


def hostile_events():
    null = None
    yield (
        "null users and repositories",
        lambda e: e["pull_request"].update(user=null, head={**e["pull_request"]["head"], "repo": null, "user": null}),
        0,
    )
    yield "no sender", lambda e: e.pop("sender"), 0
    yield "a null sender", lambda e: e.update(sender=null), 0
    yield "a sender without a login", lambda e: e.update(sender={}), 0
    yield "a null title and body", lambda e: e["pull_request"].update(title=null, body=null), 0
    yield "no pull request", lambda e: e.pop("pull_request"), 2
    yield "a pull request that is a list", lambda e: e.update(pull_request=[]), 2
    yield "no head", lambda e: e["pull_request"].pop("head"), 2
    yield "a head that is no commit", lambda e: e["pull_request"]["head"].update(sha="../../x"), 2
    yield "no default branch", lambda e: e["repository"].pop("default_branch"), 2
    yield "a null default branch", lambda e: e["repository"].update(default_branch=null), 2
    yield "a default branch without a name", lambda e: e["repository"].update(default_branch=""), 2
    yield "no repository", lambda e: e.pop("repository"), 2
    yield "a number that is a text", lambda e: e["pull_request"].update(number="x; rm"), 2
    yield "a negative number", lambda e: e["pull_request"].update(number=-1), 2
    yield "a base without a name", lambda e: e["pull_request"]["base"].update(ref=""), 2


@pytest.mark.parametrize(("edit", "code"), [pytest.param(edit, code, id=name) for name, edit, code in hostile_events()])
def test_odd_events_are_reviewed_or_refused_with_what_is_missing(story, edit, code):
    it = story()
    environment = it.environment()
    path = environment["GITHUB_EVENT_PATH"]
    with open(path) as file:
        payload = json.load(file)
    edit(payload)
    with open(path, "w") as file:
        json.dump(payload, file)
    ran = it.runner.here(environment)
    assert ran.code == code, ran.log
    assert "bug in Buddy" not in ran.log
    if code == 2:
        assert "event: " in ran.log


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b"\xff\xfe", b"[" * 100_000])
def test_an_event_file_that_is_no_event_is_exit_code_2_without_a_traceback(story, content):
    it = story()
    environment = it.environment()
    with open(environment["GITHUB_EVENT_PATH"], "wb") as file:
        file.write(content)
    ran = (it.runner.process if content.startswith(b"[[") else it.runner.here)(environment)
    assert ran.code == 2, ran.log
    assert "Traceback" not in ran.log


def test_an_event_of_25_megabytes_is_read(story):
    it = story()
    environment = it.environment()
    with open(environment["GITHUB_EVENT_PATH"]) as file:
        payload = json.load(file)
    payload["pull_request"]["body"] = "x" * 25_000_000
    with open(environment["GITHUB_EVENT_PATH"], "w") as file:
        json.dump(payload, file)
    assert it.runner.here(environment).code == 0


PROBE = """
import runpy, sys
before = set(sys.modules)
try:
    runpy.run_module("buddy", run_name="__main__", alter_sys=True)
except SystemExit as end:
    code = end.code
print(code, *sorted(set(sys.modules) - before))
"""


@pytest.mark.parametrize(
    ("event", "action"),
    [
        ("push", None),
        ("issue_comment", "created"),
        ("pull_request", "labeled"),
        ("pull_request", "edited"),
        ("workflow_run", "completed"),
    ],
)
def test_an_event_that_is_not_for_buddy_imports_nothing_and_asks_nothing(story, box, event, action, tmp_path):
    """It costs an interpreter: the standard library's json and what decides, no more."""
    path = tmp_path / "event.json"
    path.write_text(json.dumps({"action": action, "pull_request": {"state": "open"}, "changes": {"title": {}}}))
    ran = subprocess.run(
        [sys.executable, "-c", PROBE],
        env={"PYTHONPATH": str(ROOT), "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    notice, imported = ran.stdout.splitlines()
    assert notice.startswith("::notice title=Buddy::")
    code, *modules = imported.split()
    assert code == "0"
    assert {name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names} == {
        "buddy",
        "buddy.core",
        "buddy.core.gate",
    }
    assert not {"asyncio", "dataclasses", "email", "http", "logging", "pathlib", "socket", "ssl", "subprocess"} & set(
        modules
    )


@pytest.mark.parametrize("name", ["push", "\u0661\U0001f600::error::", "a%0Ab"])
def test_the_notice_about_a_foreign_event_is_inert_whatever_its_name_is(name, tmp_path):
    """P9: and it can be printed on a stream that knows nothing but ASCII."""
    path = tmp_path / "event.json"
    path.write_text("{}")
    ran = subprocess.run(
        [sys.executable, "-m", "buddy"],
        env={
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "ascii",
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("::") == 2
    assert ran.stderr == ""
