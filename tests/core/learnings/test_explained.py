"""What is said of each record of a selection, and that it is what the selection itself did."""

import random
from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.core import tokens
from buddy.core.learnings import render
from buddy.core.learnings.explained import Explained, Tier, explained
from buddy.core.learnings.ranking import MAX_CANDIDATES
from buddy.core.learnings.selection import Selection

Line = Callable[..., bytes]
Choose = Callable[..., Selection]

_SHARED = [HealthCheck.function_scoped_fixture]  # the fixtures are plain functions


def by_id(selection: Selection) -> dict[str, Explained]:
    return {one.record.id: one for one in explained(selection)}


@given(seed=st.integers(0, 10_000), entries=st.integers(0, 12), budget=st.integers(0, 900))
@settings(max_examples=60, deadline=None, suppress_health_check=_SHARED)
def test_p8_every_record_is_named_once_in_or_out_exactly_as_the_selection_says(
    line: Line, choose: Choose, seed: int, entries: int, budget: int
) -> None:
    chance = random.Random(seed)
    data = b"".join(
        line(
            f"l_r{n}",
            text=chance.choice(["retry the cache", "lint first", "say " + "more " * 60, "key = AKIA" + "Q" * 16]),
            paths=chance.choice([None, ["src/**"], ["*.py"], ["src/a.py"], ["docs/**"], ["["]]),
            trust=chance.choice(["stated", "pinned"]),
            status=chance.choice(["active", "active", "active", "archived"]),
            supersedes=chance.choice([None, None, None, "l_r1"]),
        )
        for n in range(chance.randrange(30))
    )
    selection = choose(
        data, paths=["src/a.py", "src/b.py"], change_text="retry", max_entries=entries, max_tokens=budget
    )
    entries_of = explained(selection)
    inside = [one for one in entries_of if one.is_in]
    outside = [one for one in entries_of if not one.is_in]
    assert [(one.record.id, one.rank, one.tokens, one.why) for one in inside] == [
        (one.id, one.rank, one.tokens, one.why) for one in selection.selected
    ]
    assert {one.record.id: one.why for one in outside} == {one.id: one.why for one in selection.left_out}
    assert len(entries_of) == selection.loaded
    places = [one.place for one in (*inside, *outside) if one.place is not None]
    assert sorted(places) == list(range(1, len(places) + 1))
    assert [one.place for one in inside] == sorted(one.place or 0 for one in inside)
    assert all(one.why and (one.score is None) is (one.place is None) for one in entries_of)


def test_the_order_of_candidates_is_that_of_tier_specificity_and_blend(line: Line, choose: Choose) -> None:
    data = b"".join(
        line(f"l_r{n}", paths=paths, createdAt=f"2026-0{1 + n % 9}-01", trust=["stated", "validated"][n % 2])
        for n, paths in enumerate([None, ["src/**"], ["src/a.py"], ["docs/**"], None, ["*.py"], ["src/**"]])
    )
    candidates = sorted((one for one in explained(choose(data)) if one.score), key=lambda one: one.place or 0)
    keys = [(one.tier is Tier.EVERYWHERE, -one.score.specificity, -one.score.blend) for one in candidates if one.score]
    assert len(keys) == 6
    assert keys == sorted(keys)


def test_a_candidate_says_which_glob_how_many_files_and_what_its_line_would_cost(line: Line, choose: Choose) -> None:
    found = by_id(choose(line("l_path", paths=["docs/**", "src/**"]) + line("l_every"), paths=["src/a.py", "src/b.py"]))
    one = found["l_path"]
    assert (one.tier, one.glob, one.files) == (Tier.PATH, "src/**", 2)
    assert (found["l_every"].tier, found["l_every"].glob, found["l_every"].files) == (Tier.EVERYWHERE, None, None)
    out = by_id(choose(line("l_path", paths=["src/**"]), max_entries=0))["l_path"]
    assert (out.reason, out.glob, out.place) == ("max-entries", "src/**", 1)
    assert out.tokens == tokens.estimate(render.item(out.record))


def test_what_the_bound_of_its_class_kept_from_being_scored_is_named_without_a_place(
    line: Line, choose: Choose
) -> None:
    data = b"".join(line(f"l_r{n:04d}") for n in range(MAX_CANDIDATES + 3))
    entries = explained(choose(data))
    assert len(entries) == MAX_CANDIDATES + 3
    unscored = [one for one in entries if one.place is None]
    assert len(unscored) == 3
    assert {one.tier for one in unscored} == {Tier.EVERYWHERE}
    assert all(one.reason and one.tokens for one in unscored)
