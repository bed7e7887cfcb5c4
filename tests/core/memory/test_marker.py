"""The envelope of Buddy's hidden state (DESIGN 3.2): round trip, trust, and hostile comments."""

import base64
import json
import re
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.memory.marker import (
    MAX_UNPACKED,
    Distrust,
    Marker,
    MarkerKind,
    Untrusted,
    encode,
    read,
    visible,
)
from buddy.core.text import surfaces

OWN = "github-actions[bot]"
PLACE: dict[str, Any] = {"repo": 99, "pr": 7}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet=st.characters(), max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def opened(body: str, **changes: Any) -> Marker | Untrusted | None:
    return read(body, **{"author_login": OWN, "own_login": OWN, "repo": 99, "pr": 7} | changes)


def envelope(packed: bytes, *, head: str = "memory v1") -> str:
    return f"<!-- buddy:{head} {base64.b64encode(packed).decode()} -->"


@given(JSON, st.sampled_from(MarkerKind), st.none() | st.binary(min_size=1, max_size=40))
def test_mark_01_a_marker_round_trips_any_text_and_cannot_end_early(
    value: Any, kind: MarkerKind, key: bytes | None
) -> None:
    payload = PLACE | {"value": value}
    marker = encode(kind, payload, key=key)
    inside = marker.removeprefix("<!-- buddy:").removesuffix(" -->")
    assert not re.search(r"--|[<>]|\n", inside)
    assert opened(marker + "\r\nvisible", key=key) == Marker(kind=kind, payload=payload)
    assert visible(marker + "\r\nvisible") == "visible"


@pytest.mark.parametrize("text", ["", "x" * 20_000, "A --> B --!> <!-- x -->-", "🔒", "\u2028\x01\ud83d", "-"])
def test_mark_01_edge_texts_come_back_as_they_were(text: str) -> None:
    found = opened(encode(MarkerKind.MEMORY, PLACE | {"text": text}))
    assert isinstance(found, Marker)
    assert found.payload["text"] == text


def test_p12_equal_payloads_have_equal_bytes() -> None:
    one = encode(MarkerKind.REPLY, {"pr": 7, "repo": 99, "b": 1, "a": 2}, key=b"k")
    assert one == encode(MarkerKind.REPLY, {"a": 2, "b": 1, "repo": 99, "pr": 7}, key=b"k")


GOOD = encode(MarkerKind.MEMORY, PLACE)
SIGNED = encode(MarkerKind.MEMORY, PLACE, key=b"key")
OTHERS_SIGNED = encode(MarkerKind.MEMORY, PLACE, key=b"other")


