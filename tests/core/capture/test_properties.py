"""Whatever a comment holds: it is judged, in bounded time, and only its own visible words are kept (P9, P11, P12)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.capture.extract import extract
from buddy.core.learnings.record import MAX_TEXT
from buddy.core.prose import LONGEST
from buddy.core.text.invisible import clean

PIECES = st.sampled_from(
    [
        "never ",
        "always ",
        "must ",
        "should ",
        "don't ",
        "we use ",
        "prefer ",
        "over ",
        "instead of ",
        "if ",
        "unless ",
        "except ",
        "the ",
        "handlers ",
        "tests ",
        "is ",
        "are ",
        "not ",
        "no ",
        "this ",
        "here ",
        "`code` ",
        "`",
        "``",
        "~~",
        "**",
        "(",
        ")",
        "? ",
        ". ",
        "! ",
        ": ",
        ", ",
        "; ",
        "\n",
        "\n\n",
        "> ",
        "- ",
        "1. ",
        "    ",
        "```\n",
        "<!-- ",
        "--> ",
        "<details>",
        "[x] ",
        "https://a.example/x?y ",
        "src/a.py ",
        "\u200b",
        "é",
        "\u202e",
        "�",
        '"',
        "“",
        "password=",
        "hunter2 ",
    ]
)
COMMENTS = st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=200))
HOSTILE = [
    "`" * LONGEST,
    "> " * (LONGEST // 2),
    "<!--" * (LONGEST // 4),
    "a.b" * (LONGEST // 3),
    "/a" * (LONGEST // 2),
    '"' * LONGEST,
    "[a](" * (LONGEST // 4),
    "a. " * (LONGEST // 3),
    "http://" + "a" * (LONGEST - 7),
    ("never " * 99 + ". ") * 100,
    ("in the a s of in s for s to s " * 18 + ". ") * 100,
    "must, " * (LONGEST // 6),
    ("password for a a a a ") * 3_000,
]
PROJECT = Path(__file__).parents[3]


@settings(max_examples=100)
@given(COMMENTS)
def test_p9_only_words_of_the_comment_are_kept(comment: str) -> None:
    found = extract(comment)
    body = " ".join(clean(comment).text.split())
    for one in found.stored:
        assert " ".join(one.text.split()) in body
        assert 0 < len(one.text) <= MAX_TEXT
    assert found.stored or found.skipped
    assert extract(comment) == found


@settings(max_examples=50)
@given(COMMENTS)
def test_a_quotation_is_never_a_rule(comment: str) -> None:
    quoted = "\n".join(f"> {line}" for line in clean(comment).text.split("\n"))
    assert extract(quoted).stored == ()


def test_p11_the_longest_hostile_comments_are_judged_in_one_process_within_its_limit() -> None:
    program = (
        "import sys; from buddy.core.capture.extract import extract\n"
        "for one in sys.stdin.read().split('\\0'): extract(one)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="\0".join(HOSTILE).encode(),
        cwd=PROJECT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_end_does_not_matter(end: str) -> None:
    lines = ["Thanks!", "", "- never log tokens", "- is it slow?"]
    assert extract(end.join(lines)) == extract("\n".join(lines))
