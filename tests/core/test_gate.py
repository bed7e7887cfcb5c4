"""Which events are for Buddy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.gate import REVIEWED_ACTIONS, names, why_not

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


def said(body="@buddy-bot help", *, by="alice", kind="User", **more):
    return {"body": body, "user": {"login": by, "type": kind}, **more}


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("issue_comment", {"action": "created", "comment": said()}),
        ("issue_comment", {"action": "deleted", "comment": said("Hey,\n@Buddy-Bot remember that")}),
        ("issue_comment", {"action": "edited", "comment": said("gone"), "changes": {"body": {"from": "@buddy-bot x"}}}),
        ("pull_request_review_comment", {"action": "created", "comment": said()}),
        ("pull_request_review_comment", {"action": "created", "comment": said("I disagree", in_reply_to_id=7)}),
        ("pull_request_review_comment", {"action": "deleted", "comment": said("I disagree", in_reply_to_id=7)}),
        ("pull_request_review", {"action": "submitted", "review": said()}),
        ("pull_request", {"action": "closed", "pull_request": {"state": "closed"}}),
        ("pull_request_target", {"action": "closed"}),
    ],
)
def test_what_could_ask_something_of_buddy_is_looked_at(name, payload):
    assert why_not(name, payload) is None


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("issue_comment", {"action": "created", "comment": said("Looks good")}),
        ("issue_comment", {"action": "created", "comment": said("mail me at buddy-bot")}),
        ("issue_comment", {"action": "pinned", "comment": said()}),
        ("issue_comment", {"action": ["created"], "comment": said()}),
        ("issue_comment", {"action": "created", "comment": None}),
        ("issue_comment", {"action": "created", "comment": said(None)}),
        ("issue_comment", {"action": "created", "comment": said(by="github-actions[bot]")}),
        ("issue_comment", {"action": "created", "comment": said(by="renovate[bot]", kind="Bot")}),
        ("issue_comment", {"action": "edited", "comment": said("x"), "changes": {"body": {"from": "y"}}}),
        ("pull_request_review_comment", {"action": "created", "comment": said("I disagree", in_reply_to_id=None)}),
        ("pull_request_review_comment", {"action": "created", "comment": said(by="x[bot]", in_reply_to_id=7)}),
        ("pull_request_review", {"action": "submitted", "review": said("LGTM")}),
        ("pull_request_review", {"action": "dismissed", "review": said()}),
        ("workflow_run", {}),
        ("push", {}),
    ],
)
def test_what_calls_nobody_ends_with_one_line_that_says_why(name, payload):
    """CMD-05: bots and Buddy itself ask for nothing."""
    assert why_not(name, payload)


def test_the_names_come_from_the_inputs_in_both_spellings():
    comment = {"action": "created", "comment": said("@robo remember that")}
    assert why_not("issue_comment", comment, **names({"INPUT_BOT-MENTION": "@robo"})) is None
    assert why_not("issue_comment", comment, **names({"INPUT_BOT_MENTION": "robo"})) is None
    assert why_not("issue_comment", comment, **names({}))
    own = {"action": "created", "comment": said(by="robo-app")}
    assert why_not("issue_comment", own, **names({"INPUT_BOT-LOGIN": "Robo-App"}))
