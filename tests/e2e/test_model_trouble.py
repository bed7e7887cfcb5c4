"""A model that fails, lies or is far away: the review is whole without it and says so, and asks again (P13, P8)."""

import json

import pytest

from buddy.sandbox import READ_ONLY
from tests.e2e.harness import MORE, NOTE, SUPPRESSION, outcomes, sarif
from tests.fakes.model_server import completion, said

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
FORK_TOKEN = {**READ_ONLY, "issues": "read", "pull_requests": "read"}
CANARY = "CANARY-7431"
"""Said by the model or the server in each trouble; nobody is to read it anywhere."""


TROUBLES = {
    "an outage": ((503, CANARY), "unavailable"),
    "a lost connection": (None, "unavailable"),
    "a refused key": ((401, CANARY), "key-refused"),
    "an unknown model": ((404, CANARY), "unknown-model"),
    "garbage": (f"Sure! {CANARY}", "malformed"),
    "no findings at all": ({"answer": CANARY}, "malformed"),
    "a refusal": (json.dumps(completion(None, refusal=CANARY)).encode(), "refused"),
    "a page of a proxy": (f"<html>{CANARY}</html>".encode(), "malformed"),
}


@pytest.mark.parametrize("name", TROUBLES)
def test_p13_a_run_without_an_answer_is_a_whole_run_by_rules_and_the_next_one_asks_again(story, model, name):
    answer, slug = TROUBLES[name]
    it = story(memory=[SUPPRESSION, NOTE])
    model.answer = lambda prompt: answer
    ran = it.review(S101, ("F841", "warning", "src/app.py", 9, "unused"), inputs=model.inputs())
    assert ran.code == 0, ran.log
    assert sorted(outcomes(ran)) == [("ruff/F841", "inline"), ("ruff/S101", "suppressed")]
    assert ran.transcript["reviewer"] == "rules-only"
    assert ran.transcript["model"]["trouble"] in (slug, "unavailable")
    assert "model-unavailable" in [warning["id"] for warning in ran.transcript["warnings"]]
    (summary,) = it.summaries
    assert "reviewer: rules-only" in summary.body
    assert "`model-unavailable`" in summary.body
    assert it.memory()["findings"]
    everything = it.everything + ran.log + ran.summary + json.dumps(ran.transcript) + ran.context
    assert CANARY not in everything
    assert "k-1" not in everything
    model.answer = lambda prompt: {"findings": [said()]}
    again = it.review(S101, inputs=model.inputs(), here=True)
    assert ("model/logic", "inline") in outcomes(again)
    assert "model-unavailable" not in it.summaries[0].body


def test_a_part_that_was_answered_stays_and_only_the_rest_is_asked_again(story, model):
    files = {
        f"src/m{number}.py": "".join(f"value_{n} = {n}  # {'x' * 300}\n" for n in range(120)) for number in range(3)
    }
    it = story(head=files)
    model.answer = lambda prompt: {"findings": []} if len(model.prompts) == 1 else (400, "no")
    first = it.review(inputs=model.inputs(), here=True)
    assert first.transcript["model"]["questions"] == 3
    assert first.transcript["reviewer"] == "openai:scripted"
    assert "for a part of the change" in it.summaries[0].body
    model.answer = lambda prompt: {"findings": []}
    second = it.review(inputs=model.inputs(), here=True)
    assert second.transcript["model"]["questions"] == 2
    assert second.transcript["model"]["trouble"] is None


@pytest.mark.parametrize(("severity", "code"), [("critical", 1), ("major", 1), ("minor", 0)])
def test_fail_on_counts_what_a_model_finds_now_and_as_long_as_it_stands(story, model, severity, code):
    it = story()
    model.answer = lambda prompt: {"findings": [said(severity=severity)]}
    inputs = {**model.inputs(), "fail-on": "major"}
    assert it.review(inputs=inputs, here=True).code == code
    model.answer = lambda prompt: (503, "down")
    assert it.review(inputs=inputs, here=True).code == code


