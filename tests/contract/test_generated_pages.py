"""The generated pages are what `make docs` writes, and say something about each thing they list."""

import ast
import re
from pathlib import Path

import pytest

from docs.reference.generate import LATER_INPUTS, LATER_KEYS, PAGES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_the_committed_page_is_as_make_docs_writes_it(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("name", [name for name in PAGES if re.match(r"docs/reference/.*\.md", name)])
def test_every_row_of_a_page_says_what_its_thing_means(name: str) -> None:
    rows = re.findall(r"(?m)^\| `.*$", PAGES[name]())
    assert rows
    assert [row for row in rows if not row.removesuffix("|").split(" | ")[-1].strip()] == []


BUDDY = ROOT / "buddy"
SHAPES = {BUDDY / "core/config.py", BUDDY / "adapters/runner/settings.py"}
USED = {
    node.attr
    for path in BUDDY.rglob("*.py")
    if path not in SHAPES
    for node in ast.walk(ast.parse(path.read_text("utf-8")))
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute)
    if getattr(node.value, "id", getattr(node.value, "attr", ""))
    in {"settings", "config", "ai", "learnings", "record", "review"}
}


def attribute(name: str) -> str:
    """How code would reach it: `model-api-key` as `model_api_key`, `record.maxBatch` as `max_batch`."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name.rpartition(".")[2]).lower().replace("-", "_")


@pytest.mark.parametrize("name", [*LATER_INPUTS, *LATER_KEYS])
def test_what_a_page_says_is_without_effect_is_used_by_no_code(name: str) -> None:
    assert attribute(name) not in USED, f"{name} is used now: say so in docs/reference/generate.py"


@pytest.mark.parametrize("name", ["marker-key", "fail-on", "review.maxComments", "ai.learnings.maxPromptTokens"])
def test_what_is_used_is_seen_to_be_used(name: str) -> None:
    assert attribute(name) in USED
