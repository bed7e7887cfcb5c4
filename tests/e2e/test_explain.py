"""`buddy learnings explain --pr` over the API, as a process, says what the review on that pull request did."""

import json

from tests.e2e.harness import NOTE, SUPPRESSION, on_the_command_line

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
FAR = {"id": "l_far0000001", "text": "docs are British", "paths": ["docs/**"]}


def explain(it, tmp_path, *args, code=0, **variables):
    return on_the_command_line(it, tmp_path, "learnings", "explain", *args, code=code, **variables)


def test_p1_p8_it_names_the_selection_of_the_review_with_the_base_memory_and_writes_nothing(story, tmp_path):
    it = story(memory=[NOTE, SUPPRESSION, FAR], head={"src/app.py": "x = 1\n", ".buddy/learnings.jsonl": ""})
    learnings = it.review(S101, here=True).transcript["learnings"]
    written = it.box.world()
    said = json.loads(explain(it, tmp_path, "--pr", str(it.pull.number), "--format", "json").stdout)
    chosen = [one for one in said["learnings"] if one["in"]]
    assert [(one["id"], one["why"], one["rank"], one["tokens"]) for one in chosen] == [
        (one["id"], one["why"], one["rank"], one["tokens"]) for one in learnings["selected"]
    ]
    assert {one["id"]: one["why"] for one in said["learnings"] if not one["in"]} == {
        one["id"]: one["why"] for one in learnings["leftOut"]
    }
    assert (said["tokens"], said["budget"]) == (learnings["tokens"], learnings["budget"])
    assert it.box.world() == written


def test_what_one_hid_there_is_read_from_the_memory_of_the_pull_request(story, tmp_path):
    it = story(memory=[NOTE, SUPPRESSION])
    (row,) = it.review(S101, here=True).transcript["findings"]
    args = ("--pr", str(it.pull.number))
    said = json.loads(explain(it, tmp_path, SUPPRESSION["id"], *args, "--format", "json").stdout)
    assert [(one["from"], one["fingerprint"], one["path"]) for one in said["hidden"]] == [
        (f"#{it.pull.number}", row["fingerprint"], "src/app.py")
    ]
    assert said["change"]["reason"] == "suppression"
    assert said["history"] is None
    assert "Hides: 1 finding" in explain(it, tmp_path, SUPPRESSION["id"], *args).stdout
    stranger = explain(it, tmp_path, SUPPRESSION["id"], *args, **{"INPUT_BOT-LOGIN": "somebody-else[bot]"})
    assert "Hides" not in stranger.stdout
    assert "[marker-other-author]" in stranger.stderr


def test_what_people_decided_there_is_told(story, tmp_path):
    it = story()
    it.review(S101, here=True)
    it.hear(it.pull.comment("@buddy-bot remember the tests need a database", by="alice"), here=True)
    it.record_pull.merge(by="alice")
    (line,) = it.repo.read("main", ".buddy/learnings.jsonl").splitlines()
    record = json.loads(line)
    it.review(S101, here=True, action="synchronize")
    said = json.loads(explain(it, tmp_path, record["id"], "--pr", str(it.pull.number), "--format", "json").stdout)
    acts = [(one["act"], one["by"]) for one in said["acts"]]
    assert acts
    assert {by for _, by in acts} >= {"alice"}
    assert said["learning"]["source"]["pr"] == it.pull.number


def test_a_number_that_is_no_pull_request_and_a_bad_token_are_refused(story, tmp_path):
    it = story()
    ran = explain(it, tmp_path, "--pr", "999", code=3)
    assert ran.stdout == ""
    assert "#999" in ran.stderr
    assert explain(it, tmp_path, "--pr", "1", code=3, GH_TOKEN="nonsense").stdout == ""
    assert "name nothing else" in explain(it, tmp_path, "--pr", "1", "--base", "main", code=2).stderr
