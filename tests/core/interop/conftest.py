"""What the tests of conversions share: a moment, real files, and an import into nothing."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from buddy.core.interop.formats import load
from buddy.core.interop.import_plan import ImportPlan, plan_import
from buddy.core.learnings.document import parse

FILES = Path(__file__).parents[3] / "fixtures/interop"


@pytest.fixture
def now() -> datetime:
    """The moment at which everything is judged."""
    return datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def imported(now: datetime) -> Callable[..., ImportPlan]:
    """The plan of an import of files, by format and path, into a learnings file."""

    def run(name: str, files: Mapping[str, bytes], memory: bytes = b"") -> ImportPlan:
        return plan_import({name: load(name).read(files)}, parse(memory), now=now)

    return run


@pytest.fixture
def real() -> Callable[[str], tuple[str, Mapping[str, bytes]]]:
    """A file of `fixtures/interop` with its format."""

    def find(path: str) -> tuple[str, Mapping[str, bytes]]:
        name, _, file = path.partition("/")
        return name, {file: (FILES / path).read_bytes()}

    return find
