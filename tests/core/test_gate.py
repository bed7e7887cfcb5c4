"""Which events are for Buddy."""

import pytest

from buddy.core.gate import why_not


@pytest.mark.parametrize("name", ["pull_request", "pull_request_target"])
@pytest.mark.parametrize(
    "payload",
    [
        {"action": "opened"},
        {"action": "synchronize", "pull_request": {"state": "open"}},
        {"action": "reopened"},
        {"action": "ready_for_review"},
        {"action": "edited", "changes": {"base": {"ref": {"from": "main"}}}},
    ],
)
def test_a_pull_request_that_changed_is_reviewed(name, payload):
    assert why_not(name, payload) is None


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("push", {}),
        ("release", {"action": "published"}),
        ("merge_group", {"action": "checks_requested"}),
        ("pull_request", {}),
        ("pull_request", {"action": None}),
        ("pull_request", {"action": "labeled"}),
        ("pull_request", {"action": "edited", "changes": {"title": {"from": "x"}}}),
        ("pull_request", {"action": "edited", "changes": None}),
        ("pull_request", {"action": "synchronize", "pull_request": {"state": "closed"}}),
        ("pull_request", {"action": "\n::error::x"}),
    ],
)
def test_anything_else_ends_with_one_line_that_says_why(name, payload):
    reason = why_not(name, payload)
    assert reason
    assert "\n" not in reason
