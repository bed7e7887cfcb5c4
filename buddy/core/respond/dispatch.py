"""The commands by name: who may, where, and what handles them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import (
    Approve,
    Ask,
    Command,
    Decline,
    Forget,
    Help,
    IgnoreRule,
    Learnings,
    Pause,
    Problem,
    Remember,
    Resolve,
    Resume,
    Review,
    Summary,
    Why,
)
from buddy.core.learnings.record import Learning
from buddy.core.respond.answer import Answer, Unable, refused
from buddy.core.respond.conversation import Due
from buddy.core.respond.handlers.ask import ask
from buddy.core.respond.handlers.control import pause, resume, review
from buddy.core.respond.handlers.explain import learnings, why
from buddy.core.respond.handlers.forget import forget
from buddy.core.respond.handlers.ignore_rule import ignore_rule
from buddy.core.respond.handlers.overview import summary
from buddy.core.respond.handlers.remember import remember
from buddy.core.respond.handlers.resolve import resolve
from buddy.core.respond.handlers.show_help import show_help
from buddy.core.respond.handlers.vote import approve, decline
from buddy.core.respond.situation import Request, Situation

Handler = Callable[[Any, Request, Situation], Answer]
"""The first argument is of the row's own command class, which no type can say of a table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A command's name for people, and what handles it.

    `writes`: only for people with write access. `stores`: it wants something recorded. `reads_change`: it needs the
    changed files.
    """

    name: str
    handler: Handler
    writes: bool = True
    stores: bool = False
    reads_change: bool = False


COMMANDS: Final[Mapping[type[Command], Row]] = {
    Remember: Row(name="remember", handler=remember, stores=True),
    IgnoreRule: Row(name="ignore-rule", handler=ignore_rule, stores=True),
    Forget: Row(name="forget", handler=forget, stores=True),
    Approve: Row(name="approve", handler=approve),
    Decline: Row(name="decline", handler=decline),
    Learnings: Row(name="learnings", handler=learnings, writes=False, reads_change=True),
    Why: Row(name="why", handler=why, writes=False, reads_change=True),
    Ask: Row(name="ask", handler=ask, reads_change=True),
    Summary: Row(name="summary", handler=summary, reads_change=True),
    Resolve: Row(name="resolve", handler=resolve),
    Review: Row(name="review", handler=review),
    Pause: Row(name="pause", handler=pause),
    Resume: Row(name="resume", handler=resume),
    Help: Row(name="help", handler=show_help, writes=False),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """One command, by its place in the comment and its name, and its answer."""

    n: int
    name: str
    answer: Answer


def needs_write(asked: Sequence[Command | Problem]) -> bool:
    """Whether somebody's permission has to be asked for these."""
    return any(COMMANDS[type(each)].writes for each in asked if not isinstance(each, Problem))


def reads_change(found: Sequence[Due]) -> bool:
    """Whether the changed files are needed to answer these."""
    return any(
        COMMANDS[type(each)].reads_change for one in found for each in one.asked if not isinstance(each, Problem)
    )


def answer_all(one: Due, situation: Situation, *, may_write: bool) -> tuple[Answered, ...]:
    """Independent results, one a command, in order (CMD-19)."""
    done: list[Answered] = []
    made: tuple[Learning, ...] = ()
    for each in one.asked:
        request = Request(n=each.n, source=one.source, may_write=may_write, others=made)
        if isinstance(each, Problem):
            answer = refused(Unable.UNREADABLE, each.message)
            done.append(Answered(n=each.n, name=each.command or "?", answer=answer))
            continue
        answer = _answer(each, request, situation)
        made += tuple(entry.record for entry in answer.entries if entry.is_new)
        done.append(Answered(n=each.n, name=COMMANDS[type(each)].name, answer=answer))
    return tuple(done)


def _answer(command: Command, request: Request, situation: Situation) -> Answer:
    row = COMMANDS[type(command)]
    if row.writes and not request.may_write:
        return refused(RefusalReason.NOT_AUTHORISED)
    if row.stores and (off := _cannot_store(situation)) is not None:
        return off
    return row.handler(command, request, situation)


def _cannot_store(situation: Situation) -> Answer | None:
    if not situation.config.ai.learnings.enabled:
        say = "Learnings are switched off in `.buddy/config.yml` (`ai.learnings.enabled`)."
        return refused(Unable.LEARNINGS_OFF, say)
    if not situation.document.writable:
        return refused(Unable.FILE_NOT_WRITABLE, "The learnings file has to be repaired first; nothing was stored.")
    return None
