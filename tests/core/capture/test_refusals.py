"""The closed set of refusals: every reason is one of the contract's and says itself in a sentence (P8)."""

import re

import pytest

from buddy.core.capture.refusals import RefusalReason

CONTRACT = """not-authorised, bot-author, empty, too-short, too-long, question, interaction-scoped, acknowledgement,
quoted-only, bare-identifier, contains-secret, weakens-review, invalid-glob, duplicate, already-declined, withdrawn,
deferred, not-a-rule"""


def test_the_reasons_are_those_of_the_contract() -> None:
    assert [reason.value for reason in RefusalReason] == re.split(r",\s+", CONTRACT)


@pytest.mark.parametrize("reason", RefusalReason, ids=lambda reason: reason.value)
def test_each_reason_says_itself_in_one_whole_sentence_on_one_line(reason: RefusalReason) -> None:
    """P8"""
    assert re.fullmatch(r"[A-Z][^\n]{20,118}\.", reason.sentence)


def test_no_two_reasons_say_the_same() -> None:
    assert len({reason.sentence for reason in RefusalReason}) == len(RefusalReason)
