"""What replies and proposals amount to, as the ledger's events and as rows for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from buddy.core.learnings.document import LearningsDocument
from buddy.core.memory.ledger import Act, Event, Standing, fold, union
from buddy.core.respond.entry import Entry
from buddy.core.respond.proposals import ProposalPayload, ProposalState
from buddy.core.respond.replies import ReplyPayload, Result
from buddy.core.review.learned import Learned, Lesson, section

_DECLINED = ("declined", "dropped")
_SHOWN = ("approved", "recorded", "proposed", "declined")
"""In this order; what was withdrawn is left out."""

_WORDS = {
    ProposalState.PENDING: "proposed",
    ProposalState.APPROVED: "approved",
    ProposalState.DECLINED: "declined",
    ProposalState.WITHDRAWN: "withdrawn",
    ProposalState.EXPIRED: "expired",
}
_ACTS = {
    ProposalState.APPROVED: Act.APPROVED,
    ProposalState.DECLINED: Act.DECLINED,
    ProposalState.WITHDRAWN: Act.WITHDRAWN,
    ProposalState.EXPIRED: Act.WITHDRAWN,
}


def lessons(
    replies: Sequence[ReplyPayload],
    proposals: Sequence[ProposalPayload],
    *,
    document: LearningsDocument,
    before: Iterable[Event],
    paused: bool,
    deferred: int,
    now: datetime,
) -> Learned:
    """`before` are the events that the memory holds; what was declined there and stands again now is reopened."""
    events = [*_of_replies(replies, document), *_of_proposals(proposals, document)]
    events += _reopened(union(before, events), proposals, now=f"{now:%Y-%m-%dT%H:%M:%SZ}")
    rows = [
        *(_lesson(entry, "approved", document) for each in replies for entry in each.entries),
        *(_lesson(entry, _WORDS[each.state], document) for each in proposals for entry in each.entries),
    ]
    undecided = [each.at for each in proposals if each.state is ProposalState.PENDING and _waits(each, document)]
    return Learned(
        events=union(events),
        paused=paused,
        declined=frozenset(name for each in replies for result in each.results for name in result.declines or ()),
        section=section(
            [row for word in _SHOWN for row in rows if row.state == word],
            undecided=undecided,
            expired=sum(each.state is ProposalState.EXPIRED and _waits(each, document) for each in proposals),
            deferred=deferred,
            now=now,
        ),
    )


def _lesson(entry: Entry, state: str, document: LearningsDocument) -> Lesson:
    if entry.final in _DECLINED:
        state = "declined"
    elif entry.final is not None or entry.stands_in(document):
        state = "recorded"
    return Lesson(id=entry.record.id, state=state, text=entry.record.text)


def _of_replies(replies: Iterable[ReplyPayload], document: LearningsDocument) -> Iterator[Event]:
    for payload in replies:
        entries = {entry.key: entry for entry in payload.entries}
        for result in payload.results:
            if result.key is not None:
                yield _event(Act.PROPOSED, result.key, at=result.at, by=result.by)
                yield from _of_result(result, entries.get(result.key), document)


def _of_result(result: Result, entry: Entry | None, document: LearningsDocument) -> Iterator[Event]:
    assert result.key is not None
    if entry is None:
        yield _event(Act.WITHDRAWN, result.key, at=result.at, by=result.by)
        return
    yield _event(Act.APPROVED, result.key, at=result.at, by=result.by)
    yield from _of_entry(entry, document, at=result.at)


def _of_proposals(proposals: Iterable[ProposalPayload], document: LearningsDocument) -> Iterator[Event]:
    for payload in proposals:
        act = _ACTS.get(payload.state)
        for entry in payload.entries:
            yield _event(Act.PROPOSED, entry.key, at=payload.at, by=payload.by)
            if act is not None:
                by = ", ".join(payload.voters) or None
                yield _event(act, entry.key, at=payload.decided or payload.at, by=by)
            yield from _of_entry(entry, document, at=payload.decided or payload.at)


def _of_entry(entry: Entry, document: LearningsDocument, *, at: str | None) -> Iterator[Event]:
    if entry.final in _DECLINED:
        yield _event(Act.DECLINED, entry.key, at=at, by=None)
    elif entry.final is not None or entry.stands_in(document):
        yield _event(Act.RECORDED, entry.key, at=at, by=None)


def _reopened(events: Iterable[Event], proposals: Iterable[ProposalPayload], *, now: str) -> list[Event]:
    """A no that was taken back: the proposal waits again, or is approved after all."""
    standings = fold(events)
    found = []
    for payload in proposals:
        for entry in payload.entries:
            before = standings.get(entry.key)
            stands = payload.state in (ProposalState.PENDING, ProposalState.APPROVED) and entry.final is None
            if stands and before is not None and before.standing in (Standing.DECLINED, Standing.WITHDRAWN):
                found.append(Event(key=f"reopened:{before.key}", event=Act.REOPENED, ids=(entry.key,), at=now))
                if payload.state is ProposalState.APPROVED:  # by a vote that may be older than the no
                    found.append(_event(Act.APPROVED, entry.key, at=now, by=", ".join(payload.voters) or None))
    return found


def _event(act: Act, name: str, *, at: str | None, by: str | None) -> Event:
    return Event(key=f"{act.value}:{name}:{at or ''}", event=act, ids=(name,), at=at or "", by=by)


def _waits(payload: ProposalPayload, document: LearningsDocument) -> bool:
    return any(entry.final is None and not entry.stands_in(document) for entry in payload.entries)
