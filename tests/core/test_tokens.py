"""The one unit of budgets."""

from hypothesis import given
from hypothesis import strategies as st

from buddy.core import tokens


def test_an_estimate_grows_with_what_tokenizers_find_costly() -> None:
    assert tokens.estimate("") == 0
    assert tokens.estimate("a" * 7) == 2
    assert tokens.estimate("a" * 8) == 3
    assert tokens.estimate("\u4e2d" * 7) > tokens.estimate("\u00e9" * 7) > tokens.estimate("e" * 7)


@given(parts=st.lists(st.text(), max_size=5))
def test_p11_a_whole_never_costs_more_than_its_parts(parts: list[str]) -> None:
    assert tokens.estimate("".join(parts)) <= sum(map(tokens.estimate, parts))
