"""The system part of a review: trusted text alone, within its bounds (P1, P10, P11)."""

from __future__ import annotations

import pytest

from buddy.core import tokens
from buddy.core.model.profile import Profile
from buddy.core.model.rules import MOST_GUIDELINE_TOKENS, Guideline, review_rules
from buddy.core.model.vocabulary import Problem


def rules(*texts, learnings="", profile=Profile.CHILL):
    files = [Guideline(path=f"{at}/AGENTS.md", text=text) for at, text in enumerate(texts)]
    return review_rules(profile=profile, guidelines=files, learnings=learnings)


def test_the_rules_name_every_slug_and_the_profile_and_hold_the_learnings_whole():
    made = rules(learnings="## Notes\n- one", profile=Profile.ASSERTIVE)
    assert all(f"- {problem.value}: " in made.text for problem in Problem)
    assert Profile.ASSERTIVE.order in made.text
    assert Profile.CHILL.order not in made.text
    assert made.text.endswith("## Notes\n- one")


@pytest.mark.parametrize(
    ("texts", "cut"),
    [
        (["short"], ()),
        (["line\n" * 20_000], ("0/AGENTS.md",)),
        (["x" * 500_000], ("0/AGENTS.md",)),
        (["line\n" * 3_000, "second"], ("0/AGENTS.md", "1/AGENTS.md")),
        (["ééé\n" * 3_000], ("0/AGENTS.md",)),
        (["\n\n"], ()),
    ],
)
def test_guidelines_are_cut_at_a_line_within_their_bound_and_the_cut_is_told(texts, cut):
    """P11."""
    made = rules(*texts)
    assert made.cut == cut
    assert made.parts["guidelines"] <= MOST_GUIDELINE_TOKENS
    assert tokens.estimate(made.text) <= sum(made.parts.values())


def test_no_secret_of_a_guideline_a_path_or_a_learning_is_in_the_rules(token):
    """P10: nor does one that begins in one part and ends in another take what is between."""
    begin, end = ("-----{} PRIVATE " + "KEY-----").replace("{}", "BEGIN"), "-----END PRIVATE " + "KEY-----"
    files = [
        Guideline(path=f"docs/{token}/AGENTS.md", text=f"use {token}\n{begin}"),
        Guideline(path="AGENTS.md", text=f"stays\n{end}"),
    ]
    made = review_rules(profile=Profile.CHILL, guidelines=files, learnings=f"- {token}\n- {end}")
    assert token not in made.text
    assert "stays" in made.text


def test_the_same_rules_are_the_same_bytes():
    """P12."""
    assert rules("a", "b", learnings="c") == rules("a", "b", learnings="c")
