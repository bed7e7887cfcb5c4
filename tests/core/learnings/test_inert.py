"""Which records apply, and the quick test that spares most of them a second look."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.core.learnings import inert
from buddy.core.learnings.document import parse
from buddy.core.learnings.record import InertReason, Learning

Line = Callable[..., bytes]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"v": 1}, None),
        ({"v": "1"}, None),
        ({"v": 1.0}, None),
        ({"v": 2}, InertReason.NEWER_VERSION),
        ({"v": "99"}, InertReason.NEWER_VERSION),
        ({"v": 0}, InertReason.UNKNOWN_VERSION),
        ({"v": True}, InertReason.UNKNOWN_VERSION),
        ({"v": [1]}, InertReason.UNKNOWN_VERSION),
        ({"kind": "convention"}, None),
        ({"kind": "Fact"}, InertReason.UNKNOWN_KIND),
        ({"kind": 5}, InertReason.UNKNOWN_KIND),
        ({"scope": "org"}, None),
        ({"scope": "team"}, InertReason.UNKNOWN_SCOPE),
        ({"status": "archived"}, InertReason.ARCHIVED),
        ({"status": "superseded"}, InertReason.SUPERSEDED),
        ({"status": "ACTIVE"}, InertReason.UNKNOWN_STATUS),
        ({"trust": "holy"}, None),
        ({"text": None}, InertReason.NO_TEXT),
        ({"text": ""}, InertReason.NO_TEXT),
        ({"text": " \n\t"}, InertReason.NO_TEXT),
        ({"text": "\u200b\u200b"}, InertReason.NO_TEXT),
        ({"text": ["x"]}, InertReason.NO_TEXT),
        ({"text": "x" * 600}, None),
        ({"text": "\U0001f600" * 600}, None),
        ({"text": "x" * 601}, InertReason.TEXT_TOO_LONG),
        ({"paths": "src/**"}, None),
        ({"paths": []}, None),
        ({"paths": ""}, InertReason.NO_USABLE_PATH),
        ({"paths": 7}, InertReason.NO_USABLE_PATH),
        ({"paths": {"src/**": 1}}, InertReason.NO_USABLE_PATH),
        ({"paths": [None]}, InertReason.NO_USABLE_PATH),
        ({"paths": ["src/**", 5]}, None),
        ({"paths": ["!docs/**"]}, InertReason.NO_USABLE_PATH),
        ({"expiresAt": "2026-11-29T12:00:00Z"}, InertReason.EXPIRED),
        ({"expiresAt": "2026-11-29T12:00:01Z"}, None),
        ({"expiresAt": "2026-11-29T14:00:00+03:00"}, InertReason.EXPIRED),
        ({"expiresAt": "soon"}, InertReason.UNREADABLE_EXPIRY),
        ({"expiresAt": 1790000000}, InertReason.UNREADABLE_EXPIRY),
        ({"source": "a meeting"}, None),
        ({"keywords": "cache"}, None),
    ],
)
def test_p4_a_record_applies_only_if_everything_that_could_widen_it_is_clear(
    line: Line, now: datetime, fields: dict[str, Any], reason: InertReason | None
) -> None:
    (record,) = parse(line(**fields)).records
    assert inert.applies(record, now) is reason


_MATCH = {"category": "ruff/S101"}


@pytest.mark.parametrize(
    ("fields", "complete"),
    [
        ({"paths": ["tests/**"], "match": _MATCH}, True),
        ({"paths": "tests/**", "match": _MATCH}, True),
        ({"paths": ["tests/**"], "match": _MATCH | {"fingerprint": "v1:3f9c2a7be012", "anchors": ["a1"]}}, True),
        ({"match": _MATCH}, False),
        ({"paths": None, "match": _MATCH}, False),
        ({"paths": [], "match": _MATCH}, False),
        ({"paths": ["tests/**"]}, False),
        ({"paths": ["tests/**"], "match": {}}, False),
        ({"paths": ["tests/**"], "match": {"category": ""}}, False),
        ({"paths": ["tests/**"], "match": {"category": " "}}, False),
        ({"paths": ["tests/**"], "match": {"category": 5}}, False),
        ({"paths": ["tests/**"], "match": "ruff/S101"}, False),
        ({"paths": ["tests/**"], "match": _MATCH | {"fingerprint": ""}}, False),
        ({"paths": ["tests/**"], "match": _MATCH | {"fingerprint": 7}}, False),
        ({"paths": ["tests/**"], "match": _MATCH | {"anchors": ["a1"]}}, False),
        ({"paths": ["["], "match": _MATCH}, False),
        ({"paths": ["tests/**", "!tests/gen[/**"], "match": _MATCH}, False),
    ],
)
def test_p4_an_incomplete_suppression_is_inert(
    line: Line, now: datetime, fields: dict[str, Any], complete: bool
) -> None:
    (record,) = parse(line(kind="suppression", **fields)).records
    assert (inert.applies(record, now) is None) is complete


_ODD = {
    "status": ["archived", "maybe"],
    "kind": ["suppression", "hologram", "command"],
    "scope": ["org", "team"],
    "v": [2, "1", "x"],
    "expiresAt": ["2020-01-01", "2099-01-01", "soon"],
    "text": ["", " ", "x" * 601, "\u200b", "\t"],
    "supersedes": ["l_b2", ["l_b2"]],
    "match": [{"category": "a/b"}],
    "paths": ["src/**", ["["], []],
}


@given(fields=st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in _ODD.items()}))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_quick_test_lets_through_applies_but_for_its_paths(
    line: Line, now: datetime, fields: dict[str, Any]
) -> None:
    (record,) = parse(line(**fields)).records
    if not inert.unusual([record]):
        assert inert.inert_whatever_its_paths(record, now) is None
        assert record.supersedes is None


def test_every_reason_has_a_sentence() -> None:
    assert all(reason.sentence for reason in InertReason)


def test_a_record_made_by_hand_is_judged_like_one_that_was_read(now: datetime) -> None:
    assert inert.applies(Learning(id="l_a1", text="x", paths=("../a",)), now) is InertReason.NO_USABLE_PATH
