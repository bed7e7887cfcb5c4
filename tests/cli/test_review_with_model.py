"""`buddy review --model`: the same core as in CI, beside the rules; whatever is wrong with the model costs only it."""

import json

import pytest

from tests.fakes.model_server import scripted_model

MEMORY = ".buddy/learnings.jsonl"
CODE = "def one():\n    return 1\n"


@pytest.fixture
def model():
    with scripted_model() as server:
        yield server


@pytest.fixture
def ask(buddy, model, monkeypatch):
    """Run with the scripted model and a key in Buddy's variable."""
    monkeypatch.setenv("BUDDY_MODEL_API_KEY", "k-local")

    def run(*arguments):
        named = ("--model", "openai:scripted", "--model-base-url", model.url)
        return buddy("review", "--base", "main", *named, *arguments)

    return run


def said(**more):
    finding = {"path": "src/a.py", "line": 4, "quote": "    return None", "severity": "major", "category": "logic"}
    return {"findings": [{**finding, "message": "two() gives nothing back.", **more}]}


@pytest.fixture
def change(repo, lines):
    memory = lines.suppression("l_hides1", "model/naming", "src/**") + lines.learning(
        "l_fact1", "two() must say how many", paths=["src/a.py"]
    )
    repo.commit("base", **{MEMORY: memory, "src/a.py": CODE, "AGENTS.md": "Base guideline.\n"})
    repo.git("checkout", "-q", "-b", "topic")
    more = {"src/a.py": CODE + "def two():\n    return None\n", "AGENTS.md": "Head guideline.\n"}
    repo.commit("Add two()", **more)
    return repo


def by_category(ran):
    return {finding["category"]: (finding["outcome"], finding["suppressedBy"]) for finding in ran.json["findings"]}


@pytest.mark.parametrize("head", [(), ("--head", "topic")], ids=["work tree", "commit"])
def test_a_models_finding_stands_beside_a_tools(ask, model, change, sarif, head):
    model.answer = lambda prompt: said(learnings=["l_fact1"])
    ran = ask("--findings", sarif("x.sarif", ("R1", "src/a.py", 1)), "--format", "json", *head)
    assert ran.code == 1
    assert by_category(ran) == {"model/logic": ("inline", None), "lint/R1": ("inline", None)}
    assert (ran.json["reviewer"], ran.json["model"]["cited"]) == ("openai:scripted", ["l_fact1"])
    assert ran.json["model"]["usage"]["inputTokens"] == 100


def test_p1_the_prompt_holds_the_bases_memory_and_guidelines_and_the_key_is_buddys_own(ask, model, change):
    ask()
    (prompt,) = model.prompts
    assert "two() must say how many" in prompt.system
    assert "Base guideline." in prompt.system
    assert "Head guideline." not in prompt.system
    assert prompt.key == "k-local"
    assert 'title: "Add two()"' in prompt.user


def test_a_suppression_of_the_base_hides_what_a_model_finds(ask, model, change):
    model.answer = lambda prompt: said(category="naming")
    ran = ask("--format", "json")
    assert ran.code == 0
    assert by_category(ran) == {"model/naming": ("suppressed", "l_hides1")}


def test_what_is_not_committed_is_reviewed_too(ask, model, change):
    change.write(**{"src/new.py": "x = None\nprint(x.y)\n"})
    model.answer = lambda prompt: said(path="src/new.py", line=2, quote="print(x.y)")
    ran = ask("--format", "json")
    assert [(one["path"], one["line"], one["outcome"]) for one in ran.json["findings"]] == [("src/new.py", 2, "inline")]


def test_profile_says_how_strict_the_model_is(ask, model, change):
    model.answer = lambda prompt: said(severity="nit")
    assert ask("--format", "json").json["findings"] == []
    assert len(ask("--profile", "assertive", "--format", "json").json["findings"]) == 1


@pytest.mark.parametrize("answer", [(401, "no"), "not json", (500, "x")], ids=["key refused", "malformed", "outage"])
def test_p13_whatever_is_wrong_with_the_model_the_rules_review_alone_and_say_so(ask, model, change, sarif, answer):
    model.answer = lambda prompt: answer
    ran = ask("--findings", sarif("x.sarif", ("R1", "src/a.py", 4)), "--format", "json")
    assert by_category(ran) == {"lint/R1": ("inline", None)}
    assert ran.json["reviewer"] == "rules-only"
    assert "[model-unavailable]" in ran.err


def test_p13_a_model_without_a_key_is_said_to_have_none(buddy, change, monkeypatch):
    for name in ("BUDDY_MODEL_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    ran = buddy("review", "--base", "main", "--model", "openai:gpt-5-mini")
    assert ran.code == 0
    assert "BUDDY_MODEL_API_KEY" in ran.err
    assert "Reviewer: rules-only" in ran.out


def test_without_model_nothing_is_asked_whatever_the_configuration_names(buddy, change, model, lines):
    change.git("checkout", "-q", "main")
    change.commit("config", **{".buddy/config.yml": "version: 1\nai:\n  model: openai:gpt-5-mini\n"})
    change.git("checkout", "-q", "topic")
    ran = buddy("review", "--base", "main", "--format", "json")
    assert "model" not in ran.json
    assert (ran.json["reviewer"], model.prompts) == ("rules-only", [])


@pytest.mark.parametrize("form", ["text", "markdown", "github"])
def test_each_format_for_people_says_who_reviewed_and_what_it_cost(ask, model, change, form):
    ran = ask("--format", form)
    assert "Reviewer: openai:scripted" in ran.out
    assert "100 tokens in, 20 out" in ran.out


def test_the_sarif_of_a_model_is_a_run_of_its_own(ask, model, change):
    model.answer = lambda prompt: said()
    (run,) = json.loads(ask("--format", "sarif").out)["runs"]
    assert [one["ruleId"] for one in run["results"]] == ["logic"]
