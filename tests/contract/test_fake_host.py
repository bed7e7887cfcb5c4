"""The fake host's faults: what a test asks to fail fails, once, before or after it happened."""

from __future__ import annotations

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


def test_people_of_any_kind_can_be_put_on_the_stage(host: FakeHost) -> None:
    host.comment_as(1, None, "ghost")
    host.comment_as(1, "other[bot]", "bot", kind="Bot")
    host.change_pull(1, locked=True, fork_deleted=True, base="main", draft=True, state="closed")
    assert [(each.author, each.author_type) for each in host.comments(1)] == [(None, "User"), ("other[bot]", "Bot")]
    pull = host.pull_request(1)
    assert (pull.head_repo, pull.from_fork, pull.draft, pull.state) == (None, True, True, "closed")
