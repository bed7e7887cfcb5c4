"""Searching the memory: what was found with where the words stand, and whether each record applies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from buddy.app.list_learnings import Listed, Wanted, list_learnings, record_json
from buddy.core.errors import InputError
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.searching import Hit, search


@dataclass(frozen=True, kw_only=True, slots=True)
class Searched:
    """The best ones first, those in force before the others. `total` counts also what the limit cut off."""

    asked: tuple[str, ...]
    hits: tuple[tuple[Listed, Hit], ...]
    total: int
    suggestions: Mapping[str, tuple[str, ...]]


def search_learnings(
    document: LearningsDocument, query: str, *, limit: int, now: datetime, files: Collection[str] | None = None
) -> Searched:
    """Raises InputError for a query without a word; `now` is aware, `files` are those of the repository."""
    found = search(document.records, query)
    if not found.asked:
        raise InputError("the query has no word: write at least one of two letters or more.")
    listed = {one.record.id: one for one in list_learnings(document, wanted=Wanted(), now=now, files=files)}
    pairs = [(listed[hit.record.id], hit) for hit in found.hits]
    pairs.sort(key=lambda pair: not pair[0].applies)
    return Searched(asked=found.asked, hits=tuple(pairs[:limit]), total=len(pairs), suggestions=found.suggestions)


def searched_json(document: LearningsDocument, searched: Searched) -> dict[str, Any]:
    """The whole answer for machines."""
    return {
        "words": list(searched.asked),
        "learnings": [
            {
                **record_json(document, listed),
                "score": round(hit.score, 6),
                "hits": {field: list(words) for field, words in hit.words.items()},
            }
            for listed, hit in searched.hits
        ],
        "total": searched.total,
        "suggestions": {word: list(near) for word, near in searched.suggestions.items()},
    }


def hit_words(hit: Hit) -> str:
    """Which words stand where, for people."""
    return "; ".join(f"{', '.join(words)} in {field}" for field, words in hit.words.items())
