"""The configuration file: lenient at base (P4, P5), strict when a user hands it over."""

import pytest

from buddy.core.config import Config, json_schema
from buddy.core.config_file import MAX_BYTES, MOST_NOTICES, load_lenient, load_strict
from buddy.core.errors import InputError


def test_an_absent_or_empty_file_gives_every_default():
    assert load_lenient(None).config == load_lenient(b"").config == load_lenient(b"# nothing\n").config == Config()


def test_the_design_example_loads_without_a_notice():
    content = b"""
ai:
  model: null
  learnings: {enabled: true, file: .buddy/learnings.jsonl, maxPromptEntries: 7, maxPromptTokens: 900}
review: {maxComments: 3, drafts: true, exclude: ["gen/**"], protected: ["gitleaks/*"]}
record: {branch: buddy/notes, target: base, maxBatch: 2, minIntervalHours: 0}
trustedBases: [default, "release/*"]
"""
    loaded = load_lenient(content)
    assert loaded.notices == ()
    assert loaded.config.ai.learnings.max_prompt_entries == 7
    assert loaded.config.review.drafts is True
    assert loaded.config.record.branch == "buddy/notes"
    assert loaded.config.trusted_bases == ["default", "release/*"]
    assert load_strict(content, name="c.yml").config == loaded.config


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ("review: {maxComments: many, drafts: true}", "review.maxComments"),
        ("review: {maxComments: true, drafts: true}", "review.maxComments"),
        ("review: {maxComments: -1, drafts: true}", "review.maxComments"),
        ("review: {drafts: true}\nrecord: {branch: main}", "record.branch"),
        ("review: {drafts: true}\nrecord: {branch: buddy/../main}", "record.branch"),
        ("review: {drafts: true}\nrecord: {target: elsewhere}", "record.target"),
        ("review: {drafts: true}\nai: {learnings: {file: ../../etc/x.jsonl}}", "ai.learnings.file"),
        ("review: {drafts: true}\nai: {learnings: {file: /etc/x.jsonl}}", "ai.learnings.file"),
        ("review: {drafts: true}\nai: {learnings: {file: .git/config.jsonl}}", "ai.learnings.file"),
        ("review: {drafts: true}\nai: {learnings: {file: notes.txt}}", "ai.learnings.file"),
        ("review: {drafts: true}\nai: {learnings: 5}", "ai.learnings"),
        ("review: {drafts: true}\nai: []", "ai"),
        ("review: {drafts: true, protected: yes}", "review.protected"),
        ('review: {drafts: true, maxComments: !!int ""}', "review.maxComments"),
        ('review: {drafts: true, maxComments: !!float ""}', "review.maxComments"),
        ("review: {drafts: true, maxComments: !!bool maybe}", "review.maxComments"),
        ("review: {drafts: true, maxComments: !!timestamp never}", "review.maxComments"),
        ("review: {drafts: true, maxComments: 2026-13-45}", "review.maxComments"),
        ("review: {drafts: true, maxComments: 0x_}", "review.maxComments"),
        (f"review: {{drafts: true, maxComments: {'9' * 5000}}}", "review.maxComments"),
    ],
)
def test_p4_a_bad_value_on_base_costs_its_key_and_is_named(content, where):
    loaded = load_lenient(content.encode())
    assert [notice.id for notice in loaded.notices] == ["config-bad-value"]
    assert f"`{where}`" in loaded.notices[0].message
    assert loaded.config.review.drafts is True
    assert loaded.config.model_copy(update={"review": Config().review}) == Config()


@pytest.mark.parametrize("key", ['!!int ""', '!!timestamp ""', '!!bool ""', "2026-13-45"])
def test_a_key_that_does_not_fit_its_tag_is_an_unknown_one(key):
    loaded = load_lenient(f"? {key}\n: 1\nreview: {{drafts: true}}".encode())
    assert [notice.id for notice in loaded.notices] == ["config-unknown-key"]
    assert loaded.config.review.drafts is True


def test_p5_a_bad_item_of_a_list_costs_only_the_item():
    loaded = load_lenient(b"review: {protected: ['mine/*', 5, {a: 1}, 'yours/*']}")
    assert loaded.config.review.protected == ["mine/*", "yours/*"]
    assert len(loaded.notices) == 2


@pytest.mark.parametrize("glob", ["[[", "a//b", "../x", "!docs/[", "*a*a*a*a*"])
def test_p5_a_glob_that_cannot_be_used_is_named(glob):
    content = f"review: {{drafts: true, exclude: ['src/**', '{glob}']}}".encode()
    loaded = load_lenient(content)
    assert {notice.id for notice in loaded.notices} == {"config-bad-value"}
    assert f"Configuration `review.exclude`: the glob `{glob}` is not used" in loaded.notices[0].message
    assert loaded.config.review.drafts is True
    with pytest.raises(InputError, match=r"mine\.yml: `review\.exclude` the glob"):
        load_strict(content, name="mine.yml")


def test_p5_globs_that_their_braces_make_too_many_are_named():
    content = f"review: {{exclude: ['{{{','.join(map(str, range(40)))}}}', '{{{','.join('abcdefghijkl')}}}']}}"
    (notice,) = load_lenient(content.encode()).notices
    assert "at most 50 globs" in notice.message


@pytest.mark.parametrize(
    ("content", "near"),
    [
        (b"reveiw: {drafts: true}", "`review`"),
        (b"review: {maxComment: 3}", "`review.maxComments`"),
        (b"ai: {learnings: {fil: x}}", "`ai.learnings.file`"),
    ],
)
def test_an_unknown_key_is_a_notice_with_the_nearest_name(content, near):
    loaded = load_lenient(content)
    assert [notice.id for notice in loaded.notices] == ["config-unknown-key"]
    assert f"did you mean {near}" in loaded.notices[0].message
    assert loaded.config == Config()


@pytest.mark.parametrize(
    "content",
    [
        b"a: [1",
        b"\xff\xfe",
        b"just words",
        b"- a\n- b",
        b"a: &x [1]\nb: *x",
        b"review: {drafts: true}\nreview: {drafts: false}",
        b"x: " + b"[" * 20_000,
        b"a: b\n" * (MAX_BYTES // 4),
        b"%",
        b"a: !!python/object/apply:os.system [x]",
    ],
)
def test_p5_an_unreadable_file_costs_the_file_and_says_so(content):
    loaded = load_lenient(content)
    assert loaded.config == Config()
    assert [notice.id for notice in loaded.notices] == ["config-unreadable"]
    with pytest.raises(InputError, match=r"mine\.yml"):
        load_strict(content, name="mine.yml")


def test_a_file_a_user_hands_over_names_all_its_problems_at_once():
    with pytest.raises(InputError) as caught:
        load_strict(b"review: {maxComments: x, drafts: 7}\nrecord: {branch: main}", name="mine.yml")
    assert len(caught.value.problems) == 3
    assert caught.value.exit_code == 2


def test_the_json_schema_names_every_key_and_closes_the_objects():
    schema = json_schema()
    assert set(schema["properties"]) == {"ai", "review", "record", "trustedBases"}
    assert schema["additionalProperties"] is False
    assert "maxPromptTokens" in schema["$defs"]["LearningsConfig"]["properties"]


def test_p11_a_file_of_nothing_but_mistakes_is_told_by_its_first_ones_and_a_count():
    loaded = load_lenient("".join(f"key{n}: 1\n" for n in range(3_000)).encode())
    assert len(loaded.notices) == MOST_NOTICES + 1
    assert loaded.notices[-1].id == "config-more"
    assert "2970 more" in loaded.notices[-1].message
