"""A review as Markdown, for a job summary, a comment or a chat."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.app.local_answer import Judged, LocalAnswer
from buddy.cli.review_output.words import headline, hidden_line, memory_line, model_line, unchanged_line
from buddy.core.findings.finding import Finding, Outcome
from buddy.core.text.surfaces import code_cell, code_span, markdown_inline, table_cell


def review_markdown(answer: LocalAnswer) -> str:
    """Whole and unbounded; every foreign text is neutralised for Markdown (P9)."""
    return "\n".join(_lines(answer)) + "\n"


def _lines(answer: LocalAnswer) -> Iterator[str]:
    yield "## Buddy review"
    yield ""
    yield markdown_inline(" ".join(filter(None, (headline(answer), hidden_line(answer), unchanged_line(answer)))))
    yield ""
    yield f"Base {code_span(answer.base_ref)} at {code_span(answer.base_sha[:12])} · {memory_line(answer)}"
    if model := model_line(answer):
        yield from ("", markdown_inline(model))
    if answer.open:
        yield from ("", "| severity | where | rule | message | fingerprint |", "|---|---|---|---|---|")
        yield from map(_row, answer.open)
    if answer.hidden:
        yield from ("", "### Hidden", "", "| hidden by | where | rule | message |", "|---|---|---|---|")
        yield from map(_hidden_row, answer.hidden)
    if answer.remembered.selected:
        yield from ("", "### Remembered", "")
        for used in answer.remembered.selected:
            yield f"- {markdown_inline(used.text)} ({code_span(used.id)}: {markdown_inline(used.why)})"
    if answer.notices:
        yield from ("", "### Notices", "")
        for notice in answer.notices:
            yield f"- {markdown_inline(notice.message)} ({code_span(notice.id)})"


def _row(judged: Judged) -> str:
    finding = judged.finding
    cells = (finding.severity.value, _where(finding), code_cell(finding.category), table_cell(finding.message))
    return f"| {' | '.join(cells)} | {code_cell(finding.fingerprint)} |"


def _hidden_row(judged: Judged) -> str:
    finding = judged.finding
    by = code_cell(judged.suppressed_by or "?") if judged.outcome is Outcome.SUPPRESSED else "the tool itself"
    return f"| {by} | {_where(finding)} | {code_cell(finding.category)} | {table_cell(finding.message)} |"


def _where(finding: Finding) -> str:
    if finding.path is None:
        return "—"
    return code_cell(finding.path if finding.line is None else f"{finding.path}:{finding.line}")
