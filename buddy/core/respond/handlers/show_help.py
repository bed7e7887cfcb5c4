"""`help`: the table of commands, in a fence, so that nobody's mail program runs it (CMD-04)."""

from __future__ import annotations

from buddy.core.commands import Help, help_text
from buddy.core.respond.answer import Answer, CommandOutcome
from buddy.core.respond.situation import Request, Situation


def show_help(command: Help, request: Request, situation: Situation) -> Answer:
    """What there is, whoever asks."""
    return Answer(outcome=CommandOutcome.ANSWERED, say=help_text(mention=situation.mention))
