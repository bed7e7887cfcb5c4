"""BM25+ in plain Python, for the places where rank-bm25's numpy cannot be loaded; a property test holds both equal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

K1, B, DELTA = 1.5, 0.75, 1.0


def bm25_plus(corpus: Sequence[Sequence[str]], asked: Sequence[str]) -> list[float]:
    """The raw score of each document; every word asked for must stand in at least one of them.

    Lv and Zhai, "Lower-bounding term frequency normalization", CIKM 2011.
    """
    wanted = dict.fromkeys(asked)
    holders: dict[str, list[tuple[int, int]]] = {word: [] for word in wanted}
    for at, document in enumerate(corpus):
        for word, count in Counter(word for word in document if word in wanted).items():
            holders[word].append((at, count))
    average = sum(map(len, corpus)) / len(corpus)
    weight = {word: math.log((len(corpus) + 1) / len(holders[word])) for word in wanted}
    totals = [DELTA * sum(weight.values())] * len(corpus)
    for word, found in holders.items():
        for at, count in found:
            length = K1 * (1 - B + B * len(corpus[at]) / average)
            totals[at] += weight[word] * count * (K1 + 1) / (length + count)
    return totals
