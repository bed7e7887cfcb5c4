"""Files renamed between two pushes: the list of changed files compares with the base and does not tell of them.

A file that the pull request itself adds, and later renames and edits, is told by how much of its text is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from buddy.core.findings.fingerprint_source import readable, split, squeeze
from buddy.core.review.known import Known

ALIKE = 0.5
"""The share of common lines from which git calls two files a rename."""

MOST = 50
"""Vanished files that are looked for; their old texts cost a request each (P11)."""


def vanished(known: Iterable[Known], *, names: Collection[str], open_categories: Collection[str]) -> tuple[Known, ...]:
    """The known findings of files with none of these names, where one of their rule is not recognised yet."""
    found = [
        item
        for item in known
        if item.path not in names
        and item.category in open_categories
        and item.line is not None
        and item.blob is not None
    ]
    paths = sorted({item.path for item in found})[:MOST]
    return tuple(item for item in found if item.path in paths)


def moves(old: Mapping[str, str | None], new: Mapping[str, str | None]) -> dict[str, str]:
    """Old path to new path, one to one, the most alike first; ties by path."""
    before, after = _lines(old), _lines(new)
    scores = sorted(
        (-score, was, now)
        for was, one in before.items()
        for now, other in after.items()
        if (score := _alike(one, other)) >= ALIKE
    )
    found: dict[str, str] = {}
    for _, was, now in scores:
        if was not in found and now not in found.values():
            found[was] = now
    return found


def _lines(texts: Mapping[str, str | None]) -> dict[str, Counter[str]]:
    counted = {path: Counter(filter(None, map(squeeze, split(readable(text) or "")))) for path, text in texts.items()}
    return {path: lines for path, lines in counted.items() if lines}


def _alike(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / (one.total() + other.total())
