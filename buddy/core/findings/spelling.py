"""Paths as git spells them: tools on macOS write names with decomposed accents, git keeps the bytes it was given."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


class KnownPaths:
    """The paths that git has, found by their composed form."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._exact = frozenset(paths)
        self._composed = {unicodedata.normalize("NFC", path): path for path in sorted(self._exact)}

    def spelling(self, path: str) -> str | None:
        """The path as git has it, None where there is no such file."""
        return path if path in self._exact else self._composed.get(unicodedata.normalize("NFC", path))
