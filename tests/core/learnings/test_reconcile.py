"""What a new record does to the file, at store sizes 0 to 5 (DESIGN 6.4)."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.reconcile import Add, Contradiction, Decision, NearCopy, Supersedes, Update, reconcile
from buddy.core.learnings.record import Kind, Learning, Match

NOW = datetime(2026, 11, 29, tzinfo=UTC)
FILLERS = [
    {"id": "l_f1", "text": "Release notes are written in English"},
    {"id": "l_f2", "text": "The API port is 8080", "paths": ["api/**"]},
    {"id": "l_f3", "text": "Never commit build output"},
    {"id": "l_f4", "text": "Migrations must be reversible", "status": "archived"},
]
LONG = "Handlers in the API package must validate their input before they touch the database layer"


def store(*records: dict[str, object]) -> LearningsDocument:
    return parse(b"".join(json.dumps(one).encode() + b"\n" for one in records))


def decided(text: str, *records: dict[str, object], paths: tuple[str, ...] | None = None, **more: object) -> Decision:
    record = Learning(id="l_new", text=text, paths=paths, **more)
    return reconcile(record, store(*records), now=NOW)


@pytest.mark.parametrize("size", range(5))
@pytest.mark.parametrize(
    ("old", "new", "decision"),
    [
        ("Never push to main.", "never push to main", Update(id="l_old", paths=None, widens=False)),
        (LONG, LONG.replace("validate", "check"), NearCopy(id="l_old")),
        ("The request timeout is 30 s", "The request timeout is 60 s", Supersedes(id="l_old")),
        ("Log the request id", "Never log the request id", Contradiction(id="l_old")),
        ("Only admins may delete a project", "Only admins may rename a project", Add()),
    ],
)
def test_the_decision_does_not_depend_on_the_size_of_the_store(
    size: int, old: str, new: str, decision: Decision
) -> None:
    records = [{"id": "l_old", "text": old}, *FILLERS[:size]]
    assert decided(new, *records) == decision
    assert decided(new, *reversed(records)) == decision


def test_into_an_empty_store_everything_is_added() -> None:
    assert decided("Never push to main") == Add()


def test_equal_words_join_their_paths_in_order() -> None:
    old = {"id": "l_old", "text": "Log in UTC", "paths": ["a/**", "b/**"]}
    assert decided("log in UTC.", old, paths=("c/**", "a/**")) == Update(
        id="l_old", paths=("a/**", "b/**", "c/**"), widens=True
    )
    assert decided("log in UTC.", old, paths=("b/**",)) == Update(id="l_old", paths=("a/**", "b/**"), widens=False)


def test_with_exactly_one_side_without_paths_both_lines_stay() -> None:
    old = {"id": "l_old", "text": "Log in UTC"}
    assert decided("Log in UTC", old, paths=("a/**",)) == Add()
    assert decided("Log in UTC", {**old, "paths": ["a/**"]}) == Add()
    assert decided("Log in UTC", old, {**old, "id": "l_two", "paths": ["a/**"]}, paths=("b/**",)) == Update(
        id="l_two", paths=("a/**", "b/**"), widens=True
    )


def test_p4_suppressions_never_join_paths() -> None:
    old = {"id": "l_old", "text": "fine", "kind": "suppression", "match": {"category": "a/b"}, "paths": ["x/**"]}
    new = {"kind": Kind.SUPPRESSION, "match": Match(category="a/b")}
    assert decided("fine", old, paths=("y/**",), **new) == Add()
    assert decided("fine", old, paths=("x/**",), **new) == Update(id="l_old", paths=("x/**",), widens=False)


@pytest.mark.parametrize("gone", [{"status": "archived"}, {"expiresAt": "2020-01-01T00:00:00Z"}, {"v": 9}])
def test_p4_a_line_that_is_not_in_force_counts_for_nothing(gone: dict[str, object]) -> None:
    assert decided("Never push to main", {"id": "l_old", "text": "Never push to main", **gone}) == Add()


def test_a_record_is_not_compared_with_its_own_line() -> None:
    assert decided("Never push to main", {"id": "l_new", "text": "Never push to main"}) == Add()


def test_of_several_the_same_words_count_before_a_contradiction_and_the_newest_first() -> None:
    opposite = {"id": "l_no", "text": "Never log the id", "createdAt": "2026-11-01T00:00:00Z"}
    same = {"id": "l_yes", "text": "Log the id", "createdAt": "2026-01-01T00:00:00Z"}
    newer = {**same, "id": "l_yes2", "updatedAt": "2026-10-01T00:00:00Z"}
    assert decided("log the id", opposite, same) == Update(id="l_yes", paths=None, widens=False)
    assert decided("log the id", newer, opposite, same) == Update(id="l_yes2", paths=None, widens=False)
    assert decided("log the id", opposite) == Contradiction(id="l_no")
