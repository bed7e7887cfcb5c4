"""A review as workflow commands: annotations on the lines of a pull request, from any job and without a token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from buddy.app.local_answer import Judged, LocalAnswer
from buddy.cli.review_output.words import headline, hidden_line, model_line, unchanged_line
from buddy.core.findings.finding import Severity
from buddy.core.text.surfaces import workflow_message, workflow_property

_COMMAND = {Severity.CRITICAL: "error", Severity.MAJOR: "error", Severity.MINOR: "warning", Severity.NIT: "notice"}


def review_annotations(answer: LocalAnswer, *, problems: Sequence[str] = ()) -> str:
    """Unreadable files, then the worst first: GitHub shows ten of a kind a step. Hidden findings are counted."""
    return "\n".join(_lines(answer, problems))


def _lines(answer: LocalAnswer, problems: Sequence[str]) -> Iterator[str]:
    for problem in problems:
        yield f"::error title=Buddy::{workflow_message(problem)}"
    for notice in answer.notices:
        yield f"::warning title={workflow_property(f'Buddy: {notice.id}')}::{workflow_message(notice.message)}"
    for judged in answer.open:
        yield _annotation(judged)
    told = " ".join(
        filter(None, (headline(answer), hidden_line(answer), unchanged_line(answer, most=5), model_line(answer)))
    )
    yield f"::notice title=Buddy::{workflow_message(told)}"


def _annotation(judged: Judged) -> str:
    finding = judged.finding
    properties = []
    if finding.path is not None:
        properties.append(f"file={workflow_property(finding.path)}")
    if finding.path is not None and finding.line is not None:
        properties.append(f"line={finding.line}")
        if finding.end_line is not None and finding.end_line > finding.line:
            properties.append(f"endLine={finding.end_line}")
    properties.append(f"title={workflow_property(f'{finding.category} ({finding.severity.value})')}")
    message = workflow_message(f"{finding.message} [{finding.fingerprint}]")
    return f"::{_COMMAND[finding.severity]} {','.join(properties)}::{message}"
