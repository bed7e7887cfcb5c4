"""How much a learning's words have to do with a change: BM25, made safe for small stores (RET-09).

It orders what applies anyway; it never decides whether something applies, and never whether two texts are the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from buddy.core.learnings.plain_bm25 import bm25_plus
from buddy.core.learnings.record import Learning

MAX_QUERY_WORDS = 64

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
    raw = bm25(corpus, asked)
    low, high = min(raw), max(raw)
    return [(score - low) / (high - low) if high > low else 0.0 for score in raw]


def bm25(corpus: Sequence[Sequence[str]], asked: Sequence[str]) -> list[float]:
    """BM25+ of documents that have at least one word in all: its idf is never negative, unlike Okapi's.

    Rounded, so that nobody sees in which order the sums were made and the order of learnings is the same everywhere
    (P12).
    """
    return [round(score, 9) for score in _raw_scores(corpus, asked)]


def _raw_scores(corpus: Sequence[Sequence[str]], asked: Sequence[str]) -> Sequence[float]:
    try:
        from rank_bm25 import BM25Plus  # brings numpy: 0.1 s that a run without a choice to make does not pay
    except ImportError:  # numpy needs the C++ runtime, which a minimal container lacks
        return bm25_plus(corpus, asked)
    return [float(score) for score in BM25Plus(corpus).get_scores(asked)]
