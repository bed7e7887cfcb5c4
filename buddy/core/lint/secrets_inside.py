"""Secrets anywhere on a line, in any key and on lines that are no records; never repeated (P10)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from buddy.core import secrets
from buddy.core.learnings.problems import ProblemReason
from buddy.core.lint.keys import KNOWN
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject

_MOST_STRINGS = 2_000
# What most lines are made of and no secret is: ids, dates, globs, words.
_WORTH_A_LOOK = re.compile(r"[^\s/]{14}|[=:]|(?i:bearer|passw|passphrase|pwd)")


def check(subject: Subject) -> Iterator[LintProblem]:
    """One problem a line, whatever number of secrets it holds."""
    for number, (line, held) in enumerate(zip(subject.physical, subject.objects, strict=True), start=1):
        words = "\n".join(_strings(held)) if held is not None else line.decode("utf-8", "replace")
        if _WORTH_A_LOOK.search(words) and secrets.find(words):
            given = held.get("id") if held is not None else None
            known = given if isinstance(given, str) and subject.document.find(given) else None
            message = "it holds what looks like a secret: rotate it, then take it out of the file and its history"
            yield LintProblem(code=ProblemReason.CONTAINS_SECRET, message=message, line=number, id=known)


_BARE = frozenset(key for keys in KNOWN.values() for key in keys) | {""}
_DATE = re.compile(r"\d{4}-\d\d-\d\d[T ]?[\d:.+Z-]*")


def _strings(held: object) -> Iterator[str]:
    """Every string in an object; one under a key of its own as an assignment, which gives a password away."""
    waiting: list[tuple[str, object]] = [("", held)]
    left = _MOST_STRINGS
    while waiting and left:
        key, value = waiting.pop()
        left -= 1
        if isinstance(value, str):
            if not _DATE.fullmatch(value):
                yield value if key in _BARE else f'{key}: "{value}"'
        elif isinstance(value, dict):
            waiting += value.items()
        elif isinstance(value, list):
            waiting += [(key, one) for one in value]
