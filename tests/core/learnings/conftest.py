"""What the tests of learnings share: lines, files, and a moment."""

import json
import pathlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.selection import Selection, select

_CASES = pathlib.Path(__file__).parents[3] / "fixtures/cases/jsonl"


@pytest.fixture
def now() -> datetime:
    """The moment at which everything is judged."""
    return datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def case() -> Callable[[str], bytes]:
    """The bytes of a case by its number."""
    return lambda number: next(_CASES.glob(f"{number}_*.jsonl")).read_bytes()


@pytest.fixture
def line() -> Callable[..., bytes]:
    """One line of a record with sensible defaults; None leaves a key out."""

    def make(record_id: str = "l_a1", **fields: Any) -> bytes:
        record = {"id": record_id, "text": "use the retry helper", "createdAt": "2026-03-01T10:00:00Z"} | fields
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"

    return make


@pytest.fixture
def choose(now: datetime) -> Callable[..., Selection]:
    """A selection from bytes or a document, for one changed file unless the test says otherwise."""

    def run(content: bytes | LearningsDocument, **options: Any) -> Selection:
        document = parse(content) if isinstance(content, bytes) else content
        settings: dict[str, Any] = {
            "paths": ["src/a.py"],
            "change_text": "",
            "now": now,
            "max_entries": 20,
            "max_tokens": 2000,
        }
        return select(document, **settings | options)

    return run
