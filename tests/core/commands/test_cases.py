"""The comments of public bug reports, and what Buddy makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import IgnoreRule, Parsed, Remember, parse, refusal
from buddy.core.globs import GlobSet

CASES = Path(__file__).parents[3] / "fixtures/cases/comments"


def read(name: str) -> Parsed:
    return parse((CASES / name).read_bytes().decode("utf-8"), mention="@buddy-bot")


def learned(name: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.text, one.paths) for one in read(name).commands if isinstance(one, Remember)]


def test_a_plain_command() -> None:
    assert read("01_plain.md") == Parsed(
        commands=(Remember(n=0, line=1, text="integration tests need TEST_DB_URL", paths=("test/**",)),)
    )


def test_line_ends_of_the_web_editor() -> None:
    """CMD-01"""
    first, second = read("02_crlf_multiline.md").commands
    assert first == Remember(n=0, line=1, text="prefer pathlib over os.path")
    assert isinstance(second, IgnoreRule)
    assert (second.n, second.line, second.target, second.fingerprint) == (1, 4, "3f9c2a7be012", "v1:3f9c2a7be012")


@pytest.mark.parametrize("name", ["04_code_blocks.md", "05_email_reply.md", "11_hidden.md"])
def test_code_mail_and_hidden_text_give_no_command_and_no_problem(name: str) -> None:
    """CMD-03, CMD-04, CMD-17"""
    assert read(name) == Parsed()


def test_forms_of_the_mention() -> None:
    """CMD-08, CMD-18"""
    words = ["case one", "case two", "case three", "case four", "nbsp", "zero width before", "two leading spaces"]
    assert learned("07_mention_variants.md") == [(text, ()) for text in [*words, "in a list item"]]
    assert read("07_mention_variants.md").problems == ()


def test_what_phones_make_of_dashes_and_quotes() -> None:
    """CMD-09"""
    assert learned("08_smart_punctuation.md") == [
        ("use the retry helper", ("src/net/**",)),
        ("keep ranges like 3–5 and em—dash in text", ("docs/**",)),
    ]


def test_a_secret_is_refused_and_named_by_its_kind_alone() -> None:
    """P10"""
    token = "ghp_" + "a1B2" * 9
    comment = (CASES / "14_secret.md").read_text(encoding="utf-8").replace("{{GITHUB_TOKEN_SHAPE}}", token)
    (said,) = parse(comment, mention="@buddy-bot").commands
    assert isinstance(said, Remember)
    refused = refusal(said.text, paths=said.paths)
    assert refused is not None
    assert refused.reason is RefusalReason.CONTAINS_SECRET
    assert "GitHub token" in refused.message
    assert "rotate" in refused.message
    assert token not in refused.message
    assert "hunter2" not in refused.message


def test_questions_and_what_is_about_this_review_are_refused_and_nothing_is_a_problem() -> None:
    parsed = read("17_question_and_scoped.md")
    refusals = [refusal(one.text) for one in parsed.commands if isinstance(one, Remember)]
    assert [one and one.reason for one in refusals] == [
        RefusalReason.QUESTION,
        RefusalReason.INTERACTION_SCOPED,
        None,
    ]
    assert [one.text for one in parsed.commands if isinstance(one, Remember)][2] == "build with `make all`"
    assert [(one.n, one.line, one.command) for one in parsed.problems] == [(2, 3, "remember"), (3, 4, "remember")]
    assert all("remember TEXT" in one.message for one in parsed.problems)


def test_mentions_and_references_are_stored_as_typed() -> None:
    (said,) = learned("19_mentions_and_refs.md")
    text = "ask @octo-org/security before touching auth, see #12, fixes #13 and &#64;octocat"
    assert said == (text, ("auth/**",))


def test_a_long_text_is_refused_with_limit_and_length_and_a_short_one_keeps_its_emoji() -> None:
    (said, *_) = learned("21_long_and_unicode.md")
    refused = refusal(said[0])
    assert refused is not None
    assert refused.reason is RefusalReason.TOO_LONG
    assert f"{len(said[0]):,}" in refused.message
    assert "600" in refused.message
    (short,) = parse("@buddy-bot remember 🔒 lock the door --paths src/ôé/**", mention="@buddy-bot").commands
    assert isinstance(short, Remember)
    assert (short.text, refusal(short.text, paths=short.paths)) == ("🔒 lock the door", None)
    globs = GlobSet(short.paths)
    assert globs.matches("src/ôé/a.py")
    assert globs.matches("src/o\u0302e\u0301/a.py")
