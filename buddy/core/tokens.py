"""The one unit in which prompts are budgeted: estimated tokens (DESIGN 6.3).

No tokenizer is exact for every model; bytes are near enough, cheap, and grow with what every tokenizer finds costly
(accents, CJK, emoji).
"""

from __future__ import annotations


def of_bytes(size: int) -> int:
    """The estimate for that many UTF-8 bytes: 3.5 to a token, between English prose (4.2) and JSON (3), rounded up."""
    return -(-2 * size // 7)


def size(text: str) -> int:
    """The size of a text in UTF-8 bytes, in which costs can be added up without rounding."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def estimate(text: str) -> int:
    """The estimated tokens of a text; that of a whole is never more than the sum of its parts' estimates."""
    return of_bytes(size(text))
