"""What commits do to a pull request: renames, rewritten history, odd files and odd names."""

import json
import re
from urllib.parse import quote

import pytest

from buddy.sandbox import EXECUTABLE, SYMLINK, File
from tests.e2e.harness import APP, MORE, SUPPRESSION

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")


def outcomes(ran):
    return [row["outcome"] for row in ran.transcript["findings"]]


def test_a_renamed_file_keeps_its_findings_known_and_its_old_suppressions_in_force(story):
    it = story(memory=[SUPPRESSION])
    it.review(S101, F841, here=True)
    it.repo.commit("topic", {}, moves={"src/app.py": "src/main.py"}, by="alice")
    renamed = [(rule, level, "src/main.py", line, text) for rule, level, _, line, text in (S101, F841)]
    ran = it.review(*renamed, action="synchronize")
    assert ran.code == 0, ran.log
    assert sorted(outcomes(ran)) == ["known", "suppressed"]
    assert len(it.pull.review_comments) == 1
    states = {entry["category"]: (entry["path"], entry["state"]) for entry in it.memory()["findings"].values()}
    assert states == {"ruff/S101": ("src/main.py", "suppressed"), "ruff/F841": ("src/main.py", "open")}


def test_a_suppression_of_the_old_name_holds_where_the_pull_request_renames(story):
    it = story(memory=[SUPPRESSION], head={"README.md": "x\n"}, moves={"src/app.py": "lib/app.py"})
    it.repo.commit("topic", {"lib/app.py": MORE}, by="alice")
    ran = it.review(("S101", "error", "lib/app.py", 8, "Use of assert"), here=True)
    assert outcomes(ran) == ["suppressed"]


def test_rewritten_history_re_posts_nothing(story):
    it = story()
    it.review(S101, F841, here=True)
    it.repo.commit("main", {"README.md": "moved on\n"})
    it.repo.commit("topic", {"src/app.py": "import os\n" + MORE}, onto="main", by="alice")
    moved = [(rule, level, path, line + 1, text) for rule, level, path, line, text in (S101, F841)]
    ran = it.review(*moved, action="synchronize")
    assert outcomes(ran) == ["known", "known"]
    assert len(it.pull.review_comments) == 2
    assert len(it.summaries) == 1


def test_a_finding_that_is_gone_is_addressed_and_one_that_comes_back_is_not_posted_twice(story):
    it = story()
    it.review(S101, F841, here=True)
    it.repo.commit("topic", {"src/app.py": MORE.replace("    assert True\n", "")}, by="alice")
    it.review(("F841", "warning", "src/app.py", 8, "Local variable is unused"), action="synchronize", here=True)
    assert sorted(entry["state"] for entry in it.memory()["findings"].values()) == ["addressed", "open"]
    it.repo.commit("topic", {"src/app.py": MORE}, by="alice")
    ran = it.review(S101, F841, action="synchronize", here=True)
    assert outcomes(ran) == ["known", "known"]
    assert len(it.pull.review_comments) == 2


def test_a_new_finding_beside_a_known_one_is_posted_alone(story):
    it = story()
    it.review(S101, here=True)
    it.repo.commit("topic", {"src/app.py": MORE + "\nassert 1\n"}, by="alice")
    ran = it.review(S101, ("S101", "error", "src/app.py", 11, "Use of assert"), action="synchronize")
    assert sorted(outcomes(ran)) == ["inline", "known"]
    assert ran.outputs["posted"] == "1"


def test_line_ends_of_windows_are_reviewed_on_the_right_lines(story):
    it = story(base={"src/app.py": APP.replace("\n", "\r\n")}, head={"src/app.py": MORE.replace("\n", "\r\n")})
    ran = it.review(S101, here=True)
    assert outcomes(ran) == ["inline"]
    it.repo.commit("topic", {"src/app.py": ("import os\n" + MORE).replace("\n", "\r\n")}, by="alice")
    again = it.review(("S101", "error", "src/app.py", 9, "Use of assert"), action="synchronize", here=True)
    assert outcomes(again) == ["known"]


