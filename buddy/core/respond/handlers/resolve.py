"""`resolve`: the finding of a thread is settled on this pull request; elsewhere, the threads of all that were fixed."""

from __future__ import annotations

from buddy.core.commands import Resolve
from buddy.core.memory.snapshot import FindingState
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.closing import MOST_A_RUN
from buddy.core.respond.handlers.control import on_open_pull
from buddy.core.respond.say import count
from buddy.core.respond.situation import Request, Situation
from buddy.core.respond.source import SourceKind
from buddy.core.review.known import Known
from buddy.core.text.surfaces import code_span


def resolve(command: Resolve, request: Request, situation: Situation) -> Answer:
    """What is settled here is nothing that Buddy learns, and hides nothing from a check (P7)."""
    no = on_open_pull(situation)
    if no is not None:
        return no
    thread = request.source.thread
    known = situation.threads.get(thread or 0)
    if known is not None and thread is not None:
        return _one(known, thread, situation)
    if request.source.key.kind is SourceKind.LINE:
        say = "This is no thread of one of Buddy's findings; below the pull request, `resolve` closes what was fixed."
        return refused(Unable.UNKNOWN_FINGERPRINT, say)
    return _fixed(situation)


def _one(known: Known, thread: int, situation: Situation) -> Answer:
    place = f"{code_span(known.category)} in {code_span(known.path)}"
    if _state(known, situation) is FindingState.ADDRESSED:
        return Answer(outcome=CommandOutcome.ANSWERED, say=f"{place} was fixed.", closes=(thread,))
    say = (
        f"{place} is settled on this pull request: it is remembered as declined and not posted here again. "
        "Nothing was learned; `ignore-rule` would hide it from later reviews, too."
    )
    return Answer(outcome=CommandOutcome.ANSWERED, say=say, closes=(thread,), declines=(known.fingerprint,))


def _fixed(situation: Situation) -> Answer:
    threads = [
        thread for thread, known in situation.threads.items() if _state(known, situation) is FindingState.ADDRESSED
    ]
    if not threads:
        return Answer(outcome=CommandOutcome.ANSWERED, say="No finding that has a thread here was fixed yet.")
    more = len(threads) - MOST_A_RUN
    rest = f" {more} more are left for another `resolve`." if more > 0 else ""
    say = f"{count(len(threads), 'finding')} with a thread here {'was' if len(threads) == 1 else 'were'} fixed.{rest}"
    return Answer(outcome=CommandOutcome.ANSWERED, say=say, closes=tuple(threads[:MOST_A_RUN]))


def _state(known: Known, situation: Situation) -> FindingState | None:
    entry = situation.memory.findings.get(known.fingerprint) if situation.memory is not None else None
    return entry.state if entry is not None else None
