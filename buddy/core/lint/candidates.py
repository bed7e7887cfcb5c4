"""Which pairs of statements may be related at all, found without looking at every pair.

Each way in which `learnings.relation.compare_texts` can give anything but `DIFFERENT` leaves something that both
texts share exactly (their matter, their words but for a number, …) or a rare word among the few rarest of both. Texts
are put on shelves by these, and only those on one shelf are compared. A property holds this against all pairs.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.learnings.identity import normal_form
from buddy.core.learnings.new_value import MEASURES, links
from buddy.core.learnings.relation import FLIPPED, NEAR, sides
from buddy.core.learnings.wording import Token, Wording, is_small, take_apart

_OPPOSED = 2 / 3
"""The least share of their matter that a statement and its opposite have in common, of both together."""
_LONGEST_SLOT = 12
"""Words of a value that may be exchanged; a longer row of such words goes on a shelf as a whole."""

Shelves = dict[Hashable, list[int]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Vocabulary:
    """All words of a memory: which may be a value, a number or a part of a value, and how rare each is (0 rarest)."""

    values: frozenset[str]
    numbers: frozenset[str]
    slots: frozenset[str]
    small: frozenset[str]
    linking: frozenset[str]
    rarity: Mapping[str, int]


def candidates(texts: Sequence[str]) -> Iterator[tuple[int, int] | None]:
    """Pairs of places in `texts`, the smaller first, in no useful order and some more than once.

    None stands for a pair that was looked at and is no candidate: whoever bounds the work counts it too (P11).
    """
    wordings = [take_apart(text) for text in texts]
    vocabulary = _vocabulary(wordings)
    yield from _together(_by_matter(wordings))
    yield from _together(_by_other_number(wordings, vocabulary))
    yield from _together(_by_other_value(wordings, vocabulary))
    yield from _long_values(wordings, vocabulary)
    yield from _together(_flipped(texts))
    yield from _opposed(wordings)
    yield from _near(wordings, vocabulary)
    yield from _renewed(wordings)
    yield from _weighed(texts, wordings)


def _vocabulary(wordings: Sequence[Wording]) -> Vocabulary:
    counts = Counter(token for wording in wordings for token in wording.tokens)
    words = {token.text for token in counts}
    values = {token.text for token in counts if token.value}
    numbers = {token.text for token in counts if token.number}
    measures = {word for word in words if MEASURES.fullmatch(word)}
    small = {word for word in words if is_small(Token(text=word))}
    return Vocabulary(
        values=frozenset(values),
        numbers=frozenset(numbers | measures),
        slots=frozenset(values | measures | small),
        small=frozenset(small),
        linking=frozenset(word for word in words if links(Token(text=word))),
        rarity=_rarity(token.text for token in counts.elements()),
    )


def _rarity(words: Iterable[str]) -> Mapping[str, int]:
    counts = Counter(words)
    return {word: rank for rank, word in enumerate(sorted(counts, key=lambda word: (counts[word], word)))}


def _rarest(words: Iterable[str], share: float, rarity: Mapping[str, int]) -> Sequence[int]:
    """So many of the words, by rank, that another list with this share of them in common has one of these too."""
    ranks = sorted(rarity[word] for word in words)
    return ranks[: len(ranks) - math.ceil(share * len(ranks) - 1e-9) + 1]


def _together(shelves: Shelves) -> Iterator[tuple[int, int]]:
    for shelf in shelves.values():
        for at, one in enumerate(shelf):
            for other in shelf[at + 1 :]:
                if one != other:
                    yield (one, other) if one < other else (other, one)


def _by_matter(wordings: Sequence[Wording]) -> Shelves:
    """The same matter in another order or with other small words."""
    shelves: Shelves = {}
    for place, wording in enumerate(wordings):
        shelves.setdefault(wording.subject_matter, []).append(place)
    return shelves


def _by_other_number(wordings: Sequence[Wording], vocabulary: Vocabulary) -> Shelves:
    """The same words but for numbers and their measures, at any number of places."""
    shelves: Shelves = {}
    for place, wording in enumerate(wordings):
        words = [token.text for token in wording.tokens]
        rest = tuple(word for word in words if word not in vocabulary.numbers)
        if len(rest) < len(words):
            shelves.setdefault((words[0], rest), []).append(place)
    return shelves


def _by_other_value(wordings: Sequence[Wording], vocabulary: Vocabulary) -> Shelves:
    """The same words but for one value; what stands before it has a subject, and a verb or "we"."""
    shelves: Shelves = {}
    for place, wording in enumerate(wordings):
        words = [token.text for token in wording.tokens]
        if vocabulary.values.isdisjoint(words):
            continue
        for key in set(_without_a_value(words, vocabulary)):
            shelves.setdefault(key, []).append(place)
    return shelves


def _without_a_value(words: Sequence[str], vocabulary: Vocabulary) -> Iterator[Hashable]:
    """What stands around each row of words that may be the value, the row bounded in length."""
    before, behind = _hashes(words), _hashes(words[::-1])
    for start in range(_first_slot(words, vocabulary), len(words)):
        valued = False
        for end in range(start + 1, min(len(words), start + _LONGEST_SLOT) + 1):
            if words[end - 1] not in vocabulary.slots:
                break
            valued = valued or words[end - 1] in vocabulary.values
            if valued:
                yield before[start], behind[len(words) - end]


def _long_values(wordings: Sequence[Wording], vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    """The same but for rows of words that may be a value, one of them too long to try every part of it."""
    rows = [[token.text for token in wording.tokens] for wording in wordings]
    if not any(_has_long_row(words, vocabulary.slots) for words in rows):
        return
    shelves: dict[Hashable, tuple[list[int], list[int]]] = {}
    for place, words in enumerate(rows):
        before, behind = _hashes(words), _hashes(words[::-1])
        for start, end in _rows(words, vocabulary.slots):
            key = before[start], behind[len(words) - end]
            shelves.setdefault(key, ([], []))[end - start > _LONGEST_SLOT].append(place)
    for short, long in shelves.values():
        for at, one in enumerate(long):
            for other in (*short, *long[at + 1 :]):
                if one != other:
                    yield min(one, other), max(one, other)


def _has_long_row(words: Sequence[str], slots: frozenset[str]) -> bool:
    return len(words) > _LONGEST_SLOT and b"\1" * (_LONGEST_SLOT + 1) in bytes([word in slots for word in words])


def _rows(words: Sequence[str], slots: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where each longest row of such words begins and ends."""
    start = 0
    for at, word in enumerate([*words, ""]):
        if at == len(words) or word not in slots:
            if at > start:
                yield start, at
            start = at + 1


