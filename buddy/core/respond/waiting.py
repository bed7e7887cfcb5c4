"""What is approved and waits for the record verb, with the people who said so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from buddy.core.learnings.document import LearningsDocument
from buddy.core.respond.entry import Entry
from buddy.core.respond.replies import ReplyPayload
from buddy.core.respond.source import Key


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """One entry, the comment it was said in, and who has to have write access for it to be recorded."""

    entry: Entry
    source: Key
    approvers: tuple[str, ...]


def of_replies(payloads: Iterable[ReplyPayload], document: LearningsDocument) -> tuple[Waiting, ...]:
    """The entries of commands; one whose result does not say who gave it is never recorded (P4)."""
    found: list[Waiting] = []
    for payload in payloads:
        by = {result.key: result.by for result in payload.results if result.key is not None and result.by is not None}
        found += [
            Waiting(entry=entry, source=payload.key, approvers=(by[entry.key],))
            for entry in payload.entries
            if entry.final is None and entry.key in by and not entry.stands_in(document)
        ]
    return tuple(found)


def taken_back(before: Iterable[ReplyPayload], after: Iterable[ReplyPayload]) -> frozenset[str]:
    """The keys that were wanted and are not any more: they leave the record branch."""
    now = {entry.key for payload in after for entry in payload.entries}
    return frozenset(
        entry.key for payload in before for entry in payload.entries if entry.final is None and entry.key not in now
    )


def settled_entries(entries: Iterable[Entry], finals: Mapping[str, str]) -> bool:
    """Whether one of these states is news."""
    return any(entry.final is None and entry.key in finals for entry in entries)
