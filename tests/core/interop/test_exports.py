"""Exports into files that stand there already: what is not Buddy's own stays, what cannot be written is named."""

import json

import pytest
import yaml

from buddy.core.interop.export_plan import plan_export
from buddy.core.interop.formats import load
from buddy.core.learnings.document import parse
from buddy.core.learnings.record import Kind, Learning, Match

TABS = Learning(id="l_tabs000001", text="Use tabs: always.", paths=("src/**", "lib/*.c"))
IGNORED = Learning(
    id="l_snyk000001",
    kind=Kind.SUPPRESSION,
    text="The parser never sees input of users.",
    paths=("**",),
    match=Match(category="snyk/SNYK-1"),
)
UNDEF = Learning(
    id="l_esln000001",
    kind=Kind.SUPPRESSION,
    text="Globals of the old loader",
    paths=("src/old/a.js", "src/old/b.js"),
    match=Match(category="eslint/no-undef"),
)

CONFIGURATIONS = {
    "nothing": "",
    "comments": "# only a comment\n",
    "no reviews": "language: en-US\nchat: {auto_reply: true}\n",
    "no end of line": "language: en-US",
    "reviews without instructions": "reviews:\n  profile: chill # quiet\n\nchat:\n  auto_reply: true\n",
    "an empty key": "reviews:\n  path_instructions:\n  profile: chill\n",
    "an empty list": "reviews:\n    path_instructions: [] # none yet\n    profile: chill\n",
    "an empty parent": "reviews: {}\nlanguage: de-DE\n",
    "instructions": "reviews:\n  # ours\n  path_instructions:\n    # first\n    - path: a\n      instructions: |\n"
    "        keep\n\n        this\n  profile: chill\n",
    "unindented instructions": "reviews:\n  path_instructions:\n  - path: a\n    instructions: keep\n",
    "windows": "reviews:\r\n  path_instructions:\r\n    - path: a\r\n      instructions: keep\r\n",
}


@pytest.mark.parametrize("what", CONFIGURATIONS)
def test_a_configuration_keeps_every_line_and_value(what) -> None:
    before = CONFIGURATIONS[what]
    path = ".coderabbit.yaml"
    written = load("coderabbit-yaml").write([TABS], {path: before.encode()})
    after = written.files[path].decode()
    assert written.left_out == []
    kept = [line for line in before.splitlines() if "[]" not in line and "{}" not in line]
    assert [line for line in after.splitlines() if line in kept] == kept
    old, new = yaml.safe_load(before) or {}, yaml.safe_load(after)
    ours, *theirs = new["reviews"]["path_instructions"]
    assert ours == {"path": "{src/**,lib/*.c}", "instructions": "Use tabs: always."}
    assert theirs == ((old.get("reviews") or {}).get("path_instructions") or [])
    assert {key: value for key, value in new.items() if key != "reviews"} == {
        key: value for key, value in old.items() if key != "reviews"
    }
    assert ("\r\n" in before) == ("\r\n" in after)
    assert after.count("\n") == after.count("\r\n") or "\r\n" not in before


@pytest.mark.parametrize(
    "before",
    [
        "reviews: {path_instructions: [{path: a, instructions: b}]}\n",
        "reviews:\n  path_instructions: [{path: a, instructions: b}]\n",
        "reviews: 7\n",
        "- a\n",
        "a: [\n",
        "a: 1\n...\n",
    ],
)
def test_a_configuration_that_lines_cannot_be_added_to_is_left_alone(before) -> None:
    written = load("coderabbit-yaml").write([TABS], {".coderabbit.yaml": before.encode()})
    assert written.files == {}
    assert [loss.item for loss in written.left_out] == [TABS.id]


def test_an_export_without_learnings_takes_the_block_away() -> None:
    before = "reviews:\n  profile: chill\n"
    full = load("coderabbit-yaml").write([TABS], {".coderabbit.yaml": before.encode()})
    none = load("coderabbit-yaml").write([], full.files)
    assert yaml.safe_load(none.files[".coderabbit.yaml"]) == {
        "reviews": {"profile": "chill", "path_instructions": None}
    }


