"""Expressions of pathspec, for the globs that cannot make it backtrack: at most one star a segment and one `**`.

The others have expressions of our own (see `segment`): within the limits of the dialect pathspec may need hours for
them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from buddy.core.globs import segment

_FOLDER_MARK = "ps_d"
"""The group in pathspec's expressions that has matched when a folder above the file was meant."""


@lru_cache(maxsize=4096)
def is_tame(body: str) -> bool:
    """Whether pathspec answers for this glob (without `!`) in time that grows with the path alone."""
    segments = body.split("/")
    return segments.count("**") <= 1 and all(one == "**" or segment.stars(one) <= 1 for one in segments)


def decides(body: str, path: str) -> bool | None:
    """True where a tame glob names the file itself, False where it names a folder above it, None for no match."""
    found = _expression(body).search(path)
    if found is None:
        return None
    return found.groupdict().get(_FOLDER_MARK) is None


@lru_cache(maxsize=4096)
def _expression(body: str) -> re.Pattern[str]:
    expression = GitIgnoreSpecPattern(body).regex
    assert expression is not None  # only blank lines and comments have none, and neither is a glob here
    return expression
