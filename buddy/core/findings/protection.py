"""Which findings no suppression may hide (P7)."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache

from buddy.core.findings.finding import Finding

ALWAYS = ("buddy/*",)
"""Buddy's own integrity findings: protected whatever the configuration says."""


class Protection:
    """The protected categories, as globs in which `*` spans everything, compared without case."""

    def __init__(self, globs: Iterable[str]) -> None:
        self._globs = tuple(glob.strip().lower() for glob in (*globs, *ALWAYS))
        self._match = cache(self._first)

    def covers(self, finding: Finding) -> str | None:
        """Why the finding is protected, None if it is not. A finding without a rule counts as `tool/`."""
        if finding.secret:
            return "its rule is tagged `secret`"
        glob = self._match(f"{finding.tool}/{finding.rule}".lower()) or self._match(finding.category.lower())
        return None if glob is None else f"`{glob}` is protected"

    def covers_category(self, category: str) -> str | None:
        """The same for a category by itself, whatever the rule of a finding is tagged with."""
        glob = self._match(category.strip().lower())
        return None if glob is None else f"`{glob}` is protected"

    def _first(self, category: str) -> str | None:
        return next((glob for glob in self._globs if fnmatchcase(category, glob)), None)