def _hashes(words: Sequence[str]) -> list[int]:
    """One number for the words before each place."""
    found = [0]
    for word in words:
        found.append(hash((found[-1], word)))
    return found


def _first_slot(words: Sequence[str], vocabulary: Vocabulary) -> int:
    """The first place where an exchanged value may begin."""
    subject = linked = False
    for at, word in enumerate(words):
        if (subject and linked) or (at >= 2 and words[0] == "we"):
            return at
        subject = subject or word in vocabulary.values or word not in vocabulary.small
        linked = linked or word in vocabulary.linking
    return len(words)


def _flipped(texts: Sequence[str]) -> Shelves:
    """The same sentence with one word for its opposite."""
    shelves: Shelves = {}
    for place, text in enumerate(texts):
        plain = normal_form(text)
        for a, b in FLIPPED:
            if a in plain or b in plain:
                shelves.setdefault((a, re.sub(rf"\b{a}\b", b, plain)), []).append(place)
    return shelves


def _opposed(wordings: Sequence[Wording]) -> Iterator[tuple[int, int] | None]:
    """One says do, the other do not: equal values, and one of the rarest words of both."""
    if len({wording.negative for wording in wordings}) < 2:
        return
    rarity = _rarity(word for wording in wordings for word in wording.subject_matter)
    shelves: dict[Hashable, tuple[list[int], list[int]]] = {}
    for place, wording in enumerate(wordings):
        for word in _rarest(wording.subject_matter, _OPPOSED, rarity):
            shelves.setdefault((wording.values, word), ([], []))[wording.negative].append(place)
    for positive, negative in shelves.values():
        for one in positive:
            for other in negative:
                a, b = wordings[one].subject_matter, wordings[other].subject_matter
                shared = len(a & b)
                alike = shared >= _OPPOSED * (len(a) + len(b) - shared) - 1e-9
                yield (min(one, other), max(one, other)) if alike else None


def _near(wordings: Sequence[Wording], vocabulary: Vocabulary) -> Iterator[tuple[int, int] | None]:
    """Equal values, polarity and conditions, one's matter within the other's, and one of the rarest words of both."""
    shelves: Shelves = {}
    for place, wording in enumerate(wordings):
        words = [token.text for token in wording.tokens]
        alike = (wording.negative, wording.permission, wording.conditions)
        for word in set(_rarest(words, NEAR, vocabulary.rarity)):
            shelves.setdefault((alike, wording.values, word), []).append(place)
        shelves.setdefault((alike, tuple(sorted(words))), []).append(place)
    for one, other in _together(shelves):
        a, b = wordings[one], wordings[other]
        shortest, longest = sorted((len(a.tokens), len(b.tokens)))
        within = a.subject_matter <= b.subject_matter or b.subject_matter <= a.subject_matter
        yield (one, other) if shortest >= NEAR * longest and within else None


def _renewed(wordings: Sequence[Wording]) -> Iterator[tuple[int, int]]:
    """The same beginning, and a word such as "now" in one of them."""
    shelves: Shelves = {}
    for place, wording in enumerate(wordings):
        if (start := _start(wording)) is not None:
            shelves.setdefault(start, []).append(place)
    for shelf in shelves.values():
        for one in (place for place in shelf if wordings[place].renewed):
            for other in shelf:
                if one != other:
                    yield min(one, other), max(one, other)


def _start(wording: Wording) -> tuple[str, ...] | None:
    """The shortest beginning that makes two of them the same in `new_value.same_start`."""
    content = 0
    for at, token in enumerate(wording.tokens, start=1):
        content += not is_small(token)
        if at >= 3 and content >= 2:
            return tuple(one.text for one in wording.tokens[:at])
    return None


def _weighed(texts: Sequence[str], wordings: Sequence[Wording]) -> Iterator[tuple[int, int] | None]:
    """ "X over Y" and a statement about Y that has no word of its own."""
    cuts = {place: cut for place, text in enumerate(texts) if (cut := sides(text)) is not None}
    counts: Counter[str] = Counter(word for chosen, rejected in cuts.values() for word in chosen | rejected)
    shelves: dict[str, list[int]] = {}
    for place, (chosen, rejected) in cuts.items():
        for word in chosen | rejected:
            shelves.setdefault(word, []).append(place)
    for place, wording in enumerate(wordings):
        matter = wording.subject_matter
        if not matter or not all(word in counts for word in matter):
            continue
        for other in shelves[min(matter, key=lambda word: (counts[word], word))]:
            chosen, rejected = cuts[other]
            weighed = other != place and matter <= chosen | rejected and matter & rejected
            yield (min(place, other), max(place, other)) if weighed else None
