"""Data blocks of a prompt: a delimiter that no text inside can know, so that nothing written in one gets out of it.

The delimiter is made from the data itself: unforgeable, since a text would have to hold its own hash, and yet the
same input gives the same prompt (P12, SEC-06).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from buddy.core.secrets import redact
from buddy.core.text import invisible


@dataclass(frozen=True, kw_only=True, slots=True)
class Data:
    """A block of foreign text. `title` is Buddy's own word for it.

    Secrets are taken out block by block, never from a whole prompt: one that begins in a block and ends in another
    would take the delimiters between them along.
    """

    title: str
    text: str


def fence_of(blocks: Sequence[Data]) -> str:
    """Sixteen hex digits that stand in none of the blocks: a text that held them would hold its own hash."""
    seen = hashlib.sha256()
    for block in blocks:
        seen.update(block.text.encode("utf-8", "surrogatepass"))
        seen.update(b"\0")
    return seen.hexdigest()[:16]


def fenced_data(blocks: Sequence[Data], *, fence: str) -> str:
    """The blocks, each between its own lines."""
    return "\n\n".join(f"<<<data {fence} {block.title}>>>\n{block.text}\n<<<end {fence}>>>" for block in blocks)


def presentable(text: str, *, most: int) -> str:
    """Foreign text for a block: seen by people too, without secrets, at most so many characters."""
    return redact(invisible.clean(text).text)[:most]
