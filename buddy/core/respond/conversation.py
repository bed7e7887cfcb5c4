"""What still has to be answered: worked out from comments and replies, whatever event there was (P6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from buddy.core.commands import Ask, Command, Parsed, Problem
from buddy.core.learnings.document import LearningsDocument
from buddy.core.respond.entry import Entry
from buddy.core.respond.questions import Questions
from buddy.core.respond.replies import Reply, ReplyPayload, Result
from buddy.core.respond.source import Key, Source

PAUSE, RESUME = "pause", "resume"


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """A comment whose commands no reply answers as they are now; `reply` answered an earlier wording."""

    source: Source
    asked: tuple[Command | Problem, ...]
    reply: Reply | None

    @property
    def uncalled(self) -> bool:
        """Whether nobody has to be told anything: a question that was put without a command, and not answered yet."""
        return self.reply is None and any(isinstance(each, Ask) and not each.called for each in self.asked)

    @property
    def digest(self) -> str:
        """Of the commands."""
        return commands_digest(self.asked)


def due(
    sources: Iterable[Source],
    *,
    replies: Mapping[Key, Reply],
    read: Callable[[str], Parsed],
    mention: str,
    questions: Questions | None = None,
) -> tuple[Due, ...]:
    """In the order in which it was said. `read` finds the commands; texts without the mention are not given to it.

    `questions` finds what is asked without a command; None where nothing of it is heard.
    """
    name = mention.casefold()
    found = []
    for source in sources:
        reply = replies.get(source.key)
        parsed = read(source.body) if name in source.body.casefold() else Parsed()
        asked = _asked(source, parsed, reply, questions)
        if asked is not None and (asked or reply is not None):
            found.append(Due(source=source, asked=asked, reply=reply))
    return tuple(found)


def _asked(
    source: Source, parsed: Parsed, reply: Reply | None, questions: Questions | None
) -> tuple[Command | Problem, ...] | None:
    """None where the reply answers it, as a command or as a question: which of them it is may depend on the run."""
    asked = _in_order(parsed)
    question = questions.asked(source, parsed) if questions is not None else None
    readings = [asked] if question is None or asked else []
    readings += [(question,)] if question is not None else []
    if reply is not None and reply.payload.digest in map(commands_digest, readings):
        return None
    if question is None or questions is None:
        return asked
    answered = reply is not None and not asked
    return (question,) if answered or questions.fresh(source) else asked


def commands_digest(asked: Sequence[Command | Problem]) -> str:
    """Names what is asked, not where or how it is typed: an edit around the commands asks nothing new (CMD-07)."""
    parts = [[type(each).__name__, {**asdict(each), "line": None}] for each in asked]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16] if asked else ""


def orphans(replies: Iterable[Reply], sources: Iterable[Source], document: LearningsDocument) -> tuple[Reply, ...]:
    """The replies that want something recorded and whose comment is not listed: it may be gone."""
    there = {source.key for source in sources}
    return tuple(reply for reply in replies if reply.payload.key not in there and open_entries([reply], document))


def open_entries(replies: Iterable[Reply], document: LearningsDocument) -> tuple[Entry, ...]:
    """What waits: neither settled for good nor in the file already."""
    entries = (entry for reply in replies for entry in reply.payload.entries)
    return tuple(entry for entry in entries if entry.final is None and not entry.stands_in(document))


def results(payloads: Sequence[ReplyPayload]) -> tuple[Result, ...]:
    """All results in the order in which their commands were said."""
    found = [result for payload in payloads for result in payload.results]
    where = {id(result): payload.to for payload in payloads for result in payload.results}
    return tuple(sorted(found, key=lambda each: (each.at or "", where[id(each)], each.n)))


def is_paused(found: Iterable[Result]) -> bool:
    """What the latest `pause` or `resume` that was done says."""
    paused = False
    for result in found:
        if result.name in (PAUSE, RESUME) and result.outcome == "answered":
            paused = result.name == PAUSE
    return paused


def _in_order(parsed: Parsed) -> tuple[Command | Problem, ...]:
    return tuple(sorted((*parsed.commands, *parsed.problems), key=lambda each: each.n))
