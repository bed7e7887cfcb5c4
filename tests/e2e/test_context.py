"""`buddy context --pr` over the API, as a process: the base's learnings and what the pull request remembers."""

import json

import pytest

from buddy.core import tokens
from tests.e2e.harness import NOTE, on_the_command_line

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")


def context(it, tmp_path, *args, code=0):
    return on_the_command_line(it, tmp_path, "context", *args, code=code)


def test_p1_it_is_what_the_action_s_context_file_says_and_writes_nothing(story, tmp_path):
    it = story(memory=[NOTE], head={"src/app.py": "x = 1\n", ".buddy/learnings.jsonl": ""})
    ran = it.review(S101, here=True)
    before = it.box.world()
    number = str(it.pull.number)
    assert context(it, tmp_path, "--pr", number).stdout.strip() == ran.context.strip()
    said = json.loads(context(it, tmp_path, "--pr", number, "--format", "json").stdout)
    assert said["text"].strip() == ran.context.strip()
    assert said["memory"]["reviewedSha"] == it.pull.head_sha
    assert [one["id"] for one in said["selected"]] == [NOTE["id"]]
    assert it.box.world() == before


@pytest.mark.parametrize("form", ["text", "markdown", "claude", "agents", "copilot", "cursor"])
def test_p11_every_form_holds_both_within_the_budget(form, story, tmp_path):
    it = story(memory=[NOTE], base={".buddy/config.yml": "ai: {learnings: {maxPromptTokens: 420}}\n"})
    it.review(S101, ("F841", "warning", "src/app.py", 9, "unused"), here=True)
    said = context(it, tmp_path, "--pr", str(it.pull.number), "--format", form)
    assert "start() must stay free" in said.stdout
    assert "Add stop()" in said.stdout
    if form != "markdown":
        assert tokens.estimate(said.stdout.rstrip("\n")) <= 420
    assert "420 tokens" in said.stderr or form == "copilot"


def test_a_pull_request_and_something_of_this_machine_are_not_named_together(story, tmp_path):
    it = story()
    assert "name nothing else" in context(it, tmp_path, "--pr", "1", "--base", "main", code=2).stderr
    assert context(it, tmp_path, "--pr", "999", code=3).stdout == ""
