"""The hand-written reference pages list what the code has: fields, words, suffixes, bounds, packages."""

import re
from pathlib import Path

import pytest

from buddy.core.config import PROTECTED, LearningsConfig
from buddy.core.config_file import load_strict
from buddy.core.findings.symbols import SUFFIXES
from buddy.core.globs import dialect
from buddy.core.learnings.document import parse
from buddy.core.learnings.record import (
    MAX_TEXT,
    About,
    InertReason,
    Kind,
    Learning,
    Match,
    Scope,
    Source,
    Status,
    Trust,
    Verify,
)
from buddy.core.respond.answer import Unable
from tests.contract.pages import ROOT, fences, pages, table

DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


FORMAT = page("reference/learnings-format.md")
FIELDS = {row[0].strip("`"): row[1] for row in table(FORMAT)[1:]}


def test_the_format_page_names_exactly_the_fields_of_a_learning() -> None:
    assert sorted(FIELDS) == sorted(Learning.__struct_encode_fields__)


@pytest.mark.parametrize("field", [("kind", Kind), ("scope", Scope), ("status", Status), ("trust", Trust)])
def test_the_words_of_a_closed_field_are_on_the_page(field: tuple[str, type[Kind]]) -> None:
    name, words = field
    assert [word.value for word in words if f"`{word.value}`" not in FIELDS[name]] == []


@pytest.mark.parametrize("field", [("match", Match), ("about", About), ("verify", Verify), ("source", Source)])
def test_the_keys_of_a_field_that_has_some_are_on_the_page(field: tuple[str, type[Match]]) -> None:
    name, struct = field
    assert [key for key in struct.__struct_encode_fields__ if f"`{key}`" not in FIELDS[name]] == []


def test_the_bounds_on_the_format_page_are_those_of_the_code() -> None:
    assert f"at most {MAX_TEXT} characters" in FIELDS["text"]
    assert f"At most {dialect.MAX_GLOBS} globs of {dialect.MAX_CHARACTERS} characters each" in FORMAT
    assert (dialect.MAX_STARS_IN_A_SEGMENT, dialect.MAX_DOUBLE_STARS) == (3, 4)
    assert "three `*` in a name, four `**`" in FORMAT


LINES = [
    (path, line)
    for path in pages()
    for fence in fences(path.read_text("utf-8"))
    if fence.info.split(" ")[0] == "json"
    for line in fence.body.splitlines()
    if line.startswith('{"id"')
]


@pytest.mark.parametrize(("path", "line"), LINES, ids=lambda value: value.stem if isinstance(value, Path) else "")
def test_a_learning_that_a_page_shows_is_read_without_a_problem(path: Path, line: str) -> None:
    document = parse(line.encode())
    assert (len(document.records), document.problems) == (1, ())


def test_there_are_learnings_on_the_pages() -> None:
    assert len(LINES) > 5


def test_a_configuration_that_a_page_shows_is_one_and_shows_the_defaults() -> None:
    (shown,) = (fence.body for fence in fences(page("ai/learnings.md")) if fence.info == "yaml")
    loaded = load_strict(shown.encode(), name="docs/ai/learnings.md")
    assert loaded.notices == ()
    assert loaded.config.ai.learnings == LearningsConfig()
    assert tuple(loaded.config.review.protected) == PROTECTED


def test_the_suffixes_whose_symbols_are_known_are_on_the_fingerprints_page() -> None:
    _, _, rest = page("reference/fingerprints.md").partition("## Where symbols are known")
    listed = re.findall(r"`(\.\w+)`", rest)
    assert listed == list(SUFFIXES), f"write: {' '.join(f'`{suffix}`' for suffix in SUFFIXES)}"


def test_the_code_map_has_a_row_for_every_package_and_names_no_other_file() -> None:
    text = page("explanation/code-map.md")
    packages = {
        path.parent.relative_to(ROOT).as_posix()
        for path in (ROOT / "buddy").rglob("__init__.py")
        if path.parent.name not in ("buddy", "adapters")
    }
    rows = {row[0].strip("`") for row in table(text)[1:]}
    assert rows == packages, f"docs/explanation/code-map.md: add {packages - rows}, remove {rows - packages}"
    named = re.findall(r"`((?:\w+/)+\w+\.py|ports\.py|action\.py)`", text)
    places = [ROOT / "buddy", ROOT, ROOT / "buddy/app", ROOT / "buddy/cli"]
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
    assert len(named) > 8


def test_each_row_of_the_code_map_is_one_line_of_what_is_there() -> None:
    assert [row for row in table(page("explanation/code-map.md")) if len(row) != 2 or not row[1]] == []


def test_the_transcript_page_names_every_kind_of_effect() -> None:
    (kinds,) = (row[1] for row in table(page("reference/transcript.md")) if row[0] == "`effects[].kind`")
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "buddy/app").glob("*.py"))
    assert set(re.findall(r"`([a-z-]+)`", kinds)) == set(re.findall(r'EffectRecord\(kind="([a-z-]+)"', sources))


def test_the_sentences_to_look_for_when_a_suppression_hides_nothing_are_those_that_are_said() -> None:
    _, _, rest = page("how-to/suppress.md").partition("## It hides nothing")
    sentences = [sentence for row in table(rest) for sentence in re.findall(r"^`([^`…]+)`$", row[0])]
    assert len(sentences) == 2
    assert set(sentences) <= {reason.sentence for reason in InertReason}


def test_the_commands_page_names_every_reason_for_which_a_command_is_not_done() -> None:
    never = {Unable.NEEDS_PATHS, Unable.NO_PATH}  # what lacks paths is not understood in the first place
    text = page("reference/commands.md")
    assert [reason.value for reason in set(Unable) - never if f"`{reason.value}`" not in text] == []
