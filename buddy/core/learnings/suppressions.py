"""Suppressions: the records that hide findings, as plain values for the code that matches them.

Matching itself (exact category, a path, the optional fingerprint) belongs to findings; nothing here hides
one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Suppression:
    """One suppression in force.

    `paths` are the raw globs of the record, at least one, to be compiled with `buddy.core.globs.GlobSet`.
    `fingerprint` narrows it to one finding (None: every finding of the category below the paths) and
    `anchors` are that finding's short context hashes, in the order in which they were written. `reason` is
    the `because …` of the command, empty where none was given.
    """

    id: str
    category: str
    paths: tuple[str, ...]
    fingerprint: str | None = None
    anchors: tuple[str, ...] = ()
    text: str = ""
    reason: str = ""
