"""Which lines of a large file are worth comparing with a new one: those that share most of its rarer words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from buddy.core.learnings.record import FaultyLearning, Learning, Status

_MOST = 200
"""Lines that a record is compared with; a comparison costs too much for all of a large file (P11)."""
_COMMON = 0.1
"""Share of the lines from which on a word of a large file says nothing about its subject."""
_WORD = re.compile(r"\w+")


class Candidates:
    """The active records of a file by the words of their texts."""

    def __init__(self, records: Iterable[Learning]) -> None:
        self._records: dict[str, Learning] = {}
        self._with_word: defaultdict[str, list[str]] = defaultdict(list)
        for record in records:
            self.add(record)

    def add(self, record: Learning) -> None:
        """One more."""
        if record.status is not Status.ACTIVE or isinstance(record, FaultyLearning):
            return
        self._records[record.id] = record
        for word in words(record.text):
            self._with_word[word].append(record.id)

    def near(self, record: Learning) -> Sequence[Learning]:
        """Those that share most words with it, at most 200, the record itself left out; ties by id."""
        if len(self._records) <= _MOST:
            return [one for one in self._records.values() if one.id != record.id]
        lists = sorted((self._with_word[word] for word in words(record.text) if word in self._with_word), key=len)
        rare = [ids for ids in lists if len(ids) <= _COMMON * len(self._records)] or lists[:1]
        shared = Counter(one for ids in rare for one in ids if one != record.id)
        best = sorted(shared, key=lambda one: (-shared[one], one))[:_MOST]
        return [self._records[one] for one in best]


def words(text: str) -> frozenset[str]:
    """The words of a text, case folded."""
    return frozenset(_WORD.findall(text.casefold()))
