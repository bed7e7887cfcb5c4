"""Which base branches may bring their own memory and configuration (P1, RET-13)."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence


def is_trusted(base: str, *, default_branch: str, protected: bool, trusted_bases: Sequence[str]) -> bool:
    """`trusted_bases` holds `default`, `protected`, branch names and globs, whose `*` stays within a `/` segment.

    The default branch is always trusted: there is nothing else to fall back on.
    """
    if base == default_branch:
        return True
    return any(_names(pattern, base, protected=protected) for pattern in trusted_bases)


def _names(pattern: str, base: str, *, protected: bool) -> bool:
    if pattern == "default":
        return False
    if pattern == "protected":
        return protected
    return _matches(pattern.split("/"), base.split("/"))


def _matches(pattern: Sequence[str], name: Sequence[str]) -> bool:
    if len(pattern) != len(name):
        return False
    return all(fnmatch.fnmatchcase(part, wanted) for wanted, part in zip(pattern, name, strict=True))
