"""Listing: every record of a learnings file after folding, whether it applies, and why or why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from buddy.core.globs import PathIndex
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.matching import Matching, match
from buddy.core.learnings.record import InertReason, Kind, Learning, Status
from buddy.core.review.transcript import redacted

_DEFAULTS: Mapping[str, Any] = {"v": 1, "kind": "fact", "scope": "repo", "paths": [], "status": "active"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """One record. `line` is its physical line, from 1; `why` says where it applies, or why it does not."""

    record: Learning
    line: int
    applies: bool
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """Which records to list; what is empty or None does not narrow.

    `paths` are files: a record is about one when it has a matching glob or no paths at all. All words of `query`
    have to stand in the text, the keywords, the reason, the id, the category or the paths; case does not matter.
    """

    paths: Sequence[str] = ()
    kind: Kind | None = None
    status: Status | None = None
    query: str = ""


def list_learnings(document: LearningsDocument, *, wanted: Wanted, now: datetime) -> tuple[Listed, ...]:
    """In the order of the file; `now` is aware and decides what has expired."""
    found = match(document, index=PathIndex(wanted.paths), now=now)
    words = wanted.query.casefold().split()
    return tuple(
        _listed(record, document=document, found=found)
        for record in document.records
        if (wanted.kind is None or record.kind is wanted.kind)
        and (wanted.status is None or record.status is wanted.status)
        and (not words or _has_all(record, words))
        and (not wanted.paths or _concerns(record, document, wanted.paths))
    )


def record_json(document: LearningsDocument, listed: Listed) -> dict[str, Any]:
    """The record as its line has it, unknown keys included, with the defaults of absent keys, `applies` and `why`.

    A secret in it is not printed (P10).
    """
    return {
        **_DEFAULTS,
        **redacted(document.as_written(listed.record.id)),
        "applies": listed.applies,
        "why": listed.why,
    }


def _listed(record: Learning, *, document: LearningsDocument, found: Matching) -> Listed:
    inert = found.inert.get(record.id)
    by = found.superseded.get(record.id)
    line = document.line_of(record.id)
    if inert is not None or by is not None:
        return Listed(record=record, line=line, applies=False, why=_why_not(inert, by))
    return Listed(record=record, line=line, applies=True, why=_where(record))


def _why_not(inert: InertReason | None, by: str | None) -> str:
    return inert.sentence if inert is not None else f"superseded by {by}"


def _where(record: Learning) -> str:
    paths = ", ".join(record.paths or ())
    if record.kind is Kind.SUPPRESSION and record.match is not None:
        narrow = f" ({record.match.fingerprint} alone)" if record.match.fingerprint else ""
        return f"hides {record.match.category}{narrow} in {paths}"
    return f"applies to {paths}" if paths else "applies everywhere"


def _concerns(record: Learning, document: LearningsDocument, paths: Sequence[str]) -> bool:
    if not record.paths:
        return True
    globs = document.checked.globs[record.paths]
    return any(globs.matches(path) for path in paths)


def _has_all(record: Learning, words: Sequence[str]) -> bool:
    parts = [record.text, record.id, record.reason or "", *(record.keywords or ()), *(record.paths or ())]
    if record.match is not None:
        parts += [record.match.category or "", record.match.fingerprint or ""]
    text = " ".join(parts).casefold()
    return all(word in text for word in words)
