"""Ids of learnings: derived, never counted, so that a repeated run and a parallel branch agree (STORE-12)."""

from __future__ import annotations

import base64
import hashlib
import json
import unicodedata

from buddy.core.learnings.record import Kind, Match, Scope

_LENGTH = 10  # base32 characters: 50 bits


def from_comment(*, pr: int, comment: int, n: int, length: int = _LENGTH) -> str:
    """The id of what the `n`-th command (from 0) of a comment says. Another `length` only after a clash."""
    return _id(["comment", pr, comment, n], length)


def from_content(*, kind: Kind, scope: Scope, text: str, match: Match | None = None, length: int = _LENGTH) -> str:
    """The id of what has no comment: the same for equal statements, whoever adds them."""
    narrowed = [match.category, match.fingerprint, *(match.anchors or ())] if match else None
    return _id(["content", kind.value, scope.value, normal_form(text), narrowed], length)


def normal_form(text: str) -> str:
    """What two equal statements have in common: NFKC, case folded, blanks collapsed, no end punctuation (6.4)."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split()).rstrip(".!,;:… ")


def _id(parts: list[object], length: int) -> str:
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return "l_" + base64.b32encode(digest).decode("ascii").lower().rstrip("=")[:length]