NAMES = [
    "src/caf\u00e9 \U0001f600.py",
    "a b/c d.py",
    "x]`<!-- -->.py",
    "q\"uote'.py",
    "-rf.py",
    "percent%41.py",
    "a#b?.py",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_that_can_be_shown_is_reviewed_hidden_and_known(story, name):
    hidden = {**SUPPRESSION, "paths": [re.sub(r"([\[\]?*])", r"\\\1", name)]}
    it = story(memory=[hidden], head={name: "x = 1\nassert x\n"})
    results = [("E1", "error", quote(name), 1, "E1"), ("S101", "error", quote(name), 2, "S101")]
    ran = it.review(*results, here=True)
    assert sorted(outcomes(ran)) == ["inline", "suppressed"]
    assert it.pull.review_comments[0].record.spot.path == name
    assert sorted(outcomes(it.review(*results, here=True))) == ["known", "suppressed"]


@pytest.mark.parametrize("name", ["we\nird.py", "tab\there.py", "esc\x1b[2J.py"])
def test_p9_a_name_that_no_line_can_hold_is_no_place_and_costs_only_its_findings(story, name):
    it = story(head={name: "x = 1\n", "src/app.py": MORE})
    ran = it.review(("E1", "error", quote(name), 1, "E1"), S101, here=True)
    assert ran.code == 0, ran.log
    assert sorted(outcomes(ran)) == ["inline", "summary"]
    assert "1 finding without a file" in it.summaries[0].body
    assert name not in ran.log + it.everything + ran.summary


def test_the_line_that_is_shown_really_hides_the_finding_once_it_is_on_base(story):
    """What a person would copy out of the comment, word for word."""
    it = story()
    it.review(S101, F841, here=True)
    body = next(comment.body for comment in it.pull.review_comments if "S101" in comment.body)
    line = body.split("```json\n", 1)[1].split("\n```", 1)[0]
    it.repo.commit("main", {".buddy/learnings.jsonl": line + "\n"})
    it.repo.commit("again", {"src/app.py": MORE}, onto="main", by="alice")
    it.pull = it.repo.open_pull(by="alice", head="again")
    ran = it.review(S101, F841)
    assert sorted(outcomes(ran)) == ["inline", "suppressed"]
    assert ran.transcript["findings"][1]["suppressedBy"] == json.loads(line)["id"]


def test_findings_outside_the_hunks_stand_in_the_summary_once(story, box):
    long = "".join(f"line{n} = {n}\n" for n in range(100))
    it = story(base={"long.py": long}, head={"long.py": long + "last = 1\n"})
    ran = it.review(("E1", "error", "long.py", 3, "far away"), ("E1", "error", "long.py", 101, "near"), here=True)
    assert sorted(outcomes(ran)) == ["inline", "summary"]
    assert "long.py:3" in it.summaries[0].body
    mark = box.journal.mark()
    it.review(("E1", "error", "long.py", 3, "far away"), ("E1", "error", "long.py", 101, "near"), here=True)
    assert len(box.journal.since(mark)) <= 9
    assert [str(entry) for entry in box.journal.since(mark) if entry.mutating] == []
    it.repo.commit("topic", {"long.py": long.replace("line1 =", "new = 1\nline1 =") + "last = 1\n"}, by="alice")
    pushed = it.review(("E1", "error", "long.py", 4, "far away"), action="synchronize", here=True)
    assert outcomes(pushed) == ["summary"], "it was listed, and is not posted because a hunk came near"


def test_binary_huge_linked_and_removed_files_end_the_run_well(story):
    base = {"old.py": "x\n", "data.bin": b"\0\1", "link": File(content=b"old.py", mode=SYMLINK)}
    head = {
        "data.bin": b"\0\2" * 1000,
        "huge.py": "x = 1\n" * 200_000,
        "tool.sh": File(content=b"#!/bin/sh\n", mode=EXECUTABLE),
        "link": File(content=b"../../etc/passwd", mode=SYMLINK),
        "old.py": None,
        "empty.py": "",
    }
    it = story(base=base, head=head)
    paths = [*head, "src/app.py", "../../etc/passwd", "/etc/passwd"]
    ran = it.review(*[("E1", "error", path, 1, "here") for path in paths], here=True)
    assert ran.code == 0, ran.log
    found = {row["path"]: row["outcome"] for row in ran.transcript["findings"]}
    assert found["old.py"] == "unchanged-file"
    assert found["src/app.py"] == "unchanged-file"
    assert found["data.bin"] == "summary"
    assert found["tool.sh"] == "inline"
    assert found["huge.py"] in {"summary", "inline"}
    assert "root:" not in json.dumps(ran.transcript)


def test_a_base_that_is_moved_under_the_pull_request_is_reviewed_against_the_new_one(story):
    it = story()
    it.repo.commit("next", {"src/app.py": MORE}, by="alice")
    it.review(S101, here=True)
    it.repo.commit("topic", {"src/app.py": MORE + "x = 1\n"}, by="alice")
    it.pull.retarget("next")
    ran = it.review(S101, action="edited")
    assert ran.code == 0, ran.log
    assert ran.transcript["base"] == {**ran.transcript["base"], "ref": "next", "trusted": False, "from": "main"}
    assert "`base-not-trusted`" in it.summaries[0].body


def test_a_closed_pull_request_is_left_alone(story, box):
    it = story()
    environment = it.environment()
    it.pull.close()
    ran = it.runner.here(environment)
    assert ran.code == 0
    assert box.journal.writes == []


def test_a_file_that_the_pull_request_adds_and_then_renames_and_edits_is_the_same_file(story):
    """The list of changed files compares with the base: it calls the file new under either name."""
    body = "".join(f"value_{n} = {n}\n" for n in range(12))
    it = story(head={"src/new.py": body + "assert value_1\n"})
    it.review(("S101", "error", "src/new.py", 13, "Use of assert"), here=True)
    files = {"src/newer.py": body.replace("value_11 = 11", "value_11 = 12") + "assert value_1\nprint(1)\n"}
    it.repo.commit("topic", files, moves={"src/new.py": "src/newer.py"}, by="alice")
    ran = it.review(("S101", "error", "src/newer.py", 13, "Use of assert"), action="synchronize", here=True)
    assert outcomes(ran) == ["known"]
    assert len(it.pull.review_comments) == 1
