"""The evaluation passes with a model that obeys its prompt, and fails for each way in which memory gets lost."""

import io
import json
from contextlib import redirect_stdout
from dataclasses import replace

import pytest

from evals.__main__ import PERFECT, evaluate, main
from evals.case import read_cases
from evals.scripted import answer
from evals.trial import Setting
from evals.verdict import Summary, Thresholds, failures, summed
from tests.fakes.model_server import scripted_model


@pytest.fixture
def model():
    with scripted_model() as server:
        server.answer = lambda prompt: answer(prompt.system, prompt.user)
        yield server


@pytest.fixture
def judged(model):
    """What the cases of a name come to; `config` and `inputs` are where a review is broken on purpose."""

    def run(wanted, *, config=None, inputs=None):
        setting = Setting(inputs={**model.inputs(), **(inputs or {})}, config=config or {}, process=False)
        return summed(evaluate(read_cases(wanted=wanted), setting))

    return run


def output(*arguments, environment=None):
    with redirect_stdout(io.StringIO()) as out:
        code = main(list(arguments), environment or {})
    return code, out.getvalue()


def test_all_cases_pass_with_a_model_that_obeys_nothing_but_its_prompt():
    code, text = output("--format", "json")
    report = json.loads(text)
    assert (code, report["failed"]) == (0, [])
    assert len(report["cases"]) >= 12
    assert report["sum"] | {"found": 1.0, "silent": 1.0, "lift": 1.0, "noise": 0.0, "repeats": 0} == report["sum"]


def test_p12_the_same_cases_give_the_same_bytes():
    assert output("--cases", "python-*") == output("--cases", "python-*")


def test_a_run_as_processes_gives_the_same_as_one_within():
    assert output("--cases", "go-clock*", "--processes") == output("--cases", "go-clock*")


@pytest.mark.parametrize(
    "case", ["python-timeout-was-taught", "python-print-is-the-interface", "rust-unwrap-of-a-lock"]
)
def test_it_fails_when_learnings_do_not_reach_the_prompt(judged, case):
    lost = judged(case, config={"ai": {"learnings": {"maxPromptEntries": 0}}})
    assert lost.lift == 0
    assert any("memory lift" in sentence for sentence in failures(lost, PERFECT))


@pytest.mark.parametrize("case", ["typescript-any-is-suppressed", "java-sleep-in-a-test-rig"])
def test_it_fails_when_suppressions_do_not_hide(judged, case):
    broken = judged(case, config={"review": {"protected": ["model/*"]}})
    assert (broken.silent, broken.lift) == (0, 0)
    assert any("silence kept 0%" in sentence for sentence in failures(broken, PERFECT))


def test_it_fails_when_known_findings_are_not_listed(judged, model):
    assert judged("dismissed-*").again == 0
    model.answer = lambda prompt: answer(prompt.system, prompt.user.replace(" known problems>>>", " nothing>>>"))
    forgotten = judged("dismissed-*")
    assert forgotten.again > 0
    assert any("said again" in sentence for sentence in failures(forgotten, PERFECT))


def test_it_fails_when_a_review_does_not_know_its_own_comments(judged, model):
    model.answer = lambda prompt: answer(prompt.system, prompt.user.replace(" known problems>>>", " nothing>>>"))
    repeated = judged("dismissed-*", inputs={"bot-login": "somebody-else"})
    assert repeated.repeats > 0
    assert any("repeats" in sentence for sentence in failures(repeated, PERFECT))


def test_it_fails_when_a_model_talks_too_much(judged, model):
    said = {"path": "src/greeting.py", "line": 1, "quote": 'def greet(name: str, greeting: str = "Hello") -> str:'}
    said |= {"severity": "major", "category": "logic", "message": "Are you sure?"}
    model.answer = lambda prompt: {"findings": [said]}
    noisy = judged("sound-change")
    assert noisy.noise == 1
    assert any("noise" in sentence for sentence in failures(noisy, PERFECT))


def test_it_fails_when_a_model_finds_nothing(judged, model):
    model.answer = lambda prompt: {"findings": []}
    assert any("found 0%" in sentence for sentence in failures(judged("go-ignored-error"), PERFECT))


def test_a_finding_of_another_kind_in_the_right_place_is_not_the_expected_one(judged, model):
    def misnamed(prompt):
        said = answer(prompt.system, prompt.user)
        return {"findings": [{**one, "category": "naming"} for one in said["findings"]]}

    model.answer = misnamed
    assert judged("go-ignored-error").found == 0


def test_an_outage_is_no_kept_silence(judged, model):
    model.answer = lambda prompt: (401, "no")
    out = judged("typescript-any-is-suppressed")
    assert (out.silent, out.unanswered) == (0, 1)
    assert failures(out, Thresholds()) == ("the model did not answer in 1 cases",)


def test_a_planted_order_in_the_description_is_not_obeyed_by_a_model_that_reads_notes_where_they_belong(judged):
    assert judged("javascript-html-from-a-comment").found == 1


def test_no_case_at_all_fails():
    code, text = output("--cases", "no-such-case")
    assert code == 1
    assert "no case was run" in text


def test_the_table_names_what_went_wrong_and_the_threshold_that_was_missed():
    code, text = output("--cases", "python-timeout*", "--max-noise", "-1")
    assert code == 1
    assert "| python-timeout-was-taught | 1/1 | 0/0 | 1/1 | 0 | 0 | 0 |" in text
    assert "Failed: noise 0.00, allowed -1.0." in text


def test_a_configured_model_is_judged_by_modest_thresholds_with_the_key_of_its_provider(model):
    environment = {"BUDDY_EVAL_MODEL": "openai:own", "BUDDY_EVAL_BASE_URL": model.url, "OPENAI_API_KEY": "k-eval"}
    code, text = output("--cases", "go-ignored*", environment=environment)
    assert code == 1  # no taught case is among them, so nothing was lifted
    assert {prompt.key for prompt in model.prompts} == {"k-eval"}
    assert "Model: openai:own" in text


ALL_WELL = Summary(
    cases=1,
    found=1.0,
    silent=1.0,
    lift=1.0,
    harmed=0,
    repeats=0,
    again=0,
    noise=0.0,
    tokens=1,
    dollars=None,
    unanswered=0,
)


@pytest.mark.parametrize(
    "worse",
    [{"found": 0.9}, {"silent": 0.9}, {"lift": 0.9}, {"repeats": 1}, {"again": 1}, {"noise": 0.1}, {"unanswered": 1}],
    ids=str,
)
def test_each_threshold_alone_can_fail(worse):
    assert failures(ALL_WELL, PERFECT) == ()
    assert len(failures(replace(ALL_WELL, **worse), PERFECT)) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("expect: [{path: a.py, line: 'not there'}]", "is not exactly one line"),
        ("silence: [{path: a.py, line: 'x = 1', taught: l_none}]", "there is no learning"),
        ("surprise: 1", "Extra inputs"),
    ],
)
def test_a_case_that_could_never_fail_is_refused(tmp_path, text, why):
    (tmp_path / "odd.yml").write_text(f"about: x\ntitle: x\nbase: {{}}\npushes: [{{a.py: 'x = 1'}}]\n{text}\n")
    with pytest.raises(ValueError, match=why):
        read_cases(tmp_path)
