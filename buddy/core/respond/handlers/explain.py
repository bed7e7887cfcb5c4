"""`learnings` and `why`: what the memory says here, and why something is in, out or hidden. Anybody may ask."""

from __future__ import annotations

from collections.abc import Sequence

from buddy.core.commands import Learnings, Why
from buddy.core.learnings.inert import applies
from buddy.core.learnings.left_out import LeftOut
from buddy.core.learnings.record import Learning
from buddy.core.learnings.relevance import words
from buddy.core.learnings.selection import Selection, select
from buddy.core.memory.snapshot import FindingState
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.say import count
from buddy.core.respond.situation import Request, Situation
from buddy.core.review.known import Known
from buddy.core.secrets import redact
from buddy.core.text.surfaces import code_cell, code_span, markdown_inline, table_cell

_ROWS = 50


def learnings(command: Learnings, request: Request, situation: Situation) -> Answer:
    """Those that apply to this change, or everywhere on an issue; with a query those that hold all of its words."""
    query = command.query.strip()
    if query:
        found = [each for each in situation.document.records if _holds(each, query)]
        rows = [(each.id, each.text, ", ".join(each.paths or ("everywhere",))) for each in found]
        head = f"{count(len(rows), 'learning')} on {code_span(situation.base)} with {code_span(query)}."
    else:
        selection = selection_here(situation)
        rows = [(each.id, each.text, each.why) for each in selection.selected]
        head = (
            f"{count(len(rows), 'learning')} of {len(situation.document.records)} on {code_span(situation.base)} "
            "apply here."
        )
    return Answer(outcome=CommandOutcome.ANSWERED, say="\n\n".join(filter(None, (head, _table(rows)))))


def why(command: Why, request: Request, situation: Situation) -> Answer:
    """Why a learning is in or out, or why a finding is shown or hidden."""
    name = command.subject
    known = situation.finding(name)
    if known is not None:
        return Answer(outcome=CommandOutcome.ANSWERED, say=of_finding(known, situation))
    waiting = next((each for each in situation.waiting if each.id == name), None)
    record = situation.document.find(name)
    if record is None and waiting is not None:
        say = f"{code_span(name)} waits to be recorded: {markdown_inline(waiting.text)}"
        return Answer(outcome=CommandOutcome.ANSWERED, say=say)
    if record is None:
        say = f"{code_span(name)} is neither a learning on {code_span(situation.base)} nor a finding here."
        return refused(Unable.UNKNOWN_ID, say)
    return Answer(outcome=CommandOutcome.ANSWERED, say=_of_learning(record, situation))


def of_finding(known: Known, situation: Situation) -> str:
    """What became of a finding, and why."""
    place = f"{code_span(known.category)} in {code_span(known.path)}"
    entry = situation.memory.findings.get(known.fingerprint) if situation.memory is not None else None
    if entry is not None and entry.state is FindingState.SUPPRESSED:
        by = entry.by or "a learning"
        record = situation.document.find(by)
        words_ = f": {markdown_inline(redact(record.text))}" if record is not None else ""
        return f"{place} is hidden by `{by}`{words_}"
    if entry is not None and entry.state is FindingState.ADDRESSED:
        return f"{place} was reported and is gone since."
    protected = situation.protected(known.category, known.path)
    rest = f" It can never be hidden: {protected}." if protected else " No learning hides it."
    return f"{place} is shown.{rest}"


def _of_learning(record: Learning, situation: Situation) -> str:
    text = markdown_inline(redact(record.text))
    inert = applies(record, situation.now)
    if inert is not None:
        return f"`{record.id}` is out: {inert.sentence}. It says: {text}"
    selection = selection_here(situation)
    chosen = next((each for each in selection.selected if each.id == record.id), None)
    if chosen is not None:
        return f"`{record.id}` is in: {markdown_inline(chosen.why)}. It says: {text}"
    left: LeftOut | None = next((each for each in selection.left_out if each.id == record.id), None)
    reason = markdown_inline(left.why) if left is not None else "others came first"
    return f"`{record.id}` is out: {reason}. It says: {text}"


def selection_here(situation: Situation, *, paths: Sequence[str] | None = None) -> Selection:
    """The learnings for this change, or for some of its paths."""
    limits = situation.config.ai.learnings
    change = situation.change
    return select(
        situation.document,
        paths=paths if paths is not None else change.names if change is not None else (),
        change_text=situation.title,
        now=situation.now,
        max_entries=limits.max_prompt_entries,
        max_tokens=limits.max_prompt_tokens,
    )


def _holds(record: Learning, query: str) -> bool:
    if record.id == query:
        return True
    wanted = set(words(query))
    there = set(words(f"{record.text} {' '.join(record.paths or ())} {' '.join(record.keywords or ())}"))
    return bool(wanted) and wanted <= there


def _table(rows: list[tuple[str, str, str]]) -> str:
    if not rows:
        return ""
    lines = [f"| {code_cell(name)} | {table_cell(redact(text))} | {table_cell(where)} |" for name, text, where in rows]
    more = f"\n\n{len(lines) - _ROWS} more not shown." if len(lines) > _ROWS else ""
    return "\n".join(("| learning | text | why here |", "|---|---|---|", *lines[:_ROWS])) + more
