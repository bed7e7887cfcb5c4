"""Secrets that somebody committed into the file."""

from collections.abc import Callable

import pytest

from buddy.core import secrets
from buddy.core.learnings.document import parse
from buddy.core.learnings.leaks import holds_secret, leaks
from buddy.core.learnings.record import Learning

_TOKEN = "ghp_" + "a1B2" * 9


def test_p10_a_committed_secret_is_named_by_its_line_and_its_value_is_not_repeated(
    case: Callable[[str], bytes],
) -> None:
    data = case("14").replace(b"{{FAKE_TOKEN_BUILT_AT_TEST_TIME}}", _TOKEN.encode())
    found = leaks(parse(data))
    assert [(one.id, one.line, one.reason.value) for one in found] == [("l_o9", 9, "contains-secret")]
    assert _TOKEN not in repr(found)


@pytest.mark.parametrize(
    "text",
    [
        _TOKEN,
        "password=" + "hunter" + "22",
        "db at postgres://me:" + "s3cret" + "@host/x",
        "Authorization: Basic " + "dXNlcjpwYXNz",
        "send Bearer " + "abcdef0123456789",
        "AKIA" + "ABCDEFGH12345678",
    ],
)
def test_the_quick_look_passes_no_secret_over(text: str) -> None:
    assert secrets.find(text)
    assert holds_secret(Learning(id="l_a1", text=text))
    assert holds_secret(Learning(id="l_a1", text="x", reason=text))


def test_ordinary_words_hold_none() -> None:
    assert not holds_secret(Learning(id="l_a1", text="the token is read from $TOKEN: never print it"))
