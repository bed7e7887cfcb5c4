"""Suppressions: the records that hide findings, as plain values for the code that matches them.

Matching itself (exact category, a path, the optional fingerprint) belongs to findings; nothing here hides
one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from buddy.core.globs import PathIndex
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.matching import match
from buddy.core.learnings.record import Learning, Match


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


def active_suppressions(document: LearningsDocument, now: datetime) -> tuple[Suppression, ...]:
    """The complete suppressions in force at `now` (aware), in the order of the file.

    One that an active record supersedes is not in force; an incomplete one never is (P4).
    """
    in_force = set(match(document, index=PathIndex(()), now=now).suppressions)
    return tuple(_suppression(record) for record in document.checked.unusual if record.id in in_force)


def _suppression(record: Learning) -> Suppression:
    found = record.match or Match()
    return Suppression(
        id=record.id,
        category=found.category or "",
        paths=record.paths or (),
        fingerprint=found.fingerprint,
        anchors=found.anchors or (),
        text=record.text,
        reason=record.reason or "",
    )
