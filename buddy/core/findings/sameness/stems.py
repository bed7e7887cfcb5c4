"""Words without their endings, so that `validates`, `validated` and `validation` meet. Crude on purpose.

A stem is compared with stems only and never shown.
"""

from __future__ import annotations

from functools import lru_cache

_ENDINGS = tuple(
    (ending, 4 if least == "4" else 3)
    for least, endings in (
        (
            "4",
            "ization isation ational iveness fulness ability ibility ized ised izing ising ement ancy ency ance ence",
        ),
        ("4", "ment ness able ible ally ize ity ive ion al er or"),
        ("3", "ation ingly ately ating ated ator ate ing ed ly"),
        ("5", "ise ent ant"),
    )
    for ending in endings.split()
)
_LONGEST_FIRST = sorted(_ENDINGS, key=lambda one: (-len(one[0]), one[0]))
"""What is cut off, and how many letters must stay."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a word in lower case; at least three letters stay, words of other scripts stay whole."""
    if not word.isascii() or len(word) < 4:
        return word
    word = _singular(word)
    for ending, least in _LONGEST_FIRST:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return _rounded(word[: -len(ending)])
    return _rounded(word)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _rounded(word: str) -> str:
    """One spelling for a silent e, a doubled consonant, and y."""
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return f"{word[:-1]}i" if len(word) > 3 and word.endswith("y") else word
