"""Memories to lint, made of a few fields a line."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from buddy.core.learnings.document import parse
from buddy.core.lint.checks import lint
from buddy.core.lint.subject import Files, Subject

NOW = datetime(2026, 11, 29, tzinfo=UTC)


def line(number: int, **fields: object) -> bytes:
    """A line of a record that has an id, a text and a date of its own."""
    record = {"id": f"l_{number:06}", "text": f"statement {number}", "createdAt": f"2026-01-{1 + number % 28:02}"}
    return json.dumps({**record, **fields}).encode()


@pytest.fixture
def subject():
    """A memory of lines: raw bytes, or the fields of a record."""

    def made(*lines, files=None, texts=None, protected=("gitleaks/*",), now=NOW):
        raw = [one if isinstance(one, bytes) else line(number, **one) for number, one in enumerate(lines, start=1)]
        known = None if files is None else Files(paths=tuple(files), texts=texts or {})
        document = parse(b"".join(one + b"\n" for one in raw))
        return Subject(document=document, now=now, files=known, protected=protected)

    return made


@pytest.fixture
def found(subject):
    """The codes that lint gives, with their lines, in its order."""

    def linted(*lines, **more):
        return [(one.code.value, one.line) for one in lint(subject(*lines, **more))]

    return linted
