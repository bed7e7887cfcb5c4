"""What is seen on a line whatever its record says: its length, and that another line of its id counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from buddy.core.learnings import lines
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.problems import ProblemReason
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject

NEAR_LIMIT = lines.MAX_LINE * 3 // 4  # bytes


def check(subject: Subject) -> Iterator[LintProblem]:
    """Lines that are nearly too long, and those that a newer line of the same id outdoes."""
    for number, line in enumerate(subject.physical, start=1):
        if NEAR_LIMIT < len(line) <= lines.MAX_LINE:
            message = f"the line has {len(line) // 1024} of the {lines.MAX_LINE // 1024} KiB that are read"
            yield LintProblem(code=Code.NEAR_LIMIT, message=message, line=number, id=_id(subject, number))
    if subject.document.writable:
        for number, counting in outdone(subject.document, subject.objects):
            message = f"line {counting} has the same id and counts; this one does not"
            yield LintProblem(code=ProblemReason.DUPLICATE_ID, message=message, line=number, id=_id(subject, number))


def outdone(document: LearningsDocument, objects: Sequence[Mapping[str, Any] | None]) -> Iterator[tuple[int, int]]:
    """Each line that holds an id whose counting line is another one, and that line; both from 1."""
    counting = {record.id: place + 1 for record, place in zip(document.records, document.places, strict=True)}
    for number, held in enumerate(objects, start=1):
        known = held.get("id") if held is not None else None
        counts = counting.get(known) if isinstance(known, str) else None
        if counts is not None and counts != number:
            yield number, counts


def _id(subject: Subject, number: int) -> str | None:
    held = subject.objects[number - 1]
    found = held.get("id") if held is not None else None
    return found if isinstance(found, str) and subject.document.find(found) is not None else None
