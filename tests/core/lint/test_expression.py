"""Expressions that cannot hang: the answers are those of `re`, and what needs going back is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.lint.expression import Expression, Unreadable, Walk

PIECES = [
    *"ab.^$()|*+?-1_é ",
    *re.findall(r"\S+", r"\d \w \s \D \W \S \b \B (?: (?P<n> {2} {1,3} {2,} {,2} { } \. *? +? \t \\"),
    *re.findall(r"\S+", r"[ab] [^a] [a-c1] []a] [\d_] [^\s-]"),
]


def found(text: str, line: str) -> bool:
    return Expression(text).is_in(line, Walk(left=10**6))


@settings(max_examples=100)
@given(
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
    st.booleans(),  # before Python 3.14 `\\B` is not found in an empty line, so there is none
    st.lists(st.text("abAB1_ .-cé", min_size=1, max_size=8), min_size=1, max_size=5),
)
def test_what_is_taken_is_answered_as_re_answers_it(text: str, ignore_case: bool, lines: list[str]) -> None:
    text = f"(?i){text}" if ignore_case else text
    try:
        expression = Expression(text)
    except Unreadable:
        return
    try:
        other = re.compile(text)
    except re.error:
        return  # a place repeated, which re refuses and which does no harm here
    for line in lines:
        assert expression.is_in(line, Walk(left=10**6)) is bool(other.search(line)), (text, line)


@pytest.mark.parametrize(
    "text",
    [r"(?=a)b", r"(?<!a)b", r"(a)\1", "(a", "a)", "*a", "a**", "[a", "[z-a]", "(?s)a", "(?>a)", "a{3,1}", r"\p{L}",
     r"\n", "a" * 201, "((a{50}){50}){50}", "(?P=n)", "+", "{3}"],
)  # fmt: skip
def test_what_cannot_be_walked_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(Unreadable, match=r"\w"):
        Expression(text)


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        (r"^import kafka$", "import os\r\nimport kafka\r\n", True),
        (r"^kafka", "import kafka", False),
        (r"os.*kafka", "import os\nimport kafka", False),
        ("", "anything", True),
        ("", "", True),
        (r"x{0}y", "y", True),
        (r"\(\?=", "(?=", True),
        (r"[(?=]", "=", True),
        (r"(?i)[^a]", "aA", False),
        (r"(?i)k[A-F]fka", "import KAFKA", True),
    ],
)
def test_a_text_is_searched_line_by_line(text: str, source: str, expected: bool) -> None:
    assert found(text, source) is expected


@pytest.mark.parametrize("text", ["(a*)*b", "(a|aa)+$b", "(x+x+)+y", "(.*a){12}", "a?" * 50 + "a" * 50])
def test_no_expression_goes_back(text: str) -> None:
    """P11: with `re` these take hours."""
    walk = Walk(left=2_000_000)
    Expression(text).is_in("a" * 4_000 + "x" * 4_000, walk)
    assert walk.left > 0


def test_the_work_of_a_run_is_bounded_and_what_was_not_read_is_unknown() -> None:
    """P11."""
    walk = Walk(left=1_000)
    assert not Expression("b").is_in("a" * 2_000 + "b", walk)
    assert walk.exhausted
