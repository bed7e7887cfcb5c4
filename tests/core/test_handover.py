"""What a read-only run leaves is read back exactly, or not at all."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.errors import InputError
from buddy.core.gate import HANDED_OVER
from buddy.core.handover import LARGEST, Handover, read_handover

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize("event", sorted(HANDED_OVER))
@pytest.mark.parametrize("comment", [None, 98123])
def test_what_is_left_is_read_back(event, comment):
    handover = Handover.model_validate({"event": event, "pr": 7, "head": SHA, "comment": comment})
    assert read_handover(handover.as_bytes()) == handover
    assert json.loads(handover.as_bytes()).keys() == {"schema", "event", "pr", "head", "comment"}


@settings(max_examples=100)
@given(
    st.binary(max_size=200)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps).map(str.encode)
)
def test_anything_else_is_refused_and_not_repeated(content):
    """P9, P11."""
    with pytest.raises(InputError) as error:
        read_handover(content)
    assert len(str(error.value)) < 200
    assert str(error.value).isprintable()


@pytest.mark.parametrize("extra", [{"token": "x"}, {"::error::x": 1}, {"comment": True}, {"pr": 7.0}, {"schema": "1"}])
def test_one_wrong_field_refuses_all(extra):
    """P4."""
    content = {"schema": 1, "event": "pull_request", "pr": 7, "head": SHA, "comment": None, **extra}
    with pytest.raises(InputError, match="nothing of it is used") as error:
        read_handover(json.dumps(content).encode())
    assert "::" not in str(error.value)


def test_a_long_one_is_not_decoded():
    with pytest.raises(InputError, match="larger than"):
        read_handover(b" " * (LARGEST + 1))
