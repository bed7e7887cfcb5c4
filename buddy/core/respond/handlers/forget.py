"""`forget`: a learning of the file is archived by the next batch."""

from __future__ import annotations

import msgspec

from buddy.core.commands import Forget
from buddy.core.learnings.record import FaultyLearning, InertReason, Status
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.entry import Entry
from buddy.core.respond.handlers.remember import clashes, learning_id
from buddy.core.respond.say import will_be_recorded
from buddy.core.respond.situation import Request, Situation
from buddy.core.text.surfaces import code_span, markdown_inline


def forget(command: Forget, request: Request, situation: Situation) -> Answer:
    """Pending, duplicate where it is archived already, or the reason why not."""
    name = command.id
    found = situation.document.find(name)
    if found is None:
        if situation.remembered(name) is not None:
            say = f"{code_span(name)} is not recorded yet: delete its comment, or decline its proposal."
            return refused(Unable.NOT_RECORDED_YET, say)
        return refused(Unable.UNKNOWN_ID, f"There is no learning {code_span(name)} on {code_span(situation.base)}.")
    if isinstance(found, FaultyLearning) and found.fault is InertReason.NEWER_VERSION:
        say = f"{code_span(name)} was written for a newer version of Buddy, which has to change it."
        return refused(Unable.FILE_NOT_WRITABLE, say)
    if found.status is Status.ARCHIVED:
        return Answer(outcome=CommandOutcome.DUPLICATE, say=f"{code_span(name)} is archived already.", id=name)
    key = learning_id(request, situation)
    if key is None:
        return clashes()
    record = msgspec.structs.replace(
        found, status=Status.ARCHIVED, updated_at=request.source.edited_at or request.source.at
    )
    say = f"{code_span(name)} will be archived: {markdown_inline(found.text)}\n\n{will_be_recorded(situation)}"
    return Answer(outcome=CommandOutcome.PENDING, say=say, id=name, entries=(Entry(key=key, record=record),))
