"""Records that repeat, change or contradict each other: found without looking at every pair, all the same."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.capture import OWN_PAIRS, load
from buddy.core.learnings.record import Kind, Learning, Match, Scope
from buddy.core.learnings.relation import Relation, compare, compare_texts
from buddy.core.lint.candidates import candidates
from buddy.core.lint.relations import related, same

PIECES = re.findall(
    r"[^|]+",
    "never|use|tabs|over|not|spaces|`x`|30 s|60 s|is|the timeout|src/a.py|must|only|before|after|instead of|now|.|é|ß"
    "|don't|%|we|may|Kafka|`y`|in|with|without|every|5|lines|set|`set`|run|make lint|at least|at most|for|deploys|to"
    "|Since|enable|disable|we use|days|it is|always|the old way|allow|forbid|`a/b` `c/d` in on of to `e/f` `g` at by 3",
)
PAIRS = [pair for path in OWN_PAIRS for pair in load(path)]
TEXTS = [pair[side]["text"] for pair in PAIRS for side in ("a", "b")]


@st.composite
def stores(draw: st.DrawFn) -> list[str]:
    """Texts that are near each other: pieces, real statements, and either with a word or two changed."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    words = chance.choice(TEXTS).split(" ") if chance.random() < 0.4 else chance.choices(PIECES, k=chance.randint(1, 9))
    found = {" ".join(words)}
    for _ in range(10):
        changed = list(words)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(changed) + 1)
            changed[at : at + chance.randint(0, 1)] = chance.choices(PIECES, k=chance.randint(0, 2))
        found.add(" ".join(changed))
    found.update(" ".join(chance.choices(PIECES, k=chance.randint(0, 6))) for _ in range(4))
    return sorted(found)


@settings(max_examples=100)
@given(stores())
def test_no_pair_is_missed_that_looking_at_all_pairs_would_find(texts: list[str]) -> None:
    wanted = set(candidates(texts))
    for one, other in itertools.combinations(range(len(texts)), 2):
        for a, b in ((one, other), (other, one)):
            if compare_texts(texts[a], texts[b]) not in (Relation.DIFFERENT, Relation.SAME):
                assert (one, other) in wanted, (texts[a], texts[b])


def test_no_labelled_pair_is_missed() -> None:
    wanted = set(candidates(TEXTS))
    for place in range(0, len(TEXTS), 2):
        if compare_texts(TEXTS[place], TEXTS[place + 1]) not in (Relation.DIFFERENT, Relation.SAME):
            assert (place, place + 1) in wanted, TEXTS[place : place + 2]


@settings(max_examples=60)
@given(stores(), st.randoms(use_true_random=False))
def test_the_relations_of_a_store_are_those_of_all_its_pairs(texts: list[str], chance: random.Random) -> None:
    records = [
        Learning(
            id=f"l_{number:06}",
            text=text,
            paths=chance.choice([None, ("src/**",), ("docs/**", "src/a.py"), ("lib/*",)]),
            scope=chance.choice([Scope.REPO, Scope.REPO, Scope.ORG]),
            created_at=chance.choice(["2026-01-01", "2026-01-02", None]),
        )
        for number, text in enumerate(texts)
    ]
    newest = [group[-1] for group in same(records)]
    moments = {record.id: (record.created_at or "", place) for place, record in enumerate(newest)}
    naive = {
        (compare(a, b), a.id, b.id)
        for one, other in itertools.combinations(newest, 2)
        for a, b in [sorted((one, other), key=lambda record: moments[record.id])]
    }
    found, complete = related(newest)
    assert complete
    assert {(relation, a.id, b.id) for relation, a, b in found} == {
        each for each in naive if each[0] not in (Relation.DIFFERENT, Relation.SAME)
    }