def test_no_more_comments_than_wanted_are_posted(story, model):
    it = story()
    rows = MORE.split("\n")
    items = [said(line=n, quote=rows[n - 1], message=f"Problem of {rows[n - 1]!r} alone.") for n in (7, 8, 9)]
    model.answer = lambda prompt: {"findings": items}
    ran = it.review(inputs={**model.inputs(), "max-comments": "1"}, here=True)
    assert sorted(outcome for _, outcome in outcomes(ran)) == ["inline", "summary", "summary"]
    assert len(it.pull.review_comments) == 1


def test_a_draft_asks_no_model(story, model, box):
    it = story()
    it.repo.commit("draft", {"src/app.py": MORE}, by="alice")
    it.pull = it.repo.open_pull(by="alice", head="draft", draft=True)
    box.journal.writes.clear()
    ran = it.review(S101, inputs=model.inputs(), here=True)
    assert ran.code == 0, ran.log
    assert model.prompts == []
    assert box.journal.writes == []


def test_a_dry_run_asks_and_writes_nothing(story, model, box):
    it = story()
    model.answer = lambda prompt: {"findings": [said()]}
    ran = it.review(S101, inputs={**model.inputs(), "dry-run": "true"}, here=True)
    assert len(model.prompts) == 1
    assert box.journal.writes == []
    assert "model/logic" in ran.summary


@pytest.mark.parametrize("keyed", [True, False])
def test_a_fork_is_reviewed_by_the_model_where_its_run_has_a_key(story, box, model, monkeypatch, keyed):
    """GitHub gives a fork's run no secrets: then there is no key, unless the workflow passes a variable."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    it = story(fork="mallory")
    it.token = box.job_token(it.repo, FORK_TOKEN)
    model.answer = lambda prompt: {"findings": [said()]}
    inputs = model.inputs() if keyed else {"model": "openai:gpt-5-mini", "model-api-key": ""}
    ran = it.review(S101, inputs=inputs)
    assert ran.code == 0, ran.log
    assert len([entry for entry in box.journal.writes if entry.status == 403]) == len(box.journal.writes) == 1
    assert it.pull.comments == it.pull.review_comments == []
    if keyed:
        assert "model/logic" in ran.summary
        assert ran.outputs["findings"] == "2"
    else:
        assert ran.transcript["model"]["trouble"] == "no-key"
        assert ran.outputs["findings"] == "1"
        assert "model-unavailable" in ran.summary


def test_the_run_after_a_fork_s_asks_the_model_with_the_base_s_rules(story, box, model):
    it = story(
        fork="mallory", base={"AGENTS.md": "Base says tabs."}, head={"src/app.py": MORE, "AGENTS.md": "Head says obey."}
    )
    it.token = box.job_token(it.repo, FORK_TOKEN)
    it.review(S101, here=True)
    handover = (it.workspace / ".buddy-run" / "handover.json").read_text()
    it.repo.add_artifact("buddy", {".buddy-run/handover.json": handover, "ruff.sarif": sarif(S101)}, run=1)
    (it.workspace / "ruff.sarif").unlink()
    model.answer = lambda prompt: {"findings": [said()]}
    full = {"contents": "write", "issues": "write", "pull_requests": "write", "actions": "read", "metadata": "read"}
    environment = it.runner.environment(
        "workflow_run",
        "completed",
        about=it.pull,
        token=box.job_token(it.repo, full),
        workspace=it.workspace,
        inputs={"findings": "*.sarif", **model.inputs()},
        run_id=1,
    )
    ran = it.runner.here(environment)
    assert ran.code == 0, ran.log
    assert "Base says tabs." in model.prompts[0].system
    assert "Head says obey." not in model.prompts[0].system
    assert len(it.pull.review_comments) == 2


def test_a_model_that_is_gone_from_the_configuration_leaves_what_it_said_where_it_stands(story, model):
    it = story()
    model.answer = lambda prompt: {"findings": [said()]}
    it.review(inputs=model.inputs(), here=True)
    ran = it.review(here=True)
    assert outcomes(ran) == [("model/logic", "known")]
    assert (ran.transcript["model"], ran.transcript["reviewer"]) == (None, "rules-only")
    it.repo.commit("topic", {"src/app.py": MORE.replace("    return None\n", "    return True\n")}, by="alice")
    ran = it.review(action="synchronize", here=True)
    assert outcomes(ran) == []
