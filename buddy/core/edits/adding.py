"""What a person wants to add, and what becomes of it: the gate of `remember`, then its place in the file (6.4, 6.6)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import refusal
from buddy.core.commands.options import Unreadable
from buddy.core.commands.paths import paths as split_paths
from buddy.core.edits.moments import edited_at, written
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.protection import Protection
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.identity import from_content, normal_form
from buddy.core.learnings.inert import applies
from buddy.core.learnings.reconcile import NearCopy, Supersedes, Update, joined_paths
from buddy.core.learnings.record import FaultyLearning, Kind, Learning, Match, Scope, Source, Status, Trust
from buddy.core.record.body import Beside
from buddy.core.record.entries import Company
from buddy.core.record.placing import Shelf
from buddy.core.respond.answer import Unable
from buddy.core.secrets import find
from buddy.core.text.invisible import clean

_ID_LENGTHS = (10, 16, 20)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """What was typed. `paths` are values of `--paths`, `match` is what a suppression hides, `by` a login if known."""

    text: str
    kind: Kind = Kind.FACT
    paths: Sequence[str] = ()
    match: Match | None = None
    reason: str | None = None
    keywords: Sequence[str] = ()
    expires_at: str | None = None
    by: str | None = None


class Outcome(enum.Enum):
    """The closed set of DESIGN 4.4."""

    ADDED = "added"
    UPDATED = "updated"
    REFUSED = "refused"


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """What became of a wish. `content` is the file with it, None where nothing changes.

    `id` is the record that was added or changed, or that says it already; `record` is that record as it will be. `say`
    holds what was done or why not, in words that hold nothing of a secret. `beside` are lines to be read together
    with it, `removed` counts invisible characters that were left out. `stated` is the statement as a record of its own.
    """

    outcome: Outcome
    say: str
    content: bytes | None = None
    id: str | None = None
    reason: RefusalReason | Unable | None = None
    record: Learning | None = None
    beside: Sequence[Beside] = ()
    removed: int = 0
    stated: Learning | None = None

    @property
    def known(self) -> bool:
        """Whether it is remembered already, so that there is nothing to do."""
        return self.reason is RefusalReason.DUPLICATE


def add(wish: Wish, document: LearningsDocument, *, protected: Sequence[str], now: datetime) -> Placed:
    """Decide and place it. `protected` are the globs of categories that nothing hides (P7); raises `EditRefused`."""
    refused, globs = _refused(wish, protected)
    if refused is not None:
        return refused
    ids = [_id(wish, length) for length in _ID_LENGTHS]
    free = next((each for each in ids if document.find(each) is None), None)
    if free is None:
        return _no(Unable.CLASH, "Other learnings in the file have the ids that this one could get.")
    record = _record(wish, free, globs, now=now)
    dormant = _dormant(wish, ids, document, now=now)
    return replace(_placed(record, document, dormant=dormant, now=now), removed=_removed(wish), stated=record)


def _refused(wish: Wish, protected: Sequence[str]) -> tuple[Placed | None, tuple[str, ...]]:
    """The first reason against it, else its globs."""
    match = wish.match
    aside = (wish.reason or "", *wish.keywords, match.category if match and match.category else "")
    if kinds := list(dict.fromkeys(hit.kind.value for part in (wish.text, *aside, *wish.paths) for hit in find(part))):
        say = (
            f"It holds what looks like a secret ({', '.join(kinds)}), so nothing was stored; rotate the secret and "
            "take it out of your shell's history."
        )
        return _no(RefusalReason.CONTAINS_SECRET, say), ()
    if (no := refusal(clean(wish.text).text)) is not None:
        return _no(no.reason, no.message), ()
    try:
        globs = tuple(dict.fromkeys(glob for value in wish.paths for glob in split_paths(value)))
    except Unreadable as problem:
        return _no(RefusalReason.INVALID_GLOB, f"{RefusalReason.INVALID_GLOB.sentence} Look: {problem}."), ()
    if (no := refusal(clean(wish.text).text, paths=globs)) is not None:  # all globs together may be too much
        return _no(no.reason, no.message), ()
    if wish.kind is Kind.SUPPRESSION:
        return _unsafe(match, globs, protected), globs
    return None, globs


def _unsafe(match: Match | None, globs: Sequence[str], protected: Sequence[str]) -> Placed | None:
    assert match is not None  # the command asks for it
    assert match.category is not None
    if not globs:
        return _no(Unable.NEEDS_PATHS, "A suppression needs `--paths`, so that it hides no more than meant.")
    tool, _, rule = match.category.partition("/")
    finding = Finding(category=match.category, tool=tool, rule=rule, path="", severity=Severity.NIT, message="")
    why = Protection(protected).covers(finding)
    return None if why is None else _no(Unable.PROTECTED, f"Findings of `{match.category}` are never hidden: {why}.")


def _record(wish: Wish, record_id: str, globs: tuple[str, ...], *, now: datetime) -> Learning:
    words = tuple(dict.fromkeys(word for each in wish.keywords if (word := clean(each).text.strip())))
    return Learning(
        id=record_id,
        kind=wish.kind,
        text=clean(wish.text).text.strip(),
        paths=globs or None,
        trust=Trust.STATED,
        match=wish.match,
        reason=(clean(wish.reason).text.strip() or None) if wish.reason else None,
        keywords=words or None,
        expires_at=wish.expires_at,
        source=Source(by=wish.by, via="cli"),
        created_at=written(now),
    )


def _id(wish: Wish, length: int) -> str:
    return from_content(
        kind=wish.kind, scope=Scope.REPO, text=clean(wish.text).text, match=wish.match, length=length
    )  # fmt: skip


def _dormant(wish: Wish, ids: Sequence[str], document: LearningsDocument, *, now: datetime) -> Learning | None:
    """The same statement out of force by its status or its date: saying it again is what brings it back."""
    for record in filter(None, map(document.find, ids)):
        same = (record.kind, record.scope, record.match) == (wish.kind, Scope.REPO, wish.match)
        asleep = record.status is not Status.ACTIVE or (record.expires_at and applies(record, now))
        if same and asleep and not isinstance(record, FaultyLearning) and _says(record, wish.text):
            return record
    return None


def _says(record: Learning, text: str) -> bool:
    return normal_form(record.text) == normal_form(clean(text).text)


def _placed(record: Learning, document: LearningsDocument, *, dormant: Learning | None, now: datetime) -> Placed:
    shelf = Shelf(document, now=now)
    match shelf.decision_on(record):
        case Update(id=twin, widens=False):
            return Placed(
                outcome=Outcome.REFUSED,
                reason=RefusalReason.DUPLICATE,
                say=f"{twin} says it already.",
                id=twin,
                record=document.find(twin),
            )
        case Update(id=twin, paths=paths):
            new = _edited(document, twin, now=now, paths=paths)
            return _updated(new, document, say=f"{twin} says the same; it now holds for the new paths too.")
        case NearCopy(id=twin):
            old = document.find(twin)
            assert old is not None  # a decision names a line of the file
            new = _edited(
                document, twin, now=now, paths=joined_paths(old, record), text=record.text, trust=Trust.STATED
            )
            say = f"{twin} nearly said it; it has the new words, and its trust is `stated` again."
            beside = [Beside(how="changes the words of", record=old)]
            return _updated(new, document, say=say, beside=beside)
        case decision:
            others = (decision.id,) if isinstance(decision, Supersedes) else ()
            record = msgspec.structs.replace(record, supersedes=others or None)
            replaced = [old for old in map(document.find, others) if old is not None]
            beside = [Beside(how="replaces", record=old) for old in replaced]
            beside += Company(document, now=now).of(record, without=set(others) | ({dormant.id} if dormant else set()))
    if dormant is not None:
        back = _edited(
            document,
            dormant.id,
            now=now,
            status=Status.ACTIVE,
            **{name: getattr(record, name) for name in _SAID_ANEW},
        )
        say = f"{dormant.id} said it and was out of force; it is in force again."
        return _updated(back, document, say=say, beside=beside)
    content = document.with_line_added(record)
    return Placed(
        outcome=Outcome.ADDED,
        say=f"{record.id} is a new line.",
        content=content,
        id=record.id,
        record=record,
        beside=beside,
    )


_SAID_ANEW = ("text", "paths", "trust", "reason", "keywords", "expires_at", "supersedes", "source")
"""What a record that comes back takes over from the new statement; it stays as old as it is."""


def _edited(document: LearningsDocument, record_id: str, *, now: datetime, **changes: object) -> Learning:
    old = document.find(record_id)
    assert old is not None  # a decision names a line of the file
    return msgspec.structs.replace(old, updated_at=edited_at(old, now), **changes)


def _updated(new: Learning, document: LearningsDocument, *, say: str, beside: Sequence[Beside] = ()) -> Placed:
    content = document.with_line_replaced(new.id, new)
    return Placed(outcome=Outcome.UPDATED, say=say, content=content, id=new.id, record=new, beside=beside)


def _removed(wish: Wish) -> int:
    return sum(clean(part).removed for part in (wish.text, wish.reason or "", *wish.keywords))


def _no(reason: RefusalReason | Unable, say: str) -> Placed:
    return Placed(outcome=Outcome.REFUSED, say=say, reason=reason)
