"""Which line of an old text is which of the new one: unique lines first, then what lies between them.

Lines are compared without blanks, so that a changed indentation or newline style is no difference.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

MOST_CELLS = 250_000
"""Old lines times new lines of the largest stretch without unique lines that is compared line by line."""


def aligned(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Index of an old line to index of the new line it became. Order-preserving, one to one."""
    pairs: dict[int, int] = {}
    stretches = [(0, len(old), 0, len(new))]
    while stretches:
        stretches.extend(_align(old, new, stretches.pop(), pairs))
    return pairs


_Stretch = tuple[int, int, int, int]


def _align(old: Sequence[str], new: Sequence[str], stretch: _Stretch, pairs: dict[int, int]) -> list[_Stretch]:
    """Pairs what is certain in one stretch and returns the stretches between."""
    low, high, start, stop = _trim(old, new, stretch, pairs)
    if low == high or start == stop:
        return []
    anchors = _unique(old, new, (low, high, start, stop))
    if not anchors:
        _compare(old, new, (low, high, start, stop), pairs)
        return []
    pairs.update(anchors)
    bounds = [(low - 1, start - 1), *anchors, (high, stop)]
    return [(left[0] + 1, right[0], left[1] + 1, right[1]) for left, right in pairwise(bounds)]


def _trim(old: Sequence[str], new: Sequence[str], stretch: _Stretch, pairs: dict[int, int]) -> _Stretch:
    low, high, start, stop = stretch
    while low < high and start < stop and old[low] == new[start]:
        pairs[low] = start
        low, start = low + 1, start + 1
    while low < high and start < stop and old[high - 1] == new[stop - 1]:
        high, stop = high - 1, stop - 1
        pairs[high] = stop
    return low, high, start, stop


def _unique(old: Sequence[str], new: Sequence[str], stretch: _Stretch) -> list[tuple[int, int]]:
    """The longest run of lines that occur once on both sides and keep their order."""
    low, high, start, stop = stretch
    there = Counter(new[start:stop])
    here = Counter(old[low:high])
    places = {new[index]: index for index in range(start, stop)}
    once = [
        (index, places[old[index]])
        for index in range(low, high)
        if old[index] and here[old[index]] == 1 and there[old[index]] == 1
    ]
    return _increasing(once)


def _increasing(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    tails: list[int] = []
    tops: list[int] = []
    before = [-1] * len(points)
    for number, (_, value) in enumerate(points):
        rank = bisect_left(tails, value)
        if rank:
            before[number] = tops[rank - 1]
        tails[rank : rank + 1] = [value]
        tops[rank : rank + 1] = [number]
    chain: list[tuple[int, int]] = []
    number = tops[-1] if tops else -1
    while number >= 0:
        chain.append(points[number])
        number = before[number]
    return chain[::-1]


def _compare(old: Sequence[str], new: Sequence[str], stretch: _Stretch, pairs: dict[int, int]) -> None:
    low, high, start, stop = stretch
    if (high - low) * (stop - start) > MOST_CELLS:
        return
    matcher = SequenceMatcher(None, old[low:high], new[start:stop], autojunk=False)
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            pairs[low + block.a + step] = start + block.b + step
