"""Bytes as the base64 text that requests and answers carry."""

from __future__ import annotations

import base64
import binascii

from buddy.sandbox.refusal import RefusedError


def encoded(content: bytes) -> str:
    """With a line break after each 60 characters, as GitHub sends it."""
    text = base64.b64encode(content).decode()
    return "".join(text[at : at + 60] + "\n" for at in range(0, len(text), 60))


def decoded(text: str) -> bytes:
    """Line breaks are fine, anything else that is not base64 is refused."""
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise RefusedError(422, "content is not valid Base64") from None
