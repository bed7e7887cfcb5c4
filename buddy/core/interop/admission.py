"""From an entry to the record it would be: the same checks as `remember` and `ignore-rule`, nothing exempt (CLI-03)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from buddy.core import secrets
from buddy.core.capture.refusals import RefusalReason
from buddy.core.capture.weakening import weakens_review
from buddy.core.commands.paths import unusable as unusable_globs
from buddy.core.commands.refusal import refusal
from buddy.core.interop.conversion import Entry
from buddy.core.learnings import dates
from buddy.core.learnings.identity import from_content
from buddy.core.learnings.record import MAX_TEXT, Kind, Learning, Match, Scope, Source, Status, Trust
from buddy.core.text.invisible import clean


class Unfit(enum.Enum):
    """Reasons that only an import has; the others are those of `remember`."""

    NO_CATEGORY = "no-category"
    NO_PATHS = "no-paths"
    NO_SOURCE = "no-source"


@dataclass(frozen=True, kw_only=True, slots=True)
class Unacceptable:
    """Why an entry becomes no record. `message` holds nothing of a secret."""

    reason: RefusalReason | Unfit
    message: str


def admit(entry: Entry, *, origin: str, now: str) -> Learning | Unacceptable:
    """The record, or the first reason against it.

    `origin` goes into `source.via`, `now` (ISO 8601) is when it was said where the file does not tell. Invisible
    characters are left out, a date that cannot be read too.
    """
    entry = _visible(entry)
    against = _secret(entry) or (_of_suppression(entry) if _hides(entry) else _of_statement(entry))
    return against or _record(entry, origin=origin, now=now)


def weakens(record: Learning) -> bool:
    """Whether it asks to review less; it can suppress nothing (P7), but somebody should read it twice."""
    return record.kind is not Kind.SUPPRESSION and weakens_review(record.text)


def _hides(entry: Entry) -> bool:
    return entry.kind is Kind.SUPPRESSION or (entry.kind is None and (entry.match or entry.finding) is not None)


def _visible(entry: Entry) -> Entry:
    reason = None if entry.reason is None else clean(entry.reason).text.strip() or None
    return replace(entry, text=clean(entry.text).text.strip(), reason=reason)


def _secret(entry: Entry) -> Unacceptable | None:
    match, verify, about = entry.match, entry.verify, entry.about
    said = [
        entry.text,
        entry.reason,
        *(entry.paths or ()),
        *(entry.keywords or ()),
        match and match.category,
        verify and verify.regex,
        about and about.path,
    ]
    kinds = sorted({hit.kind.value for words in said if words for hit in secrets.find(words)})
    if not kinds:
        return None
    sentence = "It holds what looks like a secret; rotate it, then take it out of the file."
    return Unacceptable(reason=RefusalReason.CONTAINS_SECRET, message=f"{sentence} Found: {', '.join(kinds)}.")


def _of_statement(entry: Entry) -> Unacceptable | None:
    found = refusal(entry.text, paths=entry.paths or ())
    return Unacceptable(reason=found.reason, message=found.message) if found is not None else None


def _of_suppression(entry: Entry) -> Unacceptable | None:
    """Only a complete one hides anything (P4); its words are a reason, so they may be about the moment."""
    match = entry.match or Match()
    if not (match.category or "").strip():
        return Unacceptable(reason=Unfit.NO_CATEGORY, message="It names no rule, so it is not known what it hides.")
    if not entry.paths:
        return Unacceptable(reason=Unfit.NO_PATHS, message="It names no files, and a suppression must not reach all.")
    if match.fingerprint is None and (entry.finding is not None or match.anchors):
        message = (
            "It is about one finding, and its code is not here to tell that one from others; run this where it is."
        )
        return Unacceptable(reason=Unfit.NO_SOURCE, message=message)
    if len(entry.text) > MAX_TEXT:
        return Unacceptable(reason=RefusalReason.TOO_LONG, message=RefusalReason.TOO_LONG.sentence)
    problem = unusable_globs(entry.paths)
    if problem is not None:
        message = f"{RefusalReason.INVALID_GLOB.sentence} Look: {problem}."
        return Unacceptable(reason=RefusalReason.INVALID_GLOB, message=message)
    return None


def _record(entry: Entry, *, origin: str, now: str) -> Learning:
    hides = _hides(entry)
    kind = Kind.SUPPRESSION if hides else entry.kind or Kind.FACT
    scope = entry.scope or Scope.REPO
    text = entry.text or f"ignore {entry.match.category if entry.match else ''} in {', '.join(entry.paths or ())}"
    match = entry.match if hides else None
    own = entry.line is not None  # what a line of Buddy's own does not say stays unsaid
    source = entry.source or Source()
    return Learning(
        id=entry.id or from_content(kind=kind, scope=scope, text=text[:MAX_TEXT], match=match),
        kind=kind,
        scope=scope,
        text=text[:MAX_TEXT],
        paths=entry.paths or None,
        status=entry.status or Status.ACTIVE,
        trust=Trust.STATED,
        match=match,
        reason=entry.reason,
        about=entry.about,
        keywords=entry.keywords or None,
        expires_at=entry.expires_at,
        supersedes=entry.supersedes,
        verify=entry.verify,
        source=Source(pr=source.pr, comment=source.comment, n=source.n, by=source.by, via=source.via or origin),
        created_at=_date(entry.created_at, as_written=own) or (None if own else now),
        updated_at=_date(entry.updated_at, as_written=own),
    )


def _date(text: str | None, *, as_written: bool) -> str | None:
    """Unless it is to stay as written, in the form in which dates of the file are written; None for no date."""
    moment = dates.parse(text)
    if moment is None or text is None:
        return None
    return text if as_written or "T" in text else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def iso(now: datetime) -> str:
    """The moment as dates in the file are written, in UTC and without fractions of a second."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
