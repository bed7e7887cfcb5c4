"""The generated pages are what `make docs` writes, and say something about each thing they list."""

import re
from pathlib import Path

import pytest

from docs.reference.generate import PAGES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_the_committed_page_is_as_make_docs_writes_it(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("name", [name for name in PAGES if re.match(r"docs/reference/.*\.md", name)])
def test_every_row_of_a_page_says_what_its_thing_means(name: str) -> None:
    rows = re.findall(r"(?m)^\| `.*$", PAGES[name]())
    assert rows
    assert [row for row in rows if not row.removesuffix("|").split(" | ")[-1].strip()] == []
