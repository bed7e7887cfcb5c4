"""Reading a model's answer: a bad item costs itself, and no size or depth costs more (P5, P11)."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from buddy.core.model.review_answer import MALFORMED, MOST_FINDINGS, ReviewAnswer
from tests.core.model.conftest import said

BAD = [
    None,
    [],
    "a text",
    {},
    said(path=None),
    said(line=0),
    said(line=10**12),
    said(line="seven"),
    said(message=""),
    said(message="x" * 9_000),
    said(path="x" * 5_000),
    said(quote="x" * 3_000),
    said(suggestion={"a": 1}),
    said(learnings="l_a"),
    said(learnings=["l_a"] * 21),
    said(severity=3),
]


@pytest.mark.parametrize("bad", BAD)
def test_one_bad_item_costs_one_item(bad):
    """P5."""
    answer = ReviewAnswer.model_validate_json(json.dumps({"findings": [said(), bad, said(line=2)]}))
    assert [item == MALFORMED for item in answer.findings] == [False, True, False]


def test_unknown_fields_cost_nothing():
    answer = ReviewAnswer.model_validate({"findings": [said(approve=True)], "merge": True})
    assert answer.findings[0].message == "This is wrong."


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', '{"findings": {}}', '{"findings": null}', '{"silent": []}'])
def test_what_is_no_answer_at_all_is_refused(text):
    with pytest.raises(ValidationError):
        ReviewAnswer.model_validate_json(text)


def test_a_silence_that_cannot_be_read_is_left_out():
    answer = ReviewAnswer.model_validate({"findings": [], "silent": [3, {"learning": "l_a"}, {"learning": "x" * 99}]})
    assert [item.learning for item in answer.silent] == ["l_a"]
    assert ReviewAnswer.model_validate({"findings": [], "silent": 7}).silent == []


def test_an_answer_of_ten_megabytes_is_read_as_far_as_anybody_would():
    """P11."""
    text = json.dumps({"findings": [said(message="x" * 400)] * 20_000})
    assert len(text) > 10_000_000
    assert len(ReviewAnswer.model_validate_json(text).findings) == MOST_FINDINGS + 1
    one = json.dumps({"findings": [said(message="x" * 10_000_000), said()]})
    assert [item == MALFORMED for item in ReviewAnswer.model_validate_json(one).findings] == [True, False]


@pytest.mark.parametrize("depth", [100, 100_000])
def test_a_deeply_nested_answer_is_one_bad_item_or_refused_and_never_a_crash(depth):
    """P11."""
    nested = "[" * depth + "]" * depth
    for text in (
        nested,
        f'{{"findings": [{nested}]}}',
        f'{{"findings": [{{"path": {nested}}}], "silent": [{nested}]}}',
    ):
        try:
            answer = ReviewAnswer.model_validate_json(text)
        except ValidationError:
            continue
        assert answer.findings == [MALFORMED]


def test_items_that_were_read_are_not_read_again():
    answer = ReviewAnswer.model_validate({"findings": [said()]})
    assert ReviewAnswer(findings=answer.findings) == answer
