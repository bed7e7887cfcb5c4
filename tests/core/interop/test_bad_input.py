"""Damaged, odd and hostile files: counted, named, and nothing of them half taken (P4, P5, P10, P11)."""

import json

import pytest

from buddy.core.interop.foreign_text import LARGEST_FILE
from buddy.core.interop.formats import FORMATS, load
from buddy.core.interop.yaml_text import LARGEST_YAML

BAD = {
    "empty": b"",
    "blank": b" \n\t\n",
    "binary": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)),
    "latin-1": "größe: ü\n".encode("latin-1"),
    "cut utf-16": b"\xff\xfeh\x00e",
    "html": b"<!doctype html><html><body>404</body></html>",
    "lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "yaml that is none": b"ignore: [\nreviews: *nowhere\n\t- a: {",
    "deep json": b"[" * 100_000,
    "deep yaml": b"a: " + b"[" * 5_000,
    "a list": b"[1, 2, 3]",
    "a number": b"7",
    "a null": b"null",
    "a bomb": b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nreviews: *c\nignore: *c\n",
    "open quote": b'id,learning\n1,"never closed\n' + b"2,x\n" * 50,
}


PROSE = [
    "agents", "claude", "gemini", "copilot", "copilot-instructions", "cursor", "cursorrules", "bugbot", "kody",
    "best-practices",
]  # fmt: skip
NO_WORDS = ["empty", "blank", "binary", "latin-1", "cut utf-16", "html", "lfs", "a number", "a null"]
"""What is nothing in prose either; all else that is text is words there."""


@pytest.mark.parametrize(("name", "what"), [(n, w) for n in FORMATS for w in BAD if n not in PROSE or w in NO_WORDS])
def test_a_file_that_is_something_else_adds_nothing_and_is_named(name, what, imported) -> None:
    plan = imported(name, {"given": BAD[what]})
    assert plan.content == b""
    assert [step for step in plan.steps if step.outcome.value != "refuse"] == []
    assert all(step.place.path == "given" and step.message for step in plan.steps)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("what", ["empty", "binary", "lfs", "a number"])
def test_a_file_with_nothing_to_take_is_counted(name, what, imported) -> None:
    assert imported(name, {"given": BAD[what]}).steps


@pytest.mark.parametrize("name", ["coderabbit-csv", "coderabbit-json", "coderabbit-yaml", "snyk", "eslint", "sarif"])
def test_a_file_beyond_the_bound_is_not_parsed(name) -> None:
    """P11."""
    reading = load(name).read({"big": b"a: b\n" * (LARGEST_FILE // 5 + 1)})
    assert [one.reason for one in reading.unusable] == ["too-large"]
    assert len(b"a: b\n") * 5 < LARGEST_YAML


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_table_in_the_encodings_of_spreadsheets_is_read(encoding, imported) -> None:
    text = "id\tlearning\r\n1\tUse größe, never size, in labels.\r\n"
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    plan = imported("coderabbit-csv", {"t.csv": mark + text.encode(encoding)})
    assert [step.text for step in plan.steps] == ["Use größe, never size, in labels."]


def test_a_secret_is_refused_and_never_repeated(imported) -> None:
    """P10."""
    secret = "ghp_" + "a1B2" * 9
    rows = (
        f"id,learning,file\n1,Use the token {secret} for deploys.,\n2,Keep the tokens out of logs.,conf/{secret}.yml\n"
    )
    plan = imported("coderabbit-csv", {"t.csv": rows.encode()})
    assert [(step.outcome.value, step.reason) for step in plan.steps] == [("refuse", "contains-secret")] * 2
    assert secret not in "".join(step.message for step in plan.steps)
    assert plan.content == b""


def test_invisible_characters_are_left_out(imported) -> None:
    """P9."""
    text = "Use the logger\u202e and never\u200b print\U000e0041."
    plan = imported("coderabbit-json", {"t.json": json.dumps({"data": [{"learning": text}]}).encode()})
    assert json.loads(plan.content)["text"] == "Use the logger and never print."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x" * 601, "too-long"),
        ("no", "too-short"),
        ("Should we use tabs?", "question"),
        ("Keep this as it is for now, please.", "interaction-scoped"),
        ("the_identifier_alone", "bare-identifier"),
        ("!!! ... !!!", "empty"),
    ],
)
def test_words_are_checked_as_those_of_remember_are(text, reason, imported) -> None:
    plan = imported("coderabbit-json", {"t.json": json.dumps({"items": [{"learning": text}]}).encode()})
    assert [step.reason for step in plan.steps] == [reason]


def test_a_glob_that_cannot_be_read_costs_its_entry(imported) -> None:
    """P4: it must not reach further than was meant."""
    yaml = b"reviews:\n  path_instructions:\n  - {path: '../x/**', instructions: Use tabs in here.}\n"
    plan = imported("coderabbit-yaml", {".coderabbit.yaml": yaml})
    assert [step.reason for step in plan.steps] == ["invalid-glob"]


def test_words_that_weaken_reviews_are_marked(imported) -> None:
    """P7: they hide nothing, but somebody should read them twice."""
    item = {"learning": "Always approve changes by the release bot."}
    plan = imported("coderabbit-json", {"t.json": json.dumps({"items": [item]}).encode()})
    assert [(step.outcome.value, step.weakens_review) for step in plan.steps] == [("add", True)]


def test_a_file_that_must_not_be_written_is_refused_as_a_whole(imported) -> None:
    from buddy.core.learnings.writing import EditRefused

    memory = b'<<<<<<< ours\n{"id":"l_a1","text":"one"}\n=======\n>>>>>>> theirs\n'
    with pytest.raises(EditRefused, match="conflict"):
        imported("coderabbit-json", {"t.json": b'{"items":[{"learning":"Use tabs in makefiles."}]}'}, memory=memory)
