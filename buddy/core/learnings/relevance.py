"""How much a learning's words have to do with a change: BM25, made safe for small stores (RET-09).

It orders what applies anyway; it never decides whether something applies, and never whether two texts are the same.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from buddy.core.learnings.record import Learning

MAX_QUERY_WORDS = 64
K1, B, DELTA = 1.5, 0.75, 1.0

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def words(text: str) -> list[str]:
    """The words of a text, identifiers taken apart (`retryHelper`, `retry_helper`), in lower case, in order."""
    return [word for word in _WORD.findall(_HUMP.sub(" ", text).casefold()) if len(word) > 1]


def scores(records: Sequence[Learning], query: Sequence[str]) -> list[float]:
    """From 0 for the least to 1 for the most relevant of these records; all 0 where words cannot tell them apart.

    `query` is the words of the change, most telling first; repeats and words that no record has cost nothing.
    """
    corpus = [words(f"{record.text} {' '.join(record.keywords or ())}") for record in records]
    known = {word for document in corpus for word in document}
    asked = [word for word in dict.fromkeys(query) if word in known][:MAX_QUERY_WORDS]
    if len(records) < 2 or not asked:
        return [0.0] * len(records)
    raw = bm25_plus(corpus, asked)
    low, high = min(raw), max(raw)
    return [(score - low) / (high - low) if high > low else 0.0 for score in raw]


def bm25_plus(corpus: Sequence[Sequence[str]], asked: Sequence[str]) -> list[float]:
    """The raw score of each document; every word asked for must stand in at least one of them.

    BM25+ (Lv and Zhai, CIKM 2011), since its idf is never negative, unlike Okapi's for a word in half of the documents.
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
