"""From the bytes of a findings file to JSON values: encodings, byte order marks, and what a fast decoder refuses."""

from __future__ import annotations

import json
import math
from typing import TypeVar

import msgspec

from buddy.core.errors import InputError
from buddy.core.findings.notices import NoticeId, Notices

LARGEST_REPORT = 100 * 1024 * 1024
"""Bytes of a findings file that are read; GitHub's own upload takes 10 MB compressed."""

_T = TypeVar("_T")


def utf8(name: str, data: bytes, notices: Notices) -> bytes:
    """The same text as UTF-8 without a byte order mark; raises `InputError` for an empty or too large file.

    PowerShell's `>` writes UTF-16; without a mark the zero bytes of JSON's first characters tell (RFC 4627, section 3).
    """
    if len(data) > LARGEST_REPORT:
        limit = LARGEST_REPORT // (1024 * 1024)
        raise InputError(f"{name}: {len(data):,} bytes are too large, the limit is {limit} MiB; split the report")
    encoding = json.detect_encoding(data[:16])
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as problem:
        notices.add(NoticeId.NOT_UTF8, f"byte {problem.start + 1} is no {encoding}; such bytes were replaced")
        text = data.decode(encoding, "replace")
    if not text.strip("\ufeff\0 \t\r\n"):
        raise InputError(f"{name}: the file is empty; did the tool fail before it wrote its report?")
    return text.lstrip("\ufeff").rstrip("\0").encode()


def decode(data: bytes | msgspec.Raw, shape: type[_T]) -> _T:
    """Decodes one JSON value; raises `msgspec.DecodeError` or `RecursionError`.

    What the fast decoder refuses (NaN, numbers out of range, half surrogate pairs, raw control characters) is
    read with the standard library, tamed (null, U+FFFD) and tried once more.
    """
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.DecodeError:
        strict = _strict_json(bytes(data))
        if strict is None:
            raise
        return msgspec.json.decode(strict, type=shape)


def _strict_json(data: bytes) -> bytes | None:
    try:
        value = json.loads(
            data, strict=False, parse_constant=lambda _: None, parse_float=_finite, parse_int=_short_integer
        )
    except ValueError:
        return None
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _finite(digits: str) -> float | None:
    value = float(digits)
    return value if math.isfinite(value) else None


def _short_integer(digits: str) -> int | None:
    return int(digits) if len(digits) < 20 else None
