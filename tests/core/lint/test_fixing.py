"""Mending changes nothing that applies, takes away all that it says it mends, and does it once."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.learnings.document import parse
from buddy.core.learnings.problems import ProblemReason
from buddy.core.lint.checks import lint
from buddy.core.lint.codes import RULES
from buddy.core.lint.fixing import fixed
from buddy.core.lint.subject import Subject

NOW = datetime(2026, 11, 29, tzinfo=UTC)
FIXABLE = {code for code, rule in RULES.items() if rule.fixable}
DATES = st.sampled_from([None, "2026-01-01", "2026-02-01T00:00:00Z", "soon"])
TEXTS = st.sampled_from(
    [
        "log nothing",
        "a\u200bb",
        "\u202eright to left",
        "\U0001f469\u200d\U0001f52c",
        "\U000e0041",
        " ",
        "é\u2028x",
        "x" * 700,
    ]
)
RECORDS = st.fixed_dictionaries(
    {"id": st.sampled_from(["l_aaaaaa", "l_bbbbbb", "l_cccccc", "bad"]), "text": TEXTS},
    optional={
        "updatedAt": DATES,
        "status": st.sampled_from(["active", "archived", "superseded", "odd"]),
        "paths": st.sampled_from([["src/**"], ["../x"], [], "src"]),
        "kind": st.sampled_from(["fact", "suppression", "odd"]),
        "own": st.just({"kept": [1, None]}),
    },
)
LINES = st.one_of(
    st.builds(lambda record, ascii_only: json.dumps(record, ensure_ascii=ascii_only).encode(), RECORDS, st.booleans()),
    st.sampled_from([b"", b"  ", b"{broken", b"[1]", b"\xff", b'{"id":"l_dddddd","text":"half \\ud83d \\u200b"}']),
)
FILES = st.builds(
    lambda bom, lines, ends, last: bom + b"".join(a + b for a, b in zip(lines, ends, strict=False)) + last,
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(LINES, max_size=8),
    st.lists(st.sampled_from([b"\n", b"\n", b"\r\n"]), min_size=8, max_size=8),
    st.one_of(st.just(b""), LINES),
)


def in_force(document):
    """What each line says to everybody, whether or not it had to be read twice."""
    said = [(one.id, type(one), one.text, one.kind, one.status, one.paths or None) for one in document.records]
    return said, [one.id for one in document.checked.unusual]


@settings(max_examples=100)
@given(FILES)
def test_what_is_in_force_stays_and_nothing_that_can_be_mended_is_left(data: bytes) -> None:
    before = parse(data)
    made = fixed(before)
    after = parse(made.content)
    assert in_force(after) == in_force(before)
    if before.writable:
        left = {one.code for one in lint(Subject(document=after, now=NOW))}
        assert left.isdisjoint(FIXABLE)
    assert fixed(after).content == made.content
    assert fixed(after).done == ()


@settings(max_examples=60)
@given(FILES)
def test_a_line_that_needs_nothing_keeps_its_bytes(data: bytes) -> None:
    """P5."""
    kept = {line.removesuffix(b"\r") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n")}
    made = fixed(parse(data))
    changed = [line for line in made.content.split(b"\n") if line not in kept]
    assert len(changed) <= sum(code is ProblemReason.INVISIBLE_CHARACTERS for code, _ in made.done)


@pytest.mark.parametrize(
    ("data", "content", "done"),
    [
        (b'\xef\xbb\xbf{"id":"l_aaa","text":"x"}\n', b'{"id":"l_aaa","text":"x"}\n', [(ProblemReason.BOM, 1)]),
        (b'{"id":"l_aaa","text":"x"}\r\n{b\r\n', b'{"id":"l_aaa","text":"x"}\n{b\n', [(ProblemReason.CRLF, None)]),
        (
            b'{"id":"l_aaa","text":"x"}\n{"id":"l_aaa","text":"y"}\n',
            b'{"id":"l_aaa","text":"y"}\n',
            [(ProblemReason.DUPLICATE_ID, 1)],
        ),
        (
            b'{"own":1,"id":"l_aaa","text":"x\\u200by","status":"archived"}\n',
            b'{"own":1,"id":"l_aaa","text":"xy","status":"archived"}\n',
            [(ProblemReason.INVISIBLE_CHARACTERS, 1)],
        ),
    ],
)
def test_what_is_mended(data: bytes, content: bytes, done: list) -> None:
    made = fixed(parse(data))
    assert (made.content, list(made.done)) == (content, done)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"id":"l_aaa","text":"same"}\n{"id":"l_bbb","text":"same"}\n',
        b'{"v":2,"id":"l_aaa","text":"a\\u200bb"}\n',
        b'{"v":2,"id":"l_aaa","text":"x"}\n{"id":"l_aaa","text":"x","updatedAt":"2026-01-01"}\n',
        b'\xef\xbb\xbf{"id":"l_aaa","text":"x"}\n<<<<<<< a\n=======\n>>>>>>> b\n',
        b"<!doctype html>\r\n",
    ],
)
def test_what_needs_a_decision_or_a_newer_buddy_stays_byte_for_byte(data: bytes) -> None:
    """P5."""
    assert fixed(parse(data)).content == data
