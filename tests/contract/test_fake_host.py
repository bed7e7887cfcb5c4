"""The fake host's faults: what a test asks to fail fails, once, before or after it happened."""

from __future__ import annotations

import contextlib

import pytest

from buddy.app.ports import Refusal, RefusalKind
from tests.fakes.host import FakeHost


@pytest.fixture
def host() -> FakeHost:
    host = FakeHost()
    host.push("main", {"a": "1\n"})
    host.push("topic", {"a": "2\n"})
    host.open_pull(head="topic")
    return host


@pytest.mark.parametrize("applied", [False, True])
def test_a_write_can_fail_before_or_after_it_happened(host: FakeHost, applied: bool) -> None:
    host.refuse(RefusalKind.UNAVAILABLE, applied=applied)
    host.comments(1)
    with pytest.raises(Refusal):
        host.create_comment(1, "x")
    assert len(host.comments(1)) == applied
    host.create_comment(1, "y")
    assert host.writes == ["create_comment 1"] * (1 + applied)


def test_a_named_method_can_fail_and_the_others_go_on(host: FakeHost) -> None:
    host.refuse(RefusalKind.RATE_LIMIT, method="branch", times=2)
    host.create_comment(1, "x")
    for _ in range(2):
        with pytest.raises(Refusal):
            host.branch("main")
    assert host.branch("main") is not None
    assert host.calls == ["create_comment", "branch", "branch", "branch"]


def test_the_write_after_so_many_can_fail(host: FakeHost) -> None:
    host.refuse(RefusalKind.UNAVAILABLE, after=2)
    for number in range(4):
        with contextlib.suppress(Refusal):
            host.create_comment(1, str(number))
    assert [each.body for each in host.comments(1)] == ["0", "1", "3"]


def test_another_run_can_happen_at_each_request(host: FakeHost) -> None:
    other = host.with_token(login="buddy-app[bot]")
    host.before_request = lambda: other.create_comment(1, "between") and None
    assert len(host.comments(1)) == 1
    host.create_comment(1, "mine")
    assert [(each.author, each.body) for each in host.comments(1)] == [
        ("buddy-app[bot]", "between"),
        ("buddy-app[bot]", "between"),
        ("github-actions[bot]", "mine"),
        ("buddy-app[bot]", "between"),
    ]
    assert (host.requests(), other.requests()) == ((3, 1), (3, 3))


def test_two_tokens_see_one_world_and_count_for_themselves(host: FakeHost) -> None:
    other = host.with_token(login="buddy-app[bot]", may_open_pulls=False)
    host.refuse(RefusalKind.UNAVAILABLE)
    other.create_comment(1, "theirs")
    host.push("main", {"b": "1\n"})
    host.later(days=31)
    assert other.branch("main") == host.branch("main")
    assert other.comments(1) == host.comments(1)
    assert other.open_issue("next") == 2
    assert (host.writes, other.writes) == ([], ["create_comment 1"])
    assert host.comment_as(1, "bob", "late").created_at > "2026-12-30"


def test_a_merge_of_what_both_sides_changed_is_a_conflict(host: FakeHost) -> None:
    host.push("main", {"a": "3\n"})
    with pytest.raises(AssertionError, match="a is in conflict"):
        host.merge(1)


def test_people_of_any_kind_can_be_put_on_the_stage(host: FakeHost) -> None:
    host.comment_as(1, None, "ghost")
    host.comment_as(1, "other[bot]", "bot", kind="Bot")
    host.change_pull(1, locked=True, fork_deleted=True, base="main", draft=True, state="closed")
    assert [(each.author, each.author_type) for each in host.comments(1)] == [(None, "User"), ("other[bot]", "Bot")]
    pull = host.pull_request(1)
    assert (pull.head_repo, pull.from_fork, pull.draft, pull.state) == (None, True, True, "closed")
