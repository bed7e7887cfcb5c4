"""Refusals as GitHub answers them (API-05, API-06), each with its kind and with what to change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.adapters.github.refusal import classify, is_rate_limit
from buddy.app.ports import RefusalKind as Kind

INTEGRATION = "Resource not accessible by integration"

RECORDED: list[tuple[str, int, dict[str, str], Any, Kind, str]] = [
    ("a fork's token", 403, {}, {"message": INTEGRATION}, Kind.READ_ONLY, "from forks and from dependabot"),
    (
        "a job without the permission",
        403,
        {"x-accepted-github-permissions": "issues=write; pull_requests=write"},
        {"message": INTEGRATION, "documentation_url": "https://docs.example/rest"},
        Kind.READ_ONLY,
        "`issues: write` or `pull-requests: write`",
    ),
    (
        "two permissions at once",
        403,
        {"x-accepted-github-permissions": "contents=write,workflows=write"},
        {"message": INTEGRATION},
        Kind.READ_ONLY,
        "`contents: write` and `workflows: write`",
    ),
    (
        "a fine-grained token",
        403,
        {"x-accepted-github-permissions": "pull_requests=read"},
        {"message": "Resource not accessible by personal access token"},
        Kind.MISSING_PERMISSION,
        "`pull-requests: read`",
    ),
    ("no admin", 403, {}, {"message": "Must have admin rights to Repository."}, Kind.MISSING_PERMISSION, "Must have"),
    ("a proxy's page", 403, {}, {"data": "<html>Forbidden"}, Kind.MISSING_PERMISSION, "GitHub said 403"),
    ("no body", 403, {}, None, Kind.MISSING_PERMISSION, "GitHub said 403"),
    (
        "a locked conversation",
        403,
        {},
        {"message": "Unable to create comment because issue is locked."},
        Kind.LOCKED,
        "unlock",
    ),
    (
        "a review on a locked pull request",
        422,
        {},
        {"message": "Unprocessable Entity", "errors": ["lock prevents review"]},
        Kind.LOCKED,
        "unlock",
    ),
    (
        "Actions may not open pull requests",
        403,
        {},
        {"message": "GitHub Actions is not permitted to create or approve pull requests."},
        Kind.NO_PULL_REQUESTS,
        "Allow GitHub Actions to create and approve pull requests",
    ),
    (
        "single sign-on by header",
        403,
        {"x-github-sso": "required; url=https://ghes.example/orgs/o/sso?x=1"},
        {"message": "Whatever it says today"},
        Kind.SINGLE_SIGN_ON,
        "https://ghes.example/orgs/o/sso?x=1",
    ),
    (
        "single sign-on by wording",
        403,
        {},
        {"message": "Resource protected by organization SAML enforcement."},
        Kind.SINGLE_SIGN_ON,
        "authorise",
    ),
    (
        "the primary limit",
        403,
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060"},
        {"message": "API rate limit exceeded for installation ID 1."},
        Kind.RATE_LIMIT,
        "later",
    ),
    (
        "a fork's token at the last request of the hour",
        403,
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060"},
        {"message": INTEGRATION},
        Kind.READ_ONLY,
        "from forks",
    ),
    ("the primary limit, reworded", 403, {"x-ratelimit-remaining": "0"}, {"message": "Slow down"}, Kind.RATE_LIMIT, ""),
    (
        "the secondary limit",
        403,
        {"retry-after": "60", "x-ratelimit-remaining": "4000"},
        {"message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."},
        Kind.RATE_LIMIT,
        "",
    ),
    (
        "the secondary limit without a header",
        403,
        {"x-ratelimit-remaining": "4000"},
        {"message": "You have exceeded a secondary rate limit and have been temporarily blocked"},
        Kind.RATE_LIMIT,
        "",
    ),
    ("abuse detection", 403, {}, {"message": "You have triggered an abuse detection mechanism."}, Kind.RATE_LIMIT, ""),
    ("429", 429, {}, {"message": "Too many requests"}, Kind.RATE_LIMIT, ""),
    ("429 of a proxy", 429, {"retry-after": "5"}, {"data": "<html>"}, Kind.RATE_LIMIT, ""),
    (
        "posting too quickly",
        422,
        {},
        {"message": "Validation Failed", "errors": [{"code": "custom", "message": "body was submitted too quickly"}]},
        Kind.RATE_LIMIT,
        "",
    ),
    ("a wrong token", 401, {}, {"message": "Bad credentials"}, Kind.BAD_TOKEN, "github-token"),
    ("a token in need", 401, {}, {"message": "Requires authentication"}, Kind.BAD_TOKEN, "github-token"),
    ("not there", 404, {}, {"message": "Not Found"}, Kind.NOT_FOUND, "cannot see it"),
    ("issues switched off", 410, {}, {"message": "Issues are disabled for this repo"}, Kind.NOT_FOUND, "disabled"),
    ("taken down", 451, {}, {"message": "Repository access blocked"}, Kind.NOT_FOUND, "blocked"),
    ("moved", 307, {}, {"message": "Moved Permanently", "url": "https://x"}, Kind.NOT_FOUND, "has moved"),
    ("an empty repository", 409, {}, {"message": "Git Repository is empty."}, Kind.NOT_FOUND, "push a first one"),
    ("a lost race", 409, {}, {"message": "is at 1 but expected 2"}, Kind.CONFLICT, "run it again"),
    (
        "a pull request that is there",
        422,
        {},
        {
            "message": "Validation Failed",
            "errors": [
                {
                    "resource": "PullRequest",
                    "code": "custom",
                    "message": "A pull request already exists for octo:buddy/learnings.",
                }
            ],
        },
        Kind.ALREADY_EXISTS,
        "takes up what is there",
    ),
    ("a branch that is there", 422, {}, {"message": "Reference already exists"}, Kind.ALREADY_EXISTS, "faster"),
    (
        "a branch that moved",
        422,
        {},
        {"message": "Update is not a fast forward"},
        Kind.NOT_FAST_FORWARD,
        "never forced",
    ),
    ("a branch that is gone", 422, {}, {"message": "Reference does not exist"}, Kind.NOT_FOUND, "any more"),
    ("a commit that is not there", 422, {}, {"message": "No commit found for SHA: 0"}, Kind.NOT_FOUND, "any more"),
    (
        "nothing to merge",
        422,
        {},
        {
            "message": "Validation Failed",
            "errors": [{"code": "custom", "message": "No commits between main and buddy/learnings"}],
        },
        Kind.NOTHING_TO_MERGE,
        "nothing to do",
    ),
    (
        "a folder's name that is taken",
        422,
        {},
        {"message": "Reference update failed"},
        Kind.UNPROCESSABLE,
        "a branch named like a folder",
    ),
    (
        "a ruleset",
        422,
        {},
        {"message": "Repository rule violations found\n\nCannot create ref due to creations being restricted."},
        Kind.BRANCH_RULES,
        "bypass",
    ),
    (
        "a protected branch",
        422,
        {},
        {"message": "Protected branch update failed for refs/heads/buddy/learnings."},
        Kind.BRANCH_RULES,
        "`buddy/**`",
    ),
    (
        "a rule told as 403",
        403,
        {},
        {"message": "You're not authorized to push to this branch."},
        Kind.BRANCH_RULES,
        "`buddy/**`",
    ),
    (
        "a line outside the hunks",
        422,
        {},
        {"message": "Unprocessable Entity", "errors": ["Line could not be resolved", "Path could not be resolved"]},
        Kind.UNPROCESSABLE,
        "Line could not be resolved; Path could not be resolved",
    ),
    (
        "a field error",
        422,
        {},
        {"message": "Validation Failed", "errors": [{"resource": "X", "field": "commit_id", "code": "invalid"}]},
        Kind.UNPROCESSABLE,
        "commit_id invalid",
    ),
    ("errors as text", 422, {}, {"message": "Bad", "errors": "one text"}, Kind.UNPROCESSABLE, "one text"),
    ("unreadable JSON", 400, {}, {"message": "Problems parsing JSON"}, Kind.UNPROCESSABLE, "parsing"),
    ("the 406 of a large diff", 406, {}, {"message": "diff exceeded"}, Kind.UNPROCESSABLE, "exceeded"),
    ("a broken server", 500, {}, None, Kind.UNAVAILABLE, "500"),
    ("a gateway", 502, {}, {"data": "<html><title>Unicorn"}, Kind.UNAVAILABLE, "502"),
    ("maintenance", 503, {"retry-after": "60"}, {}, Kind.UNAVAILABLE, "503"),
    ("a timeout told as one", 408, {}, {}, Kind.UNAVAILABLE, "408"),
]


@pytest.mark.parametrize(
    ("status", "headers", "body", "kind", "says"), [pytest.param(*r[1:], id=r[0]) for r in RECORDED]
)
def test_each_refusal_has_its_kind_and_says_what_to_change(
    status: int, headers: dict[str, str], body: Any, kind: Kind, says: str
) -> None:
    found, message = classify(status, headers, body)
    assert found is kind
    assert says in message
    assert is_rate_limit(status, headers, body) is (kind is Kind.RATE_LIMIT)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["message", "errors", "code", "field"]), inner, max_size=3)
    ),
    max_leaves=8,
)
HEADERS = st.dictionaries(
    st.sampled_from(["retry-after", "x-ratelimit-remaining", "x-github-sso", "x-accepted-github-permissions"]),
    st.text(max_size=20),
    max_size=3,
)


@given(status=st.integers(300, 599), headers=HEADERS, body=JSON)
def test_whatever_comes_back_is_classified_on_one_bounded_line(status: int, headers: dict[str, str], body: Any) -> None:
    kind, message = classify(status, headers, body)
    assert isinstance(kind, Kind)
    assert "\n" not in message
    assert len(message) < 1_000


def test_a_long_answer_is_quoted_in_part() -> None:
    _, message = classify(422, {}, {"message": "x" * 10_000})
    assert len(message) < 500
