"""Searching the records by words: ranked, with which words were found where, and what was meant where none was.

A word is found in a text that has it, a longer form of it (`suppress`, `suppression`) or its singular (`tokens`,
`token`); identifiers are taken apart on both sides.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.learnings import relevance
from buddy.core.learnings.record import Learning

FIELDS = ("text", "keywords", "paths", "reason", "id", "category")
MAX_WORDS = 32
"""Words of a query that count; nobody types more (P11)."""

_WEIGHTS = {"keywords": 3}  # how often a word of a field counts, for ranking; once in the others
_SHORTEST = 3  # letters of a word that may be found as a part of another
_ENDING = 2  # letters that the singular may lack
_SUGGESTED = 3
_CLOSE = 0.7


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A record that has at least one of the words. `words` are those found, as asked, by field in the order of FIELDS.

    `score` is BM25 over the records found, greater for a better match; it says nothing across searches.
    """

    record: Learning
    score: float
    words: Mapping[str, tuple[str, ...]]

    @property
    def found(self) -> frozenset[str]:
        """The words that the record has, wherever."""
        return frozenset(word for words in self.words.values() for word in words)


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What a search found, the best first. `asked` are the words of the query as they were compared.

    `suggestions` has up to three known words for each word that no record has and that resembles one.
    """

    asked: tuple[str, ...]
    hits: tuple[Hit, ...]
    suggestions: Mapping[str, tuple[str, ...]]


def search(records: Sequence[Learning], query: str) -> Found:
    """Records with more of the words come first, then those with the better score; ties by id (P12)."""
    asked = tuple(dict.fromkeys(relevance.words(query)))[:MAX_WORDS]
    fields = [_fields(record) for record in records]
    known = {word for each in fields for words in each.values() for word in words}
    forms = {word: {form for form in known if _is_form(form, word)} for word in asked}
    wanted = {form for found in forms.values() for form in found}
    matching = [at for at, each in enumerate(fields) if any(not wanted.isdisjoint(words) for words in each.values())]
    asked_by_form = {form: [word for word in asked if form in forms[word]] for form in wanted}
    corpus = [_weighted(fields[at], asked_by_form) for at in matching]
    scores = relevance.bm25(corpus, asked) if corpus else ()
    hits = [
        Hit(record=records[at], score=score, words=_where(fields[at], asked_by_form))
        for at, score in zip(matching, scores, strict=True)
    ]
    return Found(
        asked=asked,
        hits=tuple(sorted(hits, key=lambda hit: (-len(hit.found), -hit.score, hit.record.id))),
        suggestions={word: near for word in asked if not forms[word] and (near := _nearest(word, known))},
    )


def _fields(record: Learning) -> dict[str, list[str]]:
    category = record.match.category if record.match is not None else None
    written = (
        record.text,
        " ".join(record.keywords or ()),
        " ".join(record.paths or ()),
        record.reason,
        record.id,
        category,
    )
    return {field: relevance.words(text) for field, text in zip(FIELDS, written, strict=True) if text}


def _is_form(form: str, word: str) -> bool:
    """Whether somebody who asks for the word means this one too."""
    if form == word:
        return True
    if not word.isascii():
        return word in form  # scripts that set no blanks between words
    if len(word) >= _SHORTEST and form.startswith(word):
        return True
    return len(form) >= _SHORTEST and word.startswith(form) and 0 < len(word) - len(form) <= _ENDING


def _weighted(fields: Mapping[str, Sequence[str]], asked_by_form: Mapping[str, Sequence[str]]) -> list[str]:
    """All words of a record for ranking, each form that was asked for as the words that ask for it."""
    return [
        counted
        for field, words in fields.items()
        for word in words
        for counted in asked_by_form.get(word, (word,))
        for _ in range(_WEIGHTS.get(field, 1))
    ]


def _where(
    fields: Mapping[str, Sequence[str]], asked_by_form: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    found = {
        field: tuple(dict.fromkeys(asked for word in words for asked in asked_by_form.get(word, ())))
        for field, words in fields.items()
    }
    return {field: words for field, words in found.items() if words}


def _nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    alike = [one for one in known if abs(len(one) - len(word)) <= _ENDING and not one.isdigit()]
    return tuple(difflib.get_close_matches(word, sorted(alike), n=_SUGGESTED, cutoff=_CLOSE))
