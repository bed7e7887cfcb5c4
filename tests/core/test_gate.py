"""Which events are for Buddy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.gate import REVIEWED_ACTIONS, why_not

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(sorted(REVIEWED_ACTIONS)),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["base", "state", "x"]), inner, max_size=2)
    ),
    max_leaves=5,
)


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
        ("pull_request", {"action": ["opened"]}),
        ("pull_request", {"action": {}}),
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


@settings(max_examples=100)
@given(
    name=st.sampled_from(["pull_request", "pull_request_target"]) | st.text(max_size=8),
    payload=st.dictionaries(st.sampled_from(["action", "changes", "pull_request"]), JSON, max_size=3),
)
def test_p9_no_payload_ends_in_anything_but_a_reason_of_one_harmless_line(name, payload):
    reason = why_not(name, payload)
    assert reason is None or (reason.isascii() and reason.isprintable() and "::" not in reason)
