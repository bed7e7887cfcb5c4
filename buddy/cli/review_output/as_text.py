"""A review for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.app.local_answer import Judged, LocalAnswer
from buddy.cli.finding_rows import finding_row, place_of, plural, say_notices
from buddy.cli.review_output.words import headline, hidden_line, memory_line, model_line, unchanged_line
from buddy.cli.streams import put
from buddy.cli.tables import one_line, put_heading, put_rows
from buddy.core.findings.finding import Outcome

_SHOWN = 10
"""Learnings that are listed; the others are counted, `buddy context` prints them all."""


def put_review(answer: LocalAnswer) -> None:
    """What stands, what is hidden and by what, what the base remembers; notices go to stderr."""
    say_notices(answer.notices)
    put(
        one_line(f"Base: {answer.base_name}. Head: {answer.head_name}, {plural(answer.changed_files, 'file')} changed.")
    )
    put(memory_line(answer))
    if model := model_line(answer):
        put(one_line(model))
    for line in _remembered(answer):
        put(line)
    if answer.open:
        put("")
        put_rows([finding_row(judged.finding) for judged in answer.open])
    if answer.hidden:
        put("")
        put_heading("Hidden")
        put_rows([_hidden_row(judged) for judged in answer.hidden])
    put("")
    if unchanged := unchanged_line(answer):
        put(one_line(unchanged))
    put_heading(" ".join(filter(None, (headline(answer), hidden_line(answer)))))


def _remembered(answer: LocalAnswer) -> Iterator[str]:
    selected = answer.remembered.selected
    for used in selected[:_SHOWN]:
        yield one_line(f"  {used.id}  {used.text}")
    if len(selected) > _SHOWN:
        yield f"  … and {len(selected) - _SHOWN} more; `buddy context` prints them all."


def _hidden_row(judged: Judged) -> tuple[str, ...]:
    finding = judged.finding
    by = judged.suppressed_by or "?" if judged.outcome is Outcome.SUPPRESSED else "the tool itself"
    return place_of(finding), f"hidden by {by}", finding.category, finding.fingerprint, finding.message
