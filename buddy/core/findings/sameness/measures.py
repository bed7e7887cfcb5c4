"""How alike two texts are, measured in several ways, each from 0 to 1 and the same whichever text comes first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import pairwise
from typing import TypeVar

from buddy.core.findings.sameness import names
from buddy.core.findings.sameness.concepts import concepts
from buddy.core.findings.sameness.wording import Wording

Key = TypeVar("Key")
Weigh = Callable[[str], float]
"""How much a stem, or a concept as `~name`, tells: near 0 for `the`, near 1 for what is met nowhere else."""

_LIGHT = 0.15  # what weighs less carries no meaning of its own
_RARE = 0.5
_REACH = 4  # words further apart do not belong together


def measures(one: Wording, other: Wording, *, weigh: Weigh) -> dict[str, float]:
    """All measures by name; `scorecard` says what each is worth."""
    return {
        **_words(set(one.words), set(other.words), weigh),
        **_meanings(set(one.words), set(other.words), weigh),
        **_neighbours(one, other, weigh),
        **names.measures(one, other),
        **_marks(one, other),
    }


def _words(a: Set[str], b: Set[str], weigh: Weigh) -> dict[str, float]:
    left, right, shared = _mass(a, weigh), _mass(b, weigh), _mass(a & b, weigh)

    def rare(words: Set[str]) -> float:
        return _mass(words, lambda word: max(0.0, weigh(word) - _RARE))

    return {
        "words_jaccard": _ratio(shared, left + right - shared),
        "words_shared": _saturated(shared, 6),
        "words_any": _saturated(shared, 2.5),
        "words_alone": _saturated(min(rare(a - b), rare(b - a)), 1),
        "size_least": math.log1p(min(left, right)) / 4,
        "size_ratio": _ratio(min(left, right), max(left, right)),
    }


def _meanings(a: Set[str], b: Set[str], weigh: Weigh) -> dict[str, float]:
    table = concepts()
    left, right = ({table[word] for word in words if word in table} for words in (a, b))
    covered = _covered(a, b, right, weigh), _covered(b, a, left, weigh)
    return {
        "concepts": _cosine(*({name: weigh(f"~{name}") for name in names} for names in (left, right))),
        "covered_least": min(covered),
        "covered_mean": math.sqrt(covered[0] * covered[1]),
    }


def _covered(words: Set[str], others: Set[str], meant: Set[str], weigh: Weigh) -> float:
    """How much of one text the other says too: by the word, by what it means, or by its beginning."""
    table = concepts()
    starts = {word[:5] for word in others if len(word) >= 5}

    def said(word: str) -> float:
        if word in others:
            return weigh(word)
        near = table.get(word) in meant or (len(word) >= 5 and word[:5] in starts)
        return 0.6 * weigh(word) if near else 0.0

    return _ratio(_mass(words, said), _mass(words, weigh))


def _neighbours(one: Wording, other: Wording, weigh: Weigh) -> dict[str, float]:
    near = _near(one.words, weigh), _near(other.words, weigh)
    shared = math.fsum(min(near[0][pair], near[1][pair]) for pair in near[0].keys() & near[1].keys())
    return {
        "letters": _cosine(_letters(one.normal), _letters(other.normal)),
        "phrases": _cosine(_phrases(one.words, weigh), _phrases(other.words, weigh)),
        "near_cosine": _cosine(*near),
        "near_within": _ratio(shared, min(math.fsum(near[0].values()), math.fsum(near[1].values()))),
    }


def _letters(text: str) -> dict[str, float]:
    """Runs of four letters, which survive misspellings and other endings."""
    counts: dict[str, int] = {}
    for at in range(len(text) - 3):
        run = text[at : at + 4]
        counts[run] = counts.get(run, 0) + 1
    return {run: 1 + math.log(count) for run, count in counts.items()}


def _phrases(words: Sequence[str], weigh: Weigh) -> dict[tuple[str, str], float]:
    content = [word for word in words if weigh(word) > _LIGHT]
    return {pair: math.sqrt(weigh(pair[0]) * weigh(pair[1])) for pair in pairwise(content)}


def _near(words: Sequence[str], weigh: Weigh) -> dict[tuple[str, str], float]:
    """What stands close together in either order, synonyms taken for one another."""
    table = concepts()
    content = [(table.get(word, word), weigh(word)) for word in words if weigh(word) > _LIGHT]
    found: dict[tuple[str, str], float] = {}
    for at, (word, weight) in enumerate(content):
        for neighbour, its_weight in content[at + 1 : at + 1 + _REACH]:
            if word != neighbour:
                pair = (min(word, neighbour), max(word, neighbour))
                found[pair] = max(found.get(pair, 0.0), math.sqrt(weight * its_weight))
    return found


def _marks(one: Wording, other: Wording) -> dict[str, float]:
    kinds = ((one.files, other.files), (one.numbers, other.numbers), (one.selectors, other.selectors))
    return {
        "quoted_shared": float(bool(one.quoted & other.quoted)),
        "quoted_apart": _apart(one.quoted, other.quoted),
        "files_shared": float(bool(one.files & other.files)),
        "lines_shared": float(bool(one.lines & other.lines)),
        "operators_shared": float(bool(one.operators & other.operators)),
        "marks_apart": max(_apart(one.operators, other.operators), *(_apart(a, b) for a, b in kinds)),
    }


def _apart(a: Set[str], b: Set[str]) -> float:
    """1 where both name something and none of it is the same."""
    return float(bool(a) and bool(b) and not a & b)


def _saturated(mass: float, scale: float) -> float:
    return 1 - math.exp(-mass / scale)


def _mass(items: Iterable[str], weigh: Weigh) -> float:
    return math.fsum(map(weigh, items))


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _cosine(a: Mapping[Key, float], b: Mapping[Key, float]) -> float:
    dot = math.fsum(a[key] * b[key] for key in a.keys() & b.keys())
    lengths = math.fsum(value * value for value in a.values()) * math.fsum(value * value for value in b.values())
    return _ratio(dot, math.sqrt(lengths))
