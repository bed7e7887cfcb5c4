"""Secrets that were committed into the learnings file: found by line, the value never repeated (P10).

Reading the file does not look for them: it would cost many times the reading of a large one. A prompt never holds
one all the same (`selection`), and whoever prints records looks here first.
"""

from __future__ import annotations

import re

from buddy.core import secrets
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.problems import Problem, ProblemReason
from buddy.core.learnings.record import Learning

# Most prose has neither a long word nor an assignment, and every shape of a secret has one of them.
_WORTH_A_LOOK = re.compile(r"\S{14}|[=:]|(?i:bearer)")


def leaks(document: LearningsDocument) -> tuple[Problem, ...]:
    """A warning for each record whose words hold what looks like a secret."""
    return tuple(_problem(document, record) for record in document.records if holds_secret(record))


def holds_secret(record: Learning) -> bool:
    """Whether the text or the reason of a record holds what looks like a secret."""
    words = f"{record.text}\n{record.reason or ''}"
    return _WORTH_A_LOOK.search(words) is not None and bool(secrets.find(words))


def _problem(document: LearningsDocument, record: Learning) -> Problem:
    message = "the record holds what looks like a secret: rotate it, then take it out of the file and its history"
    return Problem(
        line=document.line_of(record.id), reason=ProblemReason.CONTAINS_SECRET, message=message, id=record.id
    )
