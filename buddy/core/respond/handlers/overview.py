"""`summary`: what this pull request is, what was found, what is remembered, what waits; by rules, and by a model."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.core.commands import Summary
from buddy.core.respond.answer import Answer, CommandOutcome
from buddy.core.respond.handlers.control import on_open_pull
from buddy.core.respond.handlers.explain import selection_here
from buddy.core.respond.proposals import ProposalState
from buddy.core.respond.say import codes, count
from buddy.core.respond.situation import Request, Situation
from buddy.core.respond.told import in_words
from buddy.core.secrets import redact
from buddy.core.text.surfaces import code_span, markdown_inline

_ROWS = 10


def summary(command: Summary, request: Request, situation: Situation) -> Answer:
    """On open pull requests; a model that failed is named, and the rules' words stand alone."""
    no = on_open_pull(situation)
    if no is not None:
        return no
    told = situation.told.get((request.source.key, request.n))
    first = ""
    if told is not None:
        first = in_words(told) if told.trouble is None else f"No summary by {code_span(told.model)}: {told.trouble}"
    say = "\n\n".join(part for part in (first, overview(situation)) if part)
    return Answer(outcome=CommandOutcome.ANSWERED, say=say)


def overview(situation: Situation) -> str:
    """By rules alone, the same for the same memory (P12, P13)."""
    return "\n".join(f"- {line}" for line in _lines(situation))


def _lines(situation: Situation) -> Iterator[str]:
    memory = situation.memory
    if memory is None:
        yield "Nothing was reviewed here yet."
    else:
        if memory.intent:
            yield f"What it is: {_words(memory.intent)}"
        if memory.subsystems:
            yield f"Touches {codes(memory.subsystems[:_ROWS])}"
        yield from (f"Risk: {_words(risk)}" for risk in memory.risks[:_ROWS])
        if memory.progress:
            yield f"So far: {_words(memory.progress)}"
    yield from _open_findings(situation)
    yield from _learnings(situation)
    if memory is not None and memory.paused:
        yield "Reviews are paused here; `resume` starts them again."


def _open_findings(situation: Situation) -> Iterator[str]:
    current = situation.current
    for each in current[:_ROWS]:
        yield f"Open: `{each.fingerprint}` {code_span(each.category)} in {code_span(each.path)}"
    if len(current) > _ROWS:
        yield f"and {len(current) - _ROWS} more that are open"


def _learnings(situation: Situation) -> Iterator[str]:
    chosen = selection_here(situation).selected
    if chosen:
        yield f"{count(len(chosen), 'learning')} of the base apply here: {codes(each.id for each in chosen[:_ROWS])}"
    if situation.waiting:
        names = codes(each.id for each in situation.waiting[:_ROWS])
        yield f"{count(len(situation.waiting), 'learning')} to be recorded: {names}"
    undecided = sum(each.payload.state is ProposalState.PENDING for each in situation.proposals)
    if undecided:
        yield f"{count(undecided, 'proposal')} without a vote"


def _words(text: str) -> str:
    return markdown_inline(redact(text))
