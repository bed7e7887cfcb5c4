"""The plain BM25+ gives what rank-bm25 gives, so that it can stand in for it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from buddy.core.learnings.plain_bm25 import bm25_plus

WORD = st.sampled_from(["retry", "timeout", "test", "deploy", "cache", "a", "b", "c"])
CORPUS = st.lists(st.lists(WORD, max_size=12), min_size=2, max_size=8).filter(any)


@settings(max_examples=100)
@given(corpus=CORPUS, query=st.lists(WORD, max_size=6, unique=True))
def test_the_scores_are_those_of_the_reference(corpus: list[list[str]], query: list[str]) -> None:
    asked = [word for word in query if any(word in document for document in corpus)]
    expected = [float(score) for score in BM25Plus(corpus).get_scores(asked)]
    assert bm25_plus(corpus, asked) == pytest.approx(expected)
