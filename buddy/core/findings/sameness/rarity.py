"""How much a word tells: `the` nothing, a name met nowhere else the most."""

from __future__ import annotations

from functools import cache

from buddy.core.findings.sameness.common_words import TWENTIETHS
from buddy.core.findings.sameness.concepts import concepts
from buddy.core.findings.sameness.stems import stem

UNKNOWN = 0.8
"""The weight of a word that technical English rarely or never has."""

_NOTHING = 0.05
_LETTER = 0.3  # a single letter or digit
_SYNONYM = 0.6  # at most, where other words say the same
_EMPTY = (
    "a an the is are was were be been being am to of in on at by for with from as and or but if then than that this"
    " these those it its they them their there which who when where while what how why so not no does do did done"
    " doing has have had having will would can could may might should must also into out up down over under again more"
    " most other some such only own same too very just about above after before between because during each few both"
    " any all nor off once here"
)


def weigh(word: str) -> float:
    """The weight of a stem, or of a concept written `~name`; from 0 to 1, the same on every machine."""
    known = _weights().get(word)
    if known is not None:
        return known
    return _LETTER if len(word) == 1 else UNKNOWN


@cache
def _weights() -> dict[str, float]:
    counted = {word: level / 20 for level, words in TWENTIETHS.items() for word in words.split()}
    synonyms = {word: min(counted.get(word, UNKNOWN), _SYNONYM) for word in concepts()}
    return counted | synonyms | dict.fromkeys(map(stem, _EMPTY.split()), _NOTHING)
