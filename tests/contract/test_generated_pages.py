"""The generated pages are what `make docs` writes, and say something about each thing they list."""

import ast
import re
from pathlib import Path

import pytest

from buddy.adapters.runner.settings import Settings
from docs.reference.generate import PAGES
from docs.reference.sessions import CommandFailed, is_played, played

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_the_committed_page_is_as_make_docs_writes_it(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize(
    "name", [name for name in PAGES if re.fullmatch(r"docs/reference/(action|cli|config)\.md", name)]
)
def test_every_row_of_a_page_says_what_its_thing_means(name: str) -> None:
    rows = re.findall(r"(?m)^\| `.*$", PAGES[name]())
    assert rows
    assert [row for row in rows if not row.removesuffix("|").split(" | ")[-1].strip()] == []


EXAMPLE = """```console example
$ git branch --show-current
main, as somebody remembers it
```
"""


def test_what_a_page_shows_is_what_the_example_repository_answers() -> None:
    assert played(EXAMPLE) == EXAMPLE.replace("main, as somebody remembers it", "topic")


def test_no_page_shows_where_it_was_played() -> None:
    assert "$ pwd\n~/work\n" in played("```console session\n$ pwd\n```\n")


def test_a_file_that_a_page_writes_is_there_for_the_next_command() -> None:
    written = "```text file=.buddy/x.txt\na\n```\n\n```text append=.buddy/x.txt\nb\n```\n\n"
    page = f"{written}```console session\n$ cat .buddy/x.txt\n```\n"
    assert "$ cat .buddy/x.txt\na\nb\n```" in played(page)


def test_a_command_that_ends_otherwise_than_its_page_says_is_found() -> None:
    refused = "```console example exit=2\n$ buddy learnings forget\n```\n"
    assert "There is no command 'forget'" in played(refused)
    for wrong in (refused.replace(" exit=2", ""), refused.replace("learnings forget", "--version")):
        with pytest.raises(CommandFailed):
            played(wrong)


def test_only_a_page_with_played_fences_is_written_anew() -> None:
    assert is_played(EXAMPLE)
    assert not is_played(EXAMPLE.replace(" example", ""))
    assert not is_played("```json append=x\n{}\n```\n")
    assert "docs/start.md" in PAGES


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


LISTED = [*Settings.input_names(), *re.findall(r"(?m)^\| `([\w.]+)` \|", PAGES["docs/reference/config.md"]())]


@pytest.mark.parametrize("name", LISTED)
def test_every_input_and_key_of_a_page_is_used_by_code(name: str) -> None:
    assert attribute(name) in USED


def test_what_no_code_uses_is_seen_to_be_unused() -> None:
    assert attribute("ai.neverThere") not in USED