SUPPRESSION = {"kind": Kind.SUPPRESSION, "match": Match(category="ruff/S101"), "paths": ("a/**", "b/**")}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {}),
        ({}, {"kind": Kind.CONVENTION}),
        ({}, {"paths": ("src/**",)}),
        ({"paths": ("src/**",)}, {"paths": ("docs/**",)}),
        ({}, {"scope": Scope.ORG}),
        (SUPPRESSION, SUPPRESSION | {"paths": ("b/**", "a/**")}),
        (SUPPRESSION, SUPPRESSION | {"match": Match(category="ruff/S102")}),
        (SUPPRESSION, SUPPRESSION | {"paths": ("a/**",)}),
        (SUPPRESSION, {}),
    ],
)
def test_records_are_of_one_group_exactly_where_recording_calls_them_the_same(one: dict, other: dict) -> None:
    a = Learning(id="l_aaaaaa", text="Never log tokens", **one)
    b = Learning(id="l_bbbbbb", text="never LOG  tokens.", **other)
    assert (len(same([a, b])) == 1) is (compare(a, b) is Relation.SAME)


@pytest.mark.parametrize(
    ("older", "newer", "code"),
    [
        ("Never push to main", "never push to  main.", "duplicate"),
        ("Use tabs in Makefiles", "Use tabs in Makefiles!", "duplicate"),
        ("The timeout is 30 s", "The timeout is 60 s", "other-value"),
        ("Alerts go to Grafana", "Alerts now go to PagerDuty", "other-value"),
        ("Always push to main", "Never push to main", "contradiction"),
        ("Prefer tabs over spaces", "Prefer spaces over tabs", "contradiction"),
        ("Run migrations before deploying", "Run migrations after deploying", "contradiction"),
        (
            "A new metric must be listed in the catalogue and on the page of its owner",
            "A new metric must be listed in the catalogue and the page of its owner",
            "near-copy",
        ),
        ("Never log tokens", "Never log passwords", None),
        ("Use tabs in Makefiles", "Use spaces in Python", None),
        ("The timeout of `a` is 30 s", "The timeout of `b` is 60 s", None),
    ],
)
def test_the_newer_line_is_told_of_the_older_one(found, older: str, newer: str, code: str | None) -> None:
    told = [(code, 2)] if code else []
    assert found({"text": older}, {"text": newer}) == told
    turned = found({"text": newer, "createdAt": "2026-05-02"}, {"text": older, "createdAt": "2026-05-01"})
    assert turned == ([(code, 1)] if code else [])


@pytest.mark.parametrize(
    "out", [{"status": "archived"}, {"status": "superseded"}, {"expiresAt": "2026-01-01"}, {"text": "x" * 601}]
)
def test_what_is_not_in_force_is_related_to_nothing(found, out: dict) -> None:
    told = found({"text": "Never push to main"}, {"text": "Always push to main", **out})
    assert {code for code, _ in told} <= {"expired", "text-too-long"}


def test_a_record_that_is_replaced_by_name_contradicts_no_more(found) -> None:
    assert found({"text": "Never push to main"}, {"text": "Always push to main", "supersedes": "l_000001"}) == []


def test_fifty_copies_of_a_rule_are_one_problem_a_line(found) -> None:
    told = found(*[{"text": f"Never push to main{'.' * dots}"} for dots in range(50)])
    assert sorted(told, key=lambda one: one[1]) == [("duplicate", line) for line in (set(range(1, 51)) - {28})]


def test_a_memory_made_to_be_slow_is_given_up_and_said_so() -> None:
    """P11."""
    records = [Learning(id=f"l_{number:06}", text=f"retry {number} times") for number in range(60)]
    found, complete = related(records, most_compared=100)
    assert (len(found), complete) == (100, False)
    assert related(records)[1]


def test_p11_pairs_that_are_looked_at_in_vain_count_too_and_are_said() -> None:
    words = ["token", "cache", "queue", "retry", "write", "read", "order", "price"]
    texts = [" ".join(chosen) for chosen in itertools.combinations(words, 5)]
    looked_at = list(candidates(texts))
    assert looked_at.count(None) > len(set(looked_at))
    records = [Learning(id=f"l_{number:06}", text=text) for number, text in enumerate(texts)]
    assert related(records, most_pairs=len(looked_at))[1]
    assert not related(records, most_pairs=len(looked_at) - 1)[1]
