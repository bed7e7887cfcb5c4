"""Relevance: sane for stores of any size, and only ever an order (RET-09)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.learnings import relevance
from buddy.core.learnings.record import Learning


def scored(texts: list[str], query: str) -> list[float]:
    records = [Learning(id=f"l_r{n}", text=text) for n, text in enumerate(texts)]
    return relevance.scores(records, relevance.words(query))


@pytest.mark.parametrize("query", ["", "retry", "retry cache", "nothing known"])
@pytest.mark.parametrize("texts", [[], ["retry"], ["..."], ["...", "!!"], ["retry", "cache"], ["retry", "retry"]])
def test_stores_of_none_one_or_two_give_sane_scores(texts: list[str], query: str) -> None:
    scores = scored(texts, query)
    assert len(scores) == len(texts)
    assert all(0 <= score <= 1 for score in scores)


def test_a_word_in_half_of_the_records_still_tells_them_apart() -> None:
    assert scored(["retry the call", "cache the call"], "retry") == [1.0, 0.0]


def test_identifiers_are_taken_apart() -> None:
    assert relevance.words("HTTPClient.retryHelper max_retries v2 a") == [
        "httpclient",
        "retry",
        "helper",
        "max",
        "retries",
        "v2",
    ]


@given(texts=st.lists(st.text(max_size=30), max_size=6), query=st.text(max_size=30))
@settings(max_examples=60, deadline=None)
def test_scores_are_between_none_and_one_for_any_text(texts: list[str], query: str) -> None:
    assert all(0 <= score <= 1 for score in scored(texts, query))


def test_keywords_count_as_words() -> None:
    records = [Learning(id="l_a1", text="x y"), Learning(id="l_b2", text="x y", keywords=("retry",))]
    assert relevance.scores(records, ["retry"]) == [0.0, 1.0]
