"""The paths of a change, arranged so that a glob looks only at the files in its literal folder.

That keeps the cost of matching many globs far below globs times files.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property

from buddy.core.globs.glob_set import GlobSet
from buddy.core.globs.pattern import Pattern, Shape

EXACT = 1_000  # specificity of a glob that spells a changed path; deeper than any folder can be

_MAX_WORK = 3_000_000
"""Comparisons of globs with paths in the life of an index, a few seconds: no list of globs hangs a run (P11)."""
_COMPILING = 300  # what building an expression costs, in comparisons


class PathIndex:
    """Paths by folder and by name. Positions are places in `paths`, which are NFC, without repeats, in order."""

    def __init__(self, paths: Iterable[str], *, max_work: int = _MAX_WORK) -> None:
        self.paths: tuple[str, ...] = tuple(dict.fromkeys(unicodedata.normalize("NFC", path) for path in paths))
        self._at = {path: position for position, path in enumerate(self.paths)}
        self._below = _by_folder(self.paths)
        self._work_left = max_work

    @property
    def exhausted(self) -> bool:
        """Whether so many globs had to be compared path by path that the rest is not, and matches nothing."""
        return self._work_left <= 0

    def hits(self, globs: GlobSet) -> Sequence[int]:
        """Positions of the paths that the list matches, ascending."""
        if len(globs.patterns) == 1:
            return self.pattern_hits(globs.patterns[0])
        found: set[int] = set()
        excluded: set[int] = set()
        for pattern in globs.patterns:
            (excluded if pattern.negated else found).update(self.pattern_hits(pattern))
        doubtful = found & excluded
        self._may_compare(len(doubtful) * len(globs.patterns))
        if self.exhausted and any(pattern.negated for pattern in globs.patterns):
            return ()  # an exclusion that was not compared must not let more in (P4)
        return sorted(found.difference(place for place in doubtful if not globs.deciding(self.paths[place])))

    def specificity(self, globs: GlobSet) -> int:
        """How exactly a list that has hits names them: `EXACT`, or the folders that its best matching glob spells."""
        positive = [pattern for pattern in globs.patterns if not pattern.negated]
        matching = positive if len(positive) == 1 else [one for one in positive if self.pattern_hits(one)]
        return max(map(self._rank, matching), default=0)

    def pattern_hits(self, pattern: Pattern) -> Sequence[int]:
        """Positions of the paths that one pattern matches by itself, ascending."""
        shape = pattern.shape
        if shape is Shape.EVERYTHING:
            return range(len(self.paths))
        if shape is Shape.NAMED:
            return self._by_name.get(pattern.tail, ())
        below: Sequence[int] = self._below.get(pattern.folder, ())
        if shape is Shape.BELOW or shape is Shape.FOLDER:
            return below
        if shape is Shape.AT:
            return sorted([*below, *self._exactly(pattern.folder)])
        if below and shape is Shape.ENDING_BELOW and "." in pattern.tail:
            below = self._ending(pattern.tail, below)
        if not below or not self._may_compare(len(below) + (_COMPILING if shape is Shape.EXPRESSION else 0)):
            return ()
        level, paths = pattern.level, self.paths
        return [position for position in below if level(paths[position])]

    def _rank(self, pattern: Pattern) -> int:
        if pattern.shape in (Shape.AT, Shape.NAMED) and (pattern.folder or pattern.tail) in self._at:
            return EXACT
        return pattern.depth

    def _ending(self, tail: str, below: Sequence[int]) -> Sequence[int]:
        """The shorter of two lists that both hold every path below a folder with a name that ends in `tail`."""
        ending = self._by_ending.get(tail[tail.rindex(".") :], ())
        return ending if len(ending) < len(below) else below

    def _may_compare(self, comparisons: int) -> bool:
        self._work_left -= comparisons
        return self._work_left > 0

    def _exactly(self, path: str) -> Iterable[int]:
        return (self._at[path],) if path in self._at else ()

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        """Positions by each name that occurs in a path, of the file or of a folder."""
        found: dict[str, list[int]] = {}
        for position, path in enumerate(self.paths):
            for name in dict.fromkeys(path.split("/")):
                found.setdefault(name, []).append(position)
        return found

    @cached_property
    def _by_ending(self) -> dict[str, list[int]]:
        """Positions by what follows the last dot of each name in a path, dot included."""
        found: dict[str, list[int]] = {}
        for name, positions in self._by_name.items():
            if "." in name:
                found.setdefault(name[name.rindex(".") :], []).extend(positions)
        return {ending: sorted(set(positions)) for ending, positions in found.items()}


def _by_folder(paths: Sequence[str]) -> dict[str, list[int]]:
    """Positions by every folder above a path; the root, named by nothing, holds all."""
    found: dict[str, list[int]] = {"": list(range(len(paths)))}
    for position, path in enumerate(paths):
        end = path.find("/")
        while end >= 0:
            found.setdefault(path[:end], []).append(position)
            end = path.find("/", end + 1)
    return found
