"""Searching: every word counts wherever it stands, better matches come first, and a typo finds its word."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.learnings.record import Kind, Learning, Match
from buddy.core.learnings.searching import Found, search


def found(query: str, *texts: str) -> Found:
    return search([Learning(id=f"l_r{n}", text=text) for n, text in enumerate(texts)], query)


def ids(result: Found) -> list[str]:
    return [hit.record.id for hit in result.hits]


def test_each_field_is_searched_and_named() -> None:
    record = Learning(
        id="l_fix001",
        text="retry flaky calls",
        kind=Kind.SUPPRESSION,
        keywords=("backoff",),
        paths=("src/payments/**",),
        reason="the gateway drops them",
        match=Match(category="ruff/S101"),
    )
    (hit,) = search([record], "retry backoff payments gateway S101 fix001 nowhere").hits
    assert hit.words == {
        "text": ("retry",),
        "keywords": ("backoff",),
        "paths": ("payments",),
        "reason": ("gateway",),
        "id": ("fix001",),
        "category": ("s101",),
    }


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("retry", "use retryHelper here"),
        ("helper", "use retryHelper here"),
        ("retryHelper", "retry with a helper"),
        ("max_retries", "set maxRetries"),
        ("suppress", "a suppression"),
        ("tokens", "never log a token"),
        ("token", "never log tokens"),
        ("GROSS", "groß ist gross"),
        ("データ", "データベースが必要"),
    ],
)
def test_a_word_is_found_in_its_forms(query: str, text: str) -> None:
    assert ids(found(query, text, "something else")) == ["l_r0"]


@pytest.mark.parametrize(("query", "text"), [("so", "sometimes"), ("log", "lo"), ("cat", "concatenate"), ("x", "x")])
def test_a_part_of_another_word_is_none(query: str, text: str) -> None:
    assert ids(found(query, text)) == []


def test_more_of_the_words_come_before_a_better_score_and_keywords_before_texts() -> None:
    assert ids(found("retry cache", "retry retry retry", "the cache has many words and a retry", "lint")) == [
        "l_r1",
        "l_r0",
    ]
    by_text, by_keyword = Learning(id="l_a1", text="retry it"), Learning(id="l_z9", text="call it", keywords=("retry",))
    assert ids(search([by_text, by_keyword], "retry")) == ["l_z9", "l_a1"]


def test_a_typo_is_answered_with_known_words() -> None:
    result = found("retyr cahce", "retry the cache", "lint")
    assert (ids(result), result.suggestions) == ([], {"retyr": ("retry",), "cahce": ("cache",)})
    assert found("qqqqqq", "retry").suggestions == {}


@pytest.mark.parametrize("query", ["", "  ", "? !", "retry", "retry cache"])
@pytest.mark.parametrize("texts", [[], [""], ["..."], ["retry"], ["retry", "retry"], ["retry", "cache"]])
def test_stores_of_none_one_or_two_are_searched_as_any_other(query: str, texts: list[str]) -> None:
    result = found(query, *texts)
    wanted = set(query.split())
    assert set(ids(result)) == {f"l_r{n}" for n, text in enumerate(texts) if text in wanted}
    assert all(hit.score > 0 for hit in result.hits)


@given(texts=st.lists(st.text(max_size=20), max_size=8), query=st.text(max_size=20), seed=st.randoms())
@settings(max_examples=80, deadline=None)
def test_p12_the_order_is_one_whatever_the_order_of_the_records(texts: list[str], query: str, seed) -> None:
    records = [Learning(id=f"l_r{n}", text=text) for n, text in enumerate(texts)]
    one = search(records, query)
    seed.shuffle(records)
    assert search(records, query) == one
    assert all(hit.words and hit.found <= set(one.asked) for hit in one.hits)
