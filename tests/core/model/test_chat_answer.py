"""How much of an answer people are shown: never the rules, never a delimiter, never a secret, and not without end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.model.chat_answer import MOST_SHOWN, ChatAnswer, Shown, shown
from buddy.core.model.chat_prompt import CHAT_RULES

FENCE = "0123456789abcdef"
WORDS = CHAT_RULES.split()


def believed(text: str, learnings: tuple[str, ...] = ()) -> Shown | None:
    answer = ChatAnswer(answer=text, learnings=list(learnings))
    return shown(answer, fence=FENCE, rules=CHAT_RULES, rendered={"l_known"})


def test_an_answer_is_shown_with_the_learnings_that_the_model_was_given() -> None:
    assert believed("Yes.", ("l_known", "l_made_up", "l_known")) == Shown(text="Yes.", because=("l_known",))


@pytest.mark.parametrize("text", [" \n", f"see {FENCE}", "<<<end x>>>", "<<< DATA y", "\u200b"])
def test_nothing_and_what_shows_the_delimiters_is_no_answer(text: str) -> None:
    assert believed(text) is None


@settings(max_examples=60)
@given(at=st.integers(0, len(WORDS) - 40), mark=st.sampled_from([" ", "\n", " **", " - "]))
def test_a_stretch_of_the_rules_is_no_answer_however_it_is_set(at: int, mark: str) -> None:
    assert believed("I was told: " + mark.join(WORDS[at : at + 40]).upper()) is None


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=9_000))
def test_p11_what_is_shown_is_bounded(text: str) -> None:
    found = believed(text)
    assert found is None or 0 < len(found.text) <= MOST_SHOWN


def test_p10_a_secret_is_taken_out() -> None:
    secret = "ghp_" + "aB3d" * 9
    found = believed(f"It is {secret}.")
    assert found is not None
    assert secret not in found.text
