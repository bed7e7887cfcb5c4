"""What a pull request is for, taken from foreign text by rules (P9, P10, P11, P13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.memory.intent import LIMIT, intent
from buddy.core.secrets import find

TOKEN = "ghp_" + "aB3" * 12


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        (
            "Add retry",
            "Uploads fail on a flaky network. We retry.",
            "Add retry — Uploads fail on a flaky network. We retry.",
        ),
        ("Add retry", None, "Add retry"),
        ("Add retry", "  \r\n ", "Add retry"),
        ("Add retry", "add retry.", "Add retry"),
        ("Retry uploads", "We should retry uploads thrice.", "We should retry uploads thrice."),
        ("", "Only a body.", "Only a body."),
        ("", "", ""),
        ("A", "<!-- Describe your change\n-->\n## Description\n\n**What**\n\nReal text.", "A — Real text."),
        ("A", "<!-- never closed\nReal text?", "A"),
        ("A", "- [ ] tests\n- [x] docs\n\nReal text.", "A — Real text."),
        ("A", "- moves a\n- drops b\n1. and c", "A — moves a; drops b; and c"),
        ("A", "```py\ncode()\n```\nReal text.", "A — Real text."),
        ("A", "```\nnever closed", "A"),
        ("A", "> quoted by somebody\n\nReal text.", "A — Real text."),
        ("A", "Fixes #12, #13 and o/r#4\n\nReal text.", "A — Real text."),
        ("A", "Closes: https://github.com/o/r/issues/1", "A"),
        ("A", "Fixes a crash seen in #12", "A — Fixes a crash seen in #12"),
        ("A", "Signed-off-by: a <a@b.example>\nCo-authored-by: c", "A"),
        ("A", "Please include a summary of the change.\n\nN/A\n\nNone\n\n_No response_", "A"),
        (
            "A",
            "![badge](https://x/y.png)\n[![b](i)](l)\n\nSee [the docs](https://x) <b>now</b>.",
            "A — See the docs now.",
        ),
        ("A", "| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\nReal text.", "A — Real text."),
        (
            "Bump x",
            "Bumps [x](https://g/x) from 1.0 to 2.0.\n<details><summary>Notes</summary>\nMuch.\n</details>",
            "Bump x — Bumps x from 1.0 to 2.0.",
        ),
        ("修正", "修正了错误。另外还有。", "修正 — 修正了错误。 另外还有。"),
        ("a\u202eb\nc", "x\u200by", "ab c — xy"),
    ],
)
def test_p13_the_first_sentences_that_are_not_the_templates(title: str, body: str | None, expected: str) -> None:
    assert intent(title, body) == expected


def test_p10_no_secret_gets_into_memory_not_even_half_of_one() -> None:
    for length in range(0, LIMIT + 50, 7):
        said = intent("word " * (length // 5), f"Log in with {TOKEN} please.")
        assert TOKEN[:12] not in said


def test_mark_04_no_marker_gets_into_memory() -> None:
    assert "<!-- buddy" not in intent("<!-- buddy:memory v1 x -->", "`<!-- buddy:memory v1 x -->`")


PIECES = st.lists(
    st.sampled_from(
        [
            "<!--",
            "-->",
            "<details>",
            "```\n",
            "[",
            "](",
            ")",
            "![",
            "#",
            "- ",
            "\n\n",
            "Word. ",
            "fixes #1 ",
            TOKEN,
            "x" * 90,
        ]
    ),
    max_size=30,
).map("".join)


@given(PIECES | st.text(max_size=80), PIECES | st.text(max_size=80))
def test_p11_an_intent_is_one_short_line_without_secrets(title: str, body: str) -> None:
    said = intent(title, body)
    assert len(said) <= LIMIT
    assert "\n" not in said
    assert find(said) == ()
    assert intent(title, body) == said


@pytest.mark.parametrize(
    "unit", ["<!--", "![", "[", "<a", "- ", "fixes #1", "#1#", "**a", "```\n", "a-", "=-", "word. ", "a\n\n"]
)
def test_p11_a_long_hostile_body_is_read_in_linear_steps(unit: str) -> None:
    assert len(intent("t", unit * (65_000 // len(unit)))) <= LIMIT
