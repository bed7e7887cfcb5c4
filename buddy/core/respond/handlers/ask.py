"""`ask`, and questions in threads: what the model said, or that nobody can answer, and what rules know."""

from __future__ import annotations

from buddy.core.commands import Ask
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.handlers.control import on_open_pull
from buddy.core.respond.handlers.explain import of_finding
from buddy.core.respond.handlers.overview import overview
from buddy.core.respond.situation import Request, Situation
from buddy.core.respond.told import in_words

NO_MODEL = "No model is set that could answer: `ai.model` in `.buddy/config.yml`, or the input `model`."


def ask(command: Ask, request: Request, situation: Situation) -> Answer:
    """The model was asked before, if there is one."""
    no = on_open_pull(situation)
    if no is not None:
        return no
    told = situation.told.get((request.source.key, request.n))
    if told is None:
        return refused(Unable.NO_MODEL, f"{NO_MODEL}\n\n{_known(request, situation)}")
    if told.trouble is not None:
        say = f"{told.trouble} To ask again, change the question or write another comment."
        return refused(Unable.MODEL_FAILED, f"{say}\n\n{_known(request, situation)}")
    return Answer(outcome=CommandOutcome.ANSWERED, say=in_words(told))


def _known(request: Request, situation: Situation) -> str:
    known = situation.threads.get(request.source.thread or 0)
    return f"What rules know: {of_finding(known, situation)}" if known is not None else overview(situation)
