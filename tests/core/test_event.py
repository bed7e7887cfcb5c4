"""The pull request event: people and forks may be gone (ACT-03), everything that is not read may be anything."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.errors import InputError
from buddy.core.event import EventRepository, parse_pull_request

SHA = "a" * 40
REPOSITORY = {"id": 42, "full_name": "o/r", "default_branch": "main", "private": False}


def payload(**changes: Any) -> dict[str, Any]:
    pull = {
        "number": 7,
        "draft": False,
        "user": {"login": "octocat"},
        "head": {"ref": "f", "sha": SHA, "repo": {"id": 43, "full_name": "fork/r"}},
        "base": {"ref": "main", "sha": SHA, "repo": REPOSITORY},
    }
    return {
        "action": "opened",
        "number": 7,
        "pull_request": pull | changes.pop("pull_request", {}),
        "repository": REPOSITORY,
        "sender": {"login": "octocat"},
    } | changes


def test_the_fields_that_are_read() -> None:
    event = parse_pull_request(payload())
    assert (event.action, event.number, event.head_sha, event.base_ref) == ("opened", 7, SHA, "main")
    assert (event.head_repo, event.sender, event.draft, event.changes_base) == ("fork/r", "octocat", False, False)
    assert event.repository == EventRepository(id=42, full_name="o/r", default_branch="main")
    assert event.from_fork


def test_the_same_repository_in_another_case_is_no_fork() -> None:
    head = {"sha": SHA, "repo": {"id": 42, "full_name": "O/R"}}
    assert not parse_pull_request(payload(pull_request={"head": head})).from_fork


def test_a_deleted_fork_counts_as_a_fork() -> None:
    event = parse_pull_request(payload(pull_request={"head": {"sha": SHA, "repo": None}}))
    assert event.head_repo is None
    assert event.from_fork


def test_ghosts_are_nobody() -> None:
    event = parse_pull_request(payload(sender=None, pull_request={"user": None, "draft": None}))
    assert event.sender is None
    assert event.draft is False


@pytest.mark.parametrize(
    ("changes", "moved"),
    [
        (None, False),
        ({}, False),
        ({"title": {"from": "x"}}, False),
        ({"base": {"ref": {"from": "old"}, "sha": {"from": SHA}}}, True),
    ],
)
def test_an_edit_that_changes_the_base_is_told_from_others(changes: Any, moved: bool) -> None:
    assert parse_pull_request(payload(action="edited", changes=changes)).changes_base is moved


def test_a_sha_256_repository_is_read() -> None:
    assert parse_pull_request(payload(pull_request={"head": {"sha": "b" * 64}})).head_sha == "b" * 64


def test_every_missing_field_is_named_at_once() -> None:
    with pytest.raises(InputError) as caught:
        parse_pull_request({"pull_request": {"number": 0, "head": {"sha": "--output=x"}}})
    message = str(caught.value)
    for place in ("action", "pull_request.number", "pull_request.head.sha", "pull_request.base", "repository"):
        assert f"event: {place}: " in message
    assert "--output" not in message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                ["action", "pull_request", "repository", "head", "base", "sha", "ref", "repo", "id", "number"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["action", "pull_request", "repository", "sender", "changes"]), JSON))
def test_any_other_object_is_an_input_problem(anything: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        parse_pull_request(anything)
