"""docs/reference/transcript.md names exactly the keys of a real transcript, and every outcome."""

import re
from pathlib import Path

import pytest

from buddy.core.findings.finding import Outcome
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory, payload
from tests.contract.pages import table
from tests.e2e.harness import MORE, NOTE, SUPPRESSION
from tests.fakes.model_server import scripted_model

PAGE = (Path(__file__).parents[2] / "docs/reference/transcript.md").read_text(encoding="utf-8")
LEAVES = {
    "learnings.problemCounts",
    "learnings.leftOutCounts",
    "memory.before",
    "memory.after",
    "unchanged",
    "model.promptTokens",
    "model.dropped",
    "model.cited",
    "model.silent",
    "model.guidelinesCut",
    "chat.promptTokens",
    "chat.cited",
}
OF_SECRETS = {**SUPPRESSION, "id": "l_secrets001", "match": {"category": "gitleaks/key"}}
ELSEWHERE = {**NOTE, "id": "l_elsewhere1", "paths": ["docs/**"]}


def documented(section):
    """The names in the first column of the page's table below a heading."""
    _, _, rest = PAGE.partition(f"## {section}\n") if section else ("", "", PAGE)
    rows = table(rest.partition("\n## ")[0])
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row[0])]


def keys(value, prefix=""):
    """Every key of a document, dotted, `[]` behind one that holds a list."""
    if isinstance(value, list) and prefix.removesuffix("[]") not in LEAVES:
        return {key for item in value for key in keys(item, f"{prefix}[]")}
    if not isinstance(value, dict) or prefix in LEAVES:
        return {prefix}
    return {key for name, inner in value.items() for key in keys(inner, f"{prefix}.{name}" if prefix else name)}


@pytest.fixture
def transcripts(story):
    """Of three runs in which everything occurs that a transcript can tell, but for what a tool hides."""
    it = story(memory=[SUPPRESSION, NOTE, OF_SECRETS, ELSEWHERE])
    results = [
        ("S101", "error", "src/app.py", 8, "Use of assert"),
        ("F841", "warning", "src/app.py", 9, "Local variable is unused"),
        ("E501", "note", "README.md", 1, "Line too long"),
    ]
    first = it.review(*results).transcript
    broken = it.repo.read("main", ".buddy/learnings.jsonl") + b"[]\n{}\n"
    it.repo.commit("main", {".buddy/learnings.jsonl": broken}, by="alice")
    it.repo.commit("topic", {"src/app.py": MORE + "\n"}, by="alice")
    it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    for who in ("alice", "mallory"):
        it.pull.review_comments[0].reply("This is a false positive: it is intentional.", by=who)
    key = ("key", "error", "src/app.py", 2, "A key")
    second = it.review(key, action="synchronize", tool="gitleaks").transcript
    it.own("proposal")[0].react("+1", by="alice")
    third = it.review(key, action="synchronize", tool="gitleaks").transcript
    it.repo.commit("topic", {"src/app.py": MORE + "\n\nX = 1\n", "a.lock": "x\n"}, by="alice")
    with scripted_model() as model:
        it.pull.comment("@buddy-bot ask is it ready?", by="alice")
        reviewed = {"findings": [{"path": "nowhere", "line": 1}], "silent": [], "about": None}
        model.answer = lambda prompt: {"answer": "Yes."} if "question>>>" in prompt.user else reviewed
        return first, second, third, it.review(action="synchronize", inputs=model.inputs()).transcript


def test_the_page_names_exactly_the_keys_of_a_transcript(transcripts):
    assert (transcripts[0].pop("model"), transcripts[0].pop("chat")) == (None, None)
    said = [{k: v for k, v in one.items() if k not in ("model", "chat") or v} for one in transcripts]
    named = {key for one in said for key in keys(one)}
    assert sorted(documented("")) == sorted(named)


def test_the_page_names_every_outcome_of_a_finding():
    assert sorted(documented("Outcomes")) == sorted(outcome.value for outcome in Outcome)


def test_the_page_names_every_key_of_the_memory_and_of_a_finding_in_it():
    names = [field.alias or name for model in (PrMemory, KnownFinding) for name, field in model.model_fields.items()]
    assert sorted(documented("The memory")) == sorted(names)
    assert all(f"`{state.value}`" in PAGE for state in FindingState)


def test_what_has_its_default_is_left_out_of_the_memory():
    assert payload(PrMemory(repo=1, pr=2)) == {"repo": 1, "pr": 2}


def test_a_key_that_the_page_does_not_name_would_be_found():
    assert keys({"a": {"b": [{"c": 1}, {"d": None}]}, "unchanged": {"x/y": 1}}) == {"a.b[].c", "a.b[].d", "unchanged"}