def test_a_policy_keeps_its_patches_and_ignores_an_id_once() -> None:
    before = (
        "version: v1.25.0\nignore:\n  SNYK-2:\n    - '*':\n        reason: x\npatch:\n  a:\n    - b:\n        c: d\n"
    )
    twice = Learning(
        id="l_snyk000002", kind=Kind.SUPPRESSION, text="x", paths=("**",), match=Match(category="snyk/SNYK-2")
    )
    written = load("snyk").write([IGNORED, twice, TABS], {".snyk": before.encode()})
    after = yaml.safe_load(written.files[".snyk"])
    assert after["patch"] == yaml.safe_load(before)["patch"]
    assert set(after["ignore"]) == {"SNYK-1", "SNYK-2"}
    assert after["ignore"]["SNYK-1"] == [{"*": {"reason": "The parser never sees input of users."}}]
    assert {loss.item for loss in written.left_out} == {twice.id, TABS.id}


def test_counts_of_eslint_stay_and_new_files_get_the_least() -> None:
    before = json.dumps({"src/old/a.js": {"no-undef": {"count": 7}, "no-var": {"count": 2}}}).encode()
    written = load("eslint").write([UNDEF], {"eslint-suppressions.json": before})
    assert json.loads(written.files["eslint-suppressions.json"]) == {
        "src/old/a.js": {"no-undef": {"count": 7}, "no-var": {"count": 2}},
        "src/old/b.js": {"no-undef": {"count": 1}},
    }
    assert {loss.field for loss in written.losses} == {"id", "paths", "text", "count"}


@pytest.mark.parametrize("name", ["eslint", "snyk", "coderabbit-yaml"])
def test_a_file_that_cannot_be_read_is_not_written(name) -> None:
    form = load(name)
    written = form.write([TABS, IGNORED, UNDEF], {form.file: b"\xff\xfe\x00"})
    assert written.files == {}
    assert {loss.item for loss in written.left_out} == {TABS.id, IGNORED.id, UNDEF.id}


def test_a_suppression_of_one_finding_is_not_widened() -> None:
    """P4."""
    one = Learning(
        id="l_one0000001",
        kind=Kind.SUPPRESSION,
        text="just this",
        paths=("src/a.js",),
        match=Match(category="eslint/no-undef", fingerprint="v1:3f9c2a7be012"),
    )
    assert [loss.item for loss in load("eslint").write([one], {}).left_out] == [one.id]
    assert load("sarif").write([one], {}).left_out == []


LINES = (
    b'{"id":"l_a0000001","text":"Use tabs in Makefiles.","teamKey":1}\n'
    b'{"id":"l_b0000001","text":"Gone by now.","status":"archived"}\n'
    b'{"id":"l_c0000001","text":"The timeout is 30 s."}\n'
    b'{"id":"l_d0000001","text":"The timeout is 60 s.","supersedes":"l_c0000001"}\n'
    b'{"id":"l_e0000001","text":"Until then.","expiresAt":"2020-01-01T00:00:00Z"}\n'
)


def test_only_what_is_in_force_is_handed_on(now) -> None:
    written = plan_export(parse(LINES), load("coderabbit-json"), existing={}, now=now)
    items = json.loads(written.files["coderabbit-learnings.json"])["data"]
    assert [item["id"] for item in items] == ["l_a0000001", "l_d0000001"]
    assert {loss.item: loss.why for loss in written.left_out} == {
        "l_b0000001": "it is not in force: archived",
        "l_c0000001": "it is not in force: l_d0000001 supersedes it",
        "l_e0000001": "it is not in force: expired",
    }
    assert {(loss.item, loss.field) for loss in written.losses} == {
        ("l_a0000001", "teamKey"),
        ("l_d0000001", "supersedes"),
    }


def test_buddys_own_lines_keep_their_bytes(now) -> None:
    written = plan_export(parse(LINES), load("buddy"), existing={}, now=now)
    first, *_, fourth, _ = LINES.splitlines(keepends=True)
    assert written.files == {"learnings.jsonl": first + fourth}


def test_a_secret_is_not_handed_on(now) -> None:
    """P10."""
    secret = "ghp_" + "a1B2" * 9
    document = parse(json.dumps({"id": "l_a0000001", "text": f"deploy with {secret}"}).encode())
    written = plan_export(document, load("buddy"), existing={}, now=now)
    assert (written.files, [loss.item for loss in written.left_out]) == ({}, ["l_a0000001"])


def test_nothing_is_made_where_no_learning_fits(now) -> None:
    document = parse(b'{"id":"l_a0000001","text":"Use tabs in Makefiles."}\n')
    assert plan_export(document, load("snyk"), existing={}, now=now).files == {}
