"""Listing: every record of a learnings file, whether it applies, why or why not, and how many files it matches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from buddy.core import secrets
from buddy.core.globs import PathIndex
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.matching import Matching, match
from buddy.core.learnings.record import InertReason, Kind, Learning, Status, Trust
from buddy.core.review.transcript import redacted

_DEFAULTS: Mapping[str, Any] = {"v": 1, "kind": "fact", "scope": "repo", "paths": [], "status": "active"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """One record. `line` is its physical line, from 1; `why` says where it applies, or why it does not.

    `matches` is how many of the repository's files its paths match, all of them where it has none; None where the
    files are not known or were too many to compare.
    """

    record: Learning
    line: int
    applies: bool
    why: str
    matches: int | None = None

    @property
    def is_dead(self) -> bool:
        """Whether it is in force and has paths that match no file."""
        return self.applies and self.matches == 0 and bool(self.record.paths)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """Which records to list; what is empty or None does not narrow.

    `paths` are files: a record is about one when it has a matching glob or no paths at all. All words of `query`
    have to stand in the text, the keywords, the reason, the id, the category or the paths; case does not matter.
    """

    paths: Sequence[str] = ()
    kind: Kind | None = None
    status: Status | None = None
    trust: Trust | None = None
    query: str = ""


def list_learnings(
    document: LearningsDocument, *, wanted: Wanted, now: datetime, files: Collection[str] | None = None
) -> tuple[Listed, ...]:
    """In the order of the file; `now` is aware and decides what has expired; `files` are those of the repository."""
    found = match(document, index=PathIndex(wanted.paths), now=now)
    words = wanted.query.casefold().split()
    matches = _Matches(document, files)
    return tuple(
        _listed(record, document=document, found=found, matches=matches)
        for record in document.records
        if (wanted.kind is None or record.kind is wanted.kind)
        and (wanted.status is None or record.status is wanted.status)
        and (wanted.trust is None or record.trust is wanted.trust)
        and (not words or _has_all(record, words))
        and (not wanted.paths or _concerns(record, document, wanted.paths))
    )


def record_json(document: LearningsDocument, listed: Listed) -> dict[str, Any]:
    """The record as its line has it, unknown keys included, with the defaults of absent keys, `applies`, `why` and
    `matches`.

    A secret in it is not printed (P10).
    """
    return {
        **_DEFAULTS,
        **_printable(document.as_written(listed.record.id)),
        "applies": listed.applies,
        "why": listed.why,
        "matches": listed.matches,
    }


def _printable(written: dict[str, Any]) -> dict[str, Any]:
    """The values without secrets, looked for in all of a record at once: nearly all have none, and there are many."""
    if secrets.find("\n".join(_strings(written))):
        return cast("dict[str, Any]", redacted(written))
    return written


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _strings(item)


class _Matches:
    """How many files each list of globs matches, counted once a list."""

    def __init__(self, document: LearningsDocument, files: Collection[str] | None) -> None:
        self._globs = document.checked.globs
        self._index = None if files is None else PathIndex(files)
        self._known: dict[tuple[str, ...], int | None] = {}

    def of(self, record: Learning) -> int | None:
        index = self._index
        if index is None:
            return None
        if not record.paths:
            return len(index.paths)
        if record.paths not in self._known:
            hits = len(index.hits(self._globs[record.paths]))
            self._known[record.paths] = None if index.exhausted else hits
        return self._known[record.paths]


def _listed(record: Learning, *, document: LearningsDocument, found: Matching, matches: _Matches) -> Listed:
    inert = found.inert.get(record.id)
    by = found.superseded.get(record.id)
    is_out = inert is not None or by is not None
    return Listed(
        record=record,
        line=document.line_of(record.id),
        applies=not is_out,
        why=_why_not(inert, by) if is_out else _where(record),
        matches=matches.of(record),
    )


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
