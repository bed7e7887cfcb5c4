"""What moves on is found however it is written, and what only looks like it is left alone."""

from __future__ import annotations

import pytest

from buddy.core.lint.moving_anchors import Anchor, anchors

MOVING = {
    Anchor.LINE: [
        "The bug is on line 42 of src/a.py",
        "See lines 10-20 for the pattern",
        "Keep the guard in src/a.py:42",
        "Read app/main.ts:120:5 first",
        "The table in README.md#L33 is authoritative",
        "Copy L120-L140 when adding a handler",
        "Zeile 77 muss bleiben",
        "`lib/x.go:9` holds the constant",
    ],
    Anchor.PULL_REQUEST: [
        "Follow the approach of PR #12",
        "As agreed in #345, handlers are pure",
        "See pull request 9 for the reason",
        "Do it as in acme/shop#77",
        "Fixed by https://github.com/acme/shop/pull/4",
        "The workaround for issue 1204 stays",
        "Merge request !8 explains the layout",
        "GH-19 tells why",
    ],
    Anchor.COMMIT: [
        "Introduced in 3f9c2a7",
        "Since commit 0abc123de the cache is shared",
        "Revert 1a2b3c4d5e6f when the flag is gone",
        "The schema of 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432 is frozen",
    ],
    Anchor.DATE: [
        "Do not touch the importer until 2026-12-31",
        "The freeze begins on 1 March 2026",
        "Since 2025 all services log JSON",
        "From Jan 5, 2026 on the old API is gone",
        "Migrated in Q3 2026",
        "No deploys until next week",
        "The flag stays off for this sprint",
        "Frozen since 24.12.2025",
        "Skip the flaky job until Monday",
        "Remove it by the end of 2026",
    ],
    Anchor.VERSION: [
        "Broken in 4.2.1, use the fallback",
        "The client is pinned to v2.3.4",
        "We are currently on 3.11",
        "Removed in version 5",
        "Since release 2.4 the flag is on",
        "The bug is still in 1.9.0-rc1",
        "Upgrade to 10.0.3 broke the parser",
    ],
}

STABLE = [
    "Use Python 3.11",
    "Use Python 3.11.4 or later",
    "The service listens on port 8080",
    "Proxies run at localhost:8080 and 127.0.0.1:9000",
    "Write dates as ISO 8601",
    "TLS 1.2 is the minimum",
    "HTTP/1.1 only",
    "We follow OAuth 2.0 and OpenAPI 3.0.3",
    "Reports are SARIF 2.1.0",
    "ISO 9001:2015 applies",
    "Compile as C++17 with SQL:2016",
    "Requires Node 18.17.0 or newer",
    "Requires at least 1.2.3 of the client",
    "Tags look like v1.2.3",
    "Format dates such as 2024-01-31",
    "Go's layout is `2006-01-02`",
    "Lines are at most 120 characters",
    "Keep lines 80 characters wide",
    "The first line is the licence, line 1 of every file",
    "A pull request has at most 400 lines",
    "Open PRs as drafts",
    "Two reviewers per pull request",
    "Use colour #333 for borders",
    "The background is #123456",
    "Never call today() in tests",
    "Run the importer on the last Friday of the month",
    "Section 4.2.1 of the handbook is binding",
    "WCAG 1.4.3 contrast is required",
    "Retry at most 3 times with 2.5 s between",
    "The timeout is 30 s",
    "Hash passwords with SHA-256",
    "Pin actions by commit, such as actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
    "The subnet is 10.0.0.0/16",
    "Limit the page to 2000 items",
    "Logs keep 2024 entries",
    "Set `version: 1.2.3` in the chart",
    "UTF-8 everywhere",
    "decade and facade are fine names",
    "Use db.internal:5432 for the replica",
    "The release notes live in docs/releases",
    "Every release needs a changelog entry",
    "May 5 reviewers be asked?",
    "RFC 7231 section 6.5.1 tells",
]


@pytest.mark.parametrize(("anchor", "text"), [(anchor, text) for anchor, texts in MOVING.items() for text in texts])
def test_what_moves_on_is_found(anchor, text):
    assert anchor in anchors(text)


@pytest.mark.parametrize("text", STABLE)
def test_what_does_not_move_is_left_alone(text):
    assert anchors(text) == ()


def test_a_date_of_a_record_that_expires_is_as_it_should_be(found):
    text = "Do not touch the importer until 2026-12-31"
    assert found({"text": text}) == [("moving-anchor", 1)]
    assert found({"text": text, "expiresAt": "2026-12-31"}) == []
    assert found({"text": f"{text}, see #12", "expiresAt": "2026-12-31"}) == [("moving-anchor", 1)]


def test_the_words_of_a_suppression_are_its_own_affair(found):
    hides = {"kind": "suppression", "paths": ["src/a.py"], "match": {"category": "ruff/S101"}}
    assert found({"text": "fine since PR #12", **hides}, files=["src/a.py"]) == []


@pytest.mark.parametrize("text", ["1." * 300, "#" * 600, "a.py:" * 120, "in on at " * 66, "2026-" * 120, "f" * 600])
def test_hostile_texts_are_answered_at_once(text):
    """P11: the shapes have no repetition inside a repetition; the suite would stand still otherwise."""
    anchors(text)
