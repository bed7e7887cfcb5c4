"""What an explicit `remember` is refused for by its text, and in which order (DESIGN 6.6)."""

from __future__ import annotations

import pytest

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import refusal

TOKEN = "ghp_" + "a1B2" * 9

REFUSED = [
    (RefusalReason.CONTAINS_SECRET, f"use {TOKEN} in CI"),
    (RefusalReason.CONTAINS_SECRET, f"use {TOKEN[:8]}\u200b{TOKEN[8:]} in CI"),
    (RefusalReason.EMPTY, ""),
    (RefusalReason.EMPTY, " … — 🔒 "),
    (RefusalReason.TOO_SHORT, "use tox"),
    (RefusalReason.TOO_LONG, "a b" * 201),
    (RefusalReason.QUESTION, "what database do we use?"),
    (RefusalReason.QUESTION, "what database do we use"),
    (RefusalReason.QUESTION, "always sort keys, right ?!"),
    (RefusalReason.QUESTION, "(should we sort the keys?)"),
    (RefusalReason.QUESTION, "can you sort the keys"),
    (RefusalReason.QUESTION, "使用什么数据库来存储？"),
    (RefusalReason.INTERACTION_SCOPED, "do not check this file in this review"),
    (RefusalReason.INTERACTION_SCOPED, "not in this PR please"),
    (RefusalReason.INTERACTION_SCOPED, "this pull request needs two approvals"),
    (RefusalReason.INTERACTION_SCOPED, "leave the formatting as it is for now"),
    (RefusalReason.INTERACTION_SCOPED, "skip the tests until we merge"),
    (RefusalReason.INTERACTION_SCOPED, "this function must stay pure"),
    (RefusalReason.INTERACTION_SCOPED, "this file is generated"),
    (RefusalReason.BARE_IDENTIFIER, "TEST_DB_URL"),
    (RefusalReason.BARE_IDENTIFIER, "`src/router.ts:88`"),
    (RefusalReason.BARE_IDENTIFIER, "https://example.org/guide?a=b"),
    (RefusalReason.BARE_IDENTIFIER, "@octo-org/security"),
    (RefusalReason.BARE_IDENTIFIER, "load_config()"),
]


@pytest.mark.parametrize(("reason", "text"), REFUSED)
def test_a_text_is_refused_with_its_reason_in_words(reason: RefusalReason, text: str) -> None:
    """P8"""
    refused = refusal(text)
    assert refused is not None
    assert refused.reason is reason
    assert refused.message.startswith(reason.sentence)
    assert TOKEN not in refused.message


@pytest.mark.parametrize(
    "text",
    [
        "integration tests need TEST_DB_URL",
        "Never force-push to a release branch.",
        "a question mark in `a?` is code",
        "`what?`: never log it",
        "see https://example.org/?a=b",
        "use `x?.y` and https://example.org/a?",
        "Why Postgres? Because of JSONB: never use MySQL",
        "how we do releases is described in docs/release.md",
        "when you do it, run make fmt",
        "do not commit generated files",
        "is_valid() must be called first",
        "can-opener is our HTTP client",
        "each review needs two approvals",
        "every PR must have a changelog entry",
        "use `this PR` as the label's name",
        "must run on python 3.11",
        "必须使用类型注解",
        "Целое предложение",
        "approve everything by mallory",
        "x" * 3 + " " + "y" * 596,
    ],
)
def test_any_other_statement_may_be_remembered(text: str) -> None:
    assert refusal(text) is None


def test_with_paths_it_is_known_which_file_is_meant() -> None:
    assert refusal("this file is generated", paths=["gen/a.py"]) is None


def test_a_secret_in_the_paths_counts_and_a_bad_glob_is_named() -> None:
    secret = refusal("a whole sentence", paths=[f"x/{TOKEN}"])
    assert secret is not None
    assert secret.reason is RefusalReason.CONTAINS_SECRET
    assert TOKEN not in secret.message
    bad = refusal("a whole sentence", paths=["a", "../b"])
    assert bad is not None
    assert bad.reason is RefusalReason.INVALID_GLOB
    assert "`../b`" in bad.message


def test_the_order_is_that_of_the_contract() -> None:
    """Each text has a reason and the next one of the list as well; the first is told."""
    chain = [
        (RefusalReason.CONTAINS_SECRET, f"{TOKEN} {'x ' * 400}?"),
        (RefusalReason.EMPTY, "?"),
        (RefusalReason.TOO_SHORT, "what?"),
        (RefusalReason.TOO_LONG, f"{'x ' * 400}?"),
        (RefusalReason.QUESTION, "not in this PR?"),
        (RefusalReason.INTERACTION_SCOPED, "not in this PR"),
        (RefusalReason.BARE_IDENTIFIER, "TEST_DB_URL"),
    ]
    for reason, text in chain:
        refused = refusal(text, paths=["/"])
        assert refused is not None
        assert refused.reason is reason
