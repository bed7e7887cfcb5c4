"""Hidden state in Buddy's own comments: the envelope `<!-- buddy:KIND v1 PAYLOAD [sig=…] -->` at byte 0.

Everything that could be wrong with a marker comes back as a reason; nothing here raises for what a comment holds.
zlib's output differs between its versions: compare payloads, never envelopes.
"""

from __future__ import annotations

import base64
import binascii
import enum
import hashlib
import hmac
import json
import math
import re
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

VERSION = 1
MAX_UNPACKED = 4 * 1024 * 1024
"""Bytes of JSON that a payload may unpack to; sixty times what a comment can hold of plain text."""
MAX_DEPTH = 32
"""Levels of JSON in a payload; more is no memory of ours, and what reads it on may recurse."""
MAX_DIGITS = 100
"""Digits of a whole number in a payload: no id has so many, and thousands may be read but not written again."""

_HEAD = re.compile(r"<!-- buddy:([a-z]{1,20}) v([0-9]{1,9}) ", re.ASCII)
_REST = re.compile(r"([A-Za-z0-9+/]+={0,2})(?: sig=([0-9a-f]{64}))? -->", re.ASCII)
_BEGINNING = "<!-- buddy:"


class MarkerKind(enum.Enum):
    """What a marker's comment is."""

    MEMORY = "memory"
    PROPOSAL = "proposal"
    REPLY = "reply"
    FINDING = "finding"


class Distrust(enum.Enum):
    """Why a marker counts for nothing."""

    OWN_LOGIN_UNKNOWN = "own-login-unknown"
    OTHER_AUTHOR = "other-author"
    MALFORMED = "malformed"
    UNKNOWN_VERSION = "unknown-version"
    UNKNOWN_KIND = "unknown-kind"
    UNSIGNED = "unsigned"
    WRONG_SIGNATURE = "wrong-signature"
    UNREADABLE_PAYLOAD = "unreadable-payload"
    OTHER_PULL_REQUEST = "other-pull-request"


@dataclass(frozen=True, kw_only=True, slots=True)
class Marker:
    """A trusted marker; `payload` is still only data, never a permission."""

    kind: MarkerKind
    payload: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Untrusted:
    """A marker, or what looks like one, that is not to be used."""

    reason: Distrust


def encode(kind: MarkerKind, payload: Mapping[str, Any], *, key: bytes | None = None) -> str:
    """The envelope of `payload`, which holds `repo` (id) and `pr` (number); signed where there is a key.

    Raises ValueError without these two, TypeError for what JSON cannot hold.
    """
    if not (_is_number(payload.get("repo")) and _is_number(payload.get("pr"))):
        raise ValueError("a marker names the repository's id and the number of the pull request")
    packed = json.dumps(payload, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
    text = base64.b64encode(zlib.compress(packed, 9)).decode("ascii")
    signature = "" if key is None else f" sig={_signature(kind.value, text, key)}"
    return f"<!-- buddy:{kind.value} v{VERSION} {text}{signature} -->"


def read(
    body: str,
    *,
    author_login: str,
    own_login: str | None,
    key: bytes | None = None,
    repo: int,
    pr: int,
    kinds: Collection[MarkerKind] = tuple(MarkerKind),
) -> Marker | Untrusted | None:
    """The marker at the beginning of a comment, None where there is none or it is of another kind than `kinds`."""
    if not body.startswith(_BEGINNING):
        return None
    head = _HEAD.match(body)
    if head is not None and head[1] not in {kind.value for kind in kinds} and head[1] in _KINDS:
        return None
    if not own_login:
        return Untrusted(reason=Distrust.OWN_LOGIN_UNKNOWN)
    if author_login != own_login:
        return Untrusted(reason=Distrust.OTHER_AUTHOR)
    if head is None:
        return Untrusted(reason=Distrust.MALFORMED)
    if int(head[2]) != VERSION:
        return Untrusted(reason=Distrust.UNKNOWN_VERSION)
    if head[1] not in _KINDS:
        return Untrusted(reason=Distrust.UNKNOWN_KIND)
    return _open(body, head, key=key, repo=repo, pr=pr)


def visible(body: str) -> str:
    """What follows the envelope: the part of a comment that people see."""
    head = _HEAD.match(body)
    rest = _REST.match(body, head.end()) if head else None
    return body if rest is None else body[rest.end() :].lstrip("\r\n")


_KINDS = frozenset(kind.value for kind in MarkerKind)


def _open(body: str, head: re.Match[str], *, key: bytes | None, repo: int, pr: int) -> Marker | Untrusted:
    rest = _REST.match(body, head.end())
    if rest is None:
        return Untrusted(reason=Distrust.MALFORMED)
    if key is not None and rest[2] is None:
        return Untrusted(reason=Distrust.UNSIGNED)
    if key is not None and not hmac.compare_digest(rest[2], _signature(head[1], rest[1], key)):
        return Untrusted(reason=Distrust.WRONG_SIGNATURE)
    payload = _unpacked(rest[1])
    if payload is None:
        return Untrusted(reason=Distrust.UNREADABLE_PAYLOAD)
    place = payload.get("repo"), payload.get("pr")
    if place != (repo, pr) or not all(map(_is_number, place)):
        return Untrusted(reason=Distrust.OTHER_PULL_REQUEST)
    return Marker(kind=MarkerKind(head[1]), payload=payload)


def _unpacked(text: str) -> dict[str, Any] | None:
    try:
        packed = base64.b64decode(text, validate=True)
        stream = zlib.decompressobj()
        plain = stream.decompress(packed, MAX_UNPACKED)
        if not stream.eof or stream.unused_data:
            return None
        payload = json.loads(plain, parse_constant=_refuse, parse_int=_whole, parse_float=_finite)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) and not _nests_deeper(payload, MAX_DEPTH) else None


def _nests_deeper(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(_nests_deeper(item, depth - 1) for item in inner)


def _signature(kind: str, text: str, key: bytes) -> str:
    return hmac.new(key, f"buddy:{kind} v{VERSION} {text}".encode("ascii"), hashlib.sha256).hexdigest()


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= MAX_DIGITS else _refuse(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant[:20]} is no number of ours")