@pytest.mark.parametrize(
    ("body", "changes", "reason"),
    [
        (GOOD, {"author_login": "mallory"}, Distrust.OTHER_AUTHOR),
        (GOOD, {"author_login": "GitHub-Actions[bot]"}, Distrust.OTHER_AUTHOR),
        (GOOD, {"author_login": "github-actions"}, Distrust.OTHER_AUTHOR),
        (GOOD, {"own_login": None}, Distrust.OWN_LOGIN_UNKNOWN),
        (GOOD, {"own_login": "", "author_login": ""}, Distrust.OWN_LOGIN_UNKNOWN),
        (GOOD, {"repo": 98}, Distrust.OTHER_PULL_REQUEST),
        (GOOD, {"pr": 8}, Distrust.OTHER_PULL_REQUEST),
        (GOOD, {"key": b"key"}, Distrust.UNSIGNED),
        (OTHERS_SIGNED, {"key": b"key"}, Distrust.WRONG_SIGNATURE),
        (SIGNED.replace("buddy:memory", "buddy:reply"), {"key": b"key"}, Distrust.WRONG_SIGNATURE),
        (GOOD.replace(" v1 ", " v2 "), {}, Distrust.UNKNOWN_VERSION),
        ("<!-- buddy:memory v2 {anything: else} -->", {}, Distrust.UNKNOWN_VERSION),
        ("<!-- buddy:memory v" + "9" * 5000 + " x -->", {}, Distrust.MALFORMED),
        (GOOD.replace("memory", "secret"), {}, Distrust.UNKNOWN_KIND),
        (GOOD[:-4], {}, Distrust.MALFORMED),
        (GOOD[:40], {}, Distrust.MALFORMED),
        (GOOD.replace(" v1 ", "  v1 "), {}, Distrust.MALFORMED),
        (GOOD.replace(" -->", " sig=zz -->"), {}, Distrust.MALFORMED),
        (GOOD.replace(" -->", "\n-->"), {}, Distrust.MALFORMED),
        ('<!-- buddy:memory v1 {"repo":99,"pr":7} -->', {}, Distrust.MALFORMED),
        ("<!-- buddy:memory v1 AAAAA -->", {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(b"not zlib"), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"repo":99,"pr":7}')[:-3]), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"repo":99,"pr":7}') + b"x"), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b"\xff")), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b"[1]")), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b"[" * 100_000)), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"repo":99,"pr":7,"x":NaN}')), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"repo":99,"pr":7,"x":' + b"9" * 5000 + b"}")), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"repo":99,"pr":7,"x":' + b"9" * 4300 + b"}")), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"repo":99,"pr":7,"x":[1e999]}')), {}, Distrust.UNREADABLE_PAYLOAD),
        (envelope(zlib.compress(b'{"x":"' + b"a" * 2 * MAX_UNPACKED)), {}, Distrust.UNREADABLE_PAYLOAD),
        (
            envelope(zlib.compress(b'{"repo":99,"pr":7,"x":' + b"[" * 40 + b"]" * 40 + b"}")),
            {},
            Distrust.UNREADABLE_PAYLOAD,
        ),
        (envelope(zlib.compress(b"{}")), {}, Distrust.OTHER_PULL_REQUEST),
        (envelope(zlib.compress(b'{"repo":true,"pr":7}')), {"repo": 1}, Distrust.OTHER_PULL_REQUEST),
    ],
)
def test_a_marker_that_is_not_trusted_says_why(body: str, changes: dict[str, Any], reason: Distrust) -> None:
    assert opened(body, **changes) == Untrusted(reason=reason)


@pytest.mark.parametrize(
    "body", ["", "hello", " " + GOOD, "\ufeff" + GOOD, "> " + GOOD, "text\n" + GOOD, "<!-- other -->", GOOD.upper()]
)
def test_a_marker_that_is_not_at_byte_0_is_no_marker(body: str) -> None:
    assert opened(body) is None
    assert visible(body) == body


def test_a_marker_of_another_kind_is_not_what_was_asked_for() -> None:
    assert opened(GOOD, kinds=[MarkerKind.FINDING]) is None
    assert isinstance(opened(GOOD, kinds=[MarkerKind.FINDING, MarkerKind.MEMORY]), Marker)


def test_a_signature_is_not_needed_where_there_is_no_key() -> None:
    assert isinstance(opened(SIGNED), Marker)
    assert isinstance(opened(SIGNED, key=b"key"), Marker)


@pytest.mark.parametrize("payload", [{}, {"repo": 1}, {"repo": "1", "pr": 2}, {"repo": True, "pr": 2}])
def test_a_marker_without_its_place_is_not_written(payload: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="repository"):
        encode(MarkerKind.MEMORY, payload)


@given(st.text(max_size=60) | st.lists(st.sampled_from([GOOD, "<!-- buddy:", "\n", "`", "```", "x", " "])).map("".join))
def test_mark_04_nothing_printed_from_foreign_text_is_a_marker(text: str) -> None:
    for surface in (
        surfaces.markdown,
        surfaces.markdown_inline,
        surfaces.table_cell,
        surfaces.code_span,
        surfaces.fenced,
    ):
        printed = surface(text)
        assert not any(opened(printed[at:]) for at in range(len(printed)) if printed[at] == "<")


def test_json_keys_stay_sorted_so_that_a_diff_of_payloads_is_stable() -> None:
    text = encode(MarkerKind.MEMORY, PLACE | {"z": {"b": 1, "a": 2}}).split()[3]
    assert (
        zlib.decompress(base64.b64decode(text))
        == json.dumps({"pr": 7, "repo": 99, "z": {"a": 2, "b": 1}}, separators=(",", ":")).encode()
    )
