"""Whether a reply's hidden part wants what its commander said: whoever may write can edit Buddy's own comments.

A signature (`marker-key`) makes that impossible; without one the comment itself has to say it again, word for word.
What it does not say is recorded for nobody (P3, P4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from buddy.core.commands import Approve, Command, Decline, Forget, IgnoreRule, Remember, parse
from buddy.core.globs import literal
from buddy.core.learnings.identity import from_comment
from buddy.core.learnings.record import MAX_TEXT, Kind, Learning, Status, Trust
from buddy.core.learnings.record import Source as SaidIn
from buddy.core.respond.entry import Entry
from buddy.core.respond.proposals import Proposal
from buddy.core.respond.replies import ReplyPayload, Result
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Key, Source
from buddy.core.respond.votes import APPROVE, DECLINE
from buddy.core.text.invisible import clean

ID_LENGTHS = (10, 16, 20)
"""Of the ids that a command may give: the usual one, that after a clash, and that of a comment's second learning."""


def vouched(payload: ReplyPayload, said: Mapping[Key, Source], situation: Situation) -> ReplyPayload:
    """The reply with only those entries that its comment, as it stands in `said`, asks for."""
    source = said.get(payload.key)
    if not payload.entries:
        return payload
    commands = {each.n: each for each in parse(source.body, mention=situation.mention).commands} if source else {}
    asked = {each.key: commands.get(each.n) for each in payload.results if source and each.by == source.author}
    kept = [
        entry.as_json()
        for entry in payload.entries
        if source is not None and _asks_for(asked.get(entry.key), entry, source, situation)
    ]
    return payload.model_copy(update={"records": tuple(kept)})


def votes_said(
    payloads: Iterable[ReplyPayload], said: Mapping[Key, Source], proposal: Proposal, *, mention: str
) -> tuple[Result, ...]:
    """The votes by command that stand in the thread of a proposal, as their own authors' comments say them."""
    found: list[Result] = []
    for payload in payloads:
        source = said.get(payload.key)
        votes = [each for each in payload.results if each.proposal is not None]
        if votes and source is not None and source.thread == proposal.payload.thread:
            commands = {each.n: type(each) for each in parse(source.body, mention=mention).commands}
            found += [
                each
                for each in votes
                if each.by == source.author and each.name in _VOTES and commands.get(each.n) is _VOTES[each.name]
            ]
    return tuple(found)


_VOTES: Final = {APPROVE: Approve, DECLINE: Decline}


def _asks_for(command: Command | None, entry: Entry, source: Source, situation: Situation) -> bool:
    if command is None or entry.key not in _ids(command.n, source, situation):
        return False
    match command:
        case Remember():
            return _plain(entry.record) == _plain(_remembered(command, entry, source, situation))
        case IgnoreRule():
            return _hides(command, entry, source, situation)
        case Forget():
            return (entry.record.id, entry.record.status) == (command.id, Status.ARCHIVED)
        case _:
            return False


def _ids(n: int, source: Source, situation: Situation) -> tuple[str, ...]:
    return tuple(from_comment(pr=situation.number, comment=source.key.id, n=n, length=length) for length in ID_LENGTHS)


def _remembered(command: Remember, entry: Entry, source: Source, situation: Situation) -> Learning:
    older = entry.record.supersedes
    return Learning(
        id=entry.key,
        text=clean(command.text).text,
        paths=command.paths or None,
        trust=Trust.APPROVED,
        supersedes=older if older in _ids(command.n, source, situation) else None,
        source=_said_in(command, source, situation, via="remember"),
        created_at=source.at,
    )


def _hides(command: IgnoreRule, entry: Entry, source: Source, situation: Situation) -> bool:
    """Anchors of `--only-this` move with the code; they can only narrow."""
    match = entry.record.match
    if command.rule is not None:
        category, own = command.rule, command.paths
    else:
        name = command.fingerprint
        known = situation.finding(name) if name else situation.threads.get(source.thread or 0)
        if known is None:
            return False
        category, own = known.category, (literal(known.path),)
    paths, words = command.paths or own, clean(command.because or "").text.strip()
    if match is None or match.category != category or (match.fingerprint is not None) != command.only_this:
        return False
    expected = Learning(
        id=entry.key,
        kind=Kind.SUPPRESSION,
        text=(words or f"ignore {category} in {', '.join(paths)}")[:MAX_TEXT],
        paths=paths,
        trust=Trust.APPROVED,
        match=match,
        reason=words or None,
        source=_said_in(command, source, situation, via="ignore-rule"),
        created_at=source.at,
    )
    return _plain(entry.record) == _plain(expected)


def _said_in(command: Command, source: Source, situation: Situation, *, via: str) -> SaidIn:
    return SaidIn(pr=situation.number, comment=source.key.id, n=command.n, by=source.author, via=via)


def _plain(record: Learning) -> Learning:
    """Without the version, what it is about, and when the text around the command was edited."""
    return msgspec.structs.replace(record, v=None, about=None, updated_at=None)
