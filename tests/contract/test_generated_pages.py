"""The reference pages are what `make docs` writes, and say something about each thing they list."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs/reference/generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = generator().PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_committed_page_is_as_make_docs_writes_it(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith(".md")])
def test_every_row_of_a_page_says_what_its_thing_means(name: str) -> None:
    rows = re.findall(r"(?m)^\| `.*$", PAGES[name]())
    assert rows
    assert [row for row in rows if not row.removesuffix("|").split(" | ")[-1].strip()] == []
