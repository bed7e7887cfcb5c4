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


class PathIndex:
    """Paths by folder and by name. Positions are places in `paths`, which are NFC, without repeats, in order."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths: tuple[str, ...] = tuple(dict.fromkeys(unicodedata.normalize("NFC", path) for path in paths))
        self._at = {path: position for position, path in enumerate(self.paths)}
        self._below = _by_folder(self.paths)

    def hits(self, globs: GlobSet) -> Sequence[int]:
        """Positions of the paths that the list matches, ascending."""
        if len(globs.patterns) == 1:
            return self.pattern_hits(globs.patterns[0])
        positive = [self.pattern_hits(pattern) for pattern in globs.patterns if not pattern.negated]
        found = sorted(set().union(*positive))
        if not globs.negates:
            return found
        return [position for position in found if globs.deciding(self.paths[position])]

    def specificity(self, globs: GlobSet) -> int:
        """How exactly a list that has hits names them: `EXACT`, or the folders that its best matching glob spells."""
        best = 0
        for pattern in globs.patterns:
            rank = EXACT if pattern.shape is Shape.AT and pattern.folder in self._at else pattern.depth
            if rank > best and not pattern.negated and self.pattern_hits(pattern):
                best = rank
        return best

    def pattern_hits(self, pattern: Pattern) -> Sequence[int]:
        """Positions of the paths that one pattern matches by itself, ascending."""
        if pattern.shape is Shape.EVERYTHING:
            return range(len(self.paths))
        if pattern.shape is Shape.NAMED:
            return self._by_name.get(pattern.tail, ())
        below = self._below.get(pattern.folder, ())
        if pattern.shape is Shape.BELOW or pattern.shape is Shape.FOLDER:
            return below
        if pattern.shape is Shape.AT:
            return sorted([*below, *self._exactly(pattern.folder)])
        return [position for position in below if pattern.level(self.paths[position])]

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


def _by_folder(paths: Sequence[str]) -> dict[str, list[int]]:
    """Positions by every folder above a path; the root, named by nothing, holds all."""
    found: dict[str, list[int]] = {"": list(range(len(paths)))}
    for position, path in enumerate(paths):
        end = path.find("/")
        while end >= 0:
            found.setdefault(path[:end], []).append(position)
            end = path.find("/", end + 1)
    return found
