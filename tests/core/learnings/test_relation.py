"""How two statements relate (DESIGN 6.4): what is not certainly the same stays apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.capture import OWN_PAIRS, load, score_pairs
from buddy.core.learnings.record import MAX_TEXT, Kind, Learning, Match, Scope
from buddy.core.learnings.relation import Relation, compare, compare_texts

SETS = {path.stem: score_pairs(load(path)) for path in OWN_PAIRS}
PIECES = st.lists(
    st.sampled_from(
        [
            "never ",
            "use ",
            "tabs ",
            "over ",
            "not ",
            "spaces ",
            "`x`",
            "30 s",
            "60 s",
            "is ",
            "the timeout ",
            "src/a.py ",
            "must ",
            "only ",
            "before ",
            "after ",
            "instead of ",
            "now ",
            ". ",
            "é",
            "ß",
            "\n",
            "\u200b",
            "don't ",
            "%",
            "we ",
            "may ",
        ]
    ),
    max_size=12,
).map("".join)


def learning(text: str, *, paths: tuple[str, ...] | None = None, **more: object) -> Learning:
    return Learning(id="l_x", text=text, paths=paths, **more)


@pytest.mark.parametrize("name", SETS)
def test_no_contradiction_and_no_other_statement_is_taken_for_the_same(name: str) -> None:
    assert SETS[name].critical == []


@pytest.mark.parametrize("name", SETS)
def test_nine_of_ten_pairs_are_told_apart(name: str) -> None:
    assert SETS[name].right >= 0.9 * SETS[name].pairs, SETS[name].errors


@pytest.mark.parametrize(
    ("earlier", "later", "relation"),
    [
        ("Never push to main.", "never push to  main", Relation.SAME),
        ("Never push to main", "Always push to main", Relation.CONTRADICTION),
        ("Prefer tabs over spaces", "Prefer spaces over tabs", Relation.CONTRADICTION),
        ("Run the linter before the tests", "Run the linter after the tests", Relation.CONTRADICTION),
        ("The timeout is 30 s", "The timeout is 60 s", Relation.SUPERSEDES),
        ("Coverage of `core/` is 90 %", "Coverage of `cli/` is 90 %", Relation.DIFFERENT),
        ("Never push to main", "Never push to main without a review", Relation.DIFFERENT),
        ("Never commit lock files", "Never commit build output", Relation.DIFFERENT),
        ("Docs are in English", "Docs are in Markdown", Relation.DIFFERENT),
        ("Errors are values in Go code", "Errors are values in Rust code", Relation.DIFFERENT),
        ("Alerts go to PagerDuty", "Alerts go to Opsgenie", Relation.SUPERSEDES),
        ("", "", Relation.SAME),
        ("Use tabs", "", Relation.DIFFERENT),
    ],
)
def test_the_words_decide(earlier: str, later: str, relation: Relation) -> None:
    assert compare_texts(earlier, later) is relation


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        (("a/**",), ("b/**",), Relation.SAME),
        (("a/**",), None, Relation.DIFFERENT),
        (None, None, Relation.SAME),
        ((), None, Relation.SAME),
    ],
)
def test_equal_texts_join_their_paths_unless_exactly_one_side_has_none(
    one: tuple[str, ...] | None, other: tuple[str, ...] | None, relation: Relation
) -> None:
    assert compare(learning("x is y", paths=one), learning("X is y.", paths=other)) is relation


def test_a_new_value_for_another_folder_replaces_nothing() -> None:
    earlier, later = "The timeout is 30 s", "The timeout is 60 s"
    assert compare(learning(earlier, paths=("a/**",)), learning(later, paths=("b/**",))) is Relation.DIFFERENT
    assert compare(learning(earlier, paths=("a/**",)), learning(later, paths=("a/x/**",))) is Relation.SUPERSEDES
    assert compare(learning(earlier), learning(later, paths=("a/**",))) is Relation.DIFFERENT


@pytest.mark.parametrize("more", [{"scope": Scope.ORG}, {"kind": Kind.CONVENTION}, {"kind": Kind.SUPPRESSION}])
def test_equal_words_of_another_kind_or_scope_are_another_learning(more: dict[str, object]) -> None:
    assert compare(learning("x is y"), learning("x is y", **more)) is Relation.DIFFERENT


def test_p4_suppressions_are_the_same_only_with_equal_match_and_paths() -> None:
    def hides(category: str, *paths: str) -> Learning:
        return learning("fine here", paths=paths, kind=Kind.SUPPRESSION, match=Match(category=category))

    assert compare(hides("a/b", "x", "y"), hides("a/b", "y", "x")) is Relation.SAME
    assert compare(hides("a/b", "x"), hides("a/b", "x", "y")) is Relation.DIFFERENT
    assert compare(hides("a/b", "x"), hides("a/c", "x")) is Relation.DIFFERENT


@settings(max_examples=100)
@given(PIECES, PIECES)
def test_p12_any_two_texts_have_one_relation_and_only_equal_ones_are_the_same(one: str, other: str) -> None:
    said = compare_texts(one, other)
    assert compare_texts(one, other) is said
    assert (compare_texts(other, one) is Relation.SAME) is (said is Relation.SAME)
    assert compare_texts(one, one) is Relation.SAME


@settings(max_examples=50)
@given(PIECES)
def test_forbidding_a_statement_never_gives_the_same_a_near_copy_or_a_new_value(text: str) -> None:
    forbidden = compare_texts(f"Push {text}", f"Never push {text}")
    assert forbidden in (Relation.CONTRADICTION, Relation.DIFFERENT)


def test_p11_texts_too_long_for_a_learning_are_not_compared_word_by_word() -> None:
    assert compare_texts("a b " * MAX_TEXT, "b a " * MAX_TEXT) is Relation.DIFFERENT
