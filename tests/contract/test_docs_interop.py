"""The page of formats lists what the table of formats has, and what each really carries there and back."""

from typing import Any

import msgspec
import pytest

from buddy.core.interop.conversion import CannotWrite, Loss
from buddy.core.interop.formats import FORMATS, load
from buddy.core.learnings.record import About, Kind, Learning, Match, Scope, Source, Trust, Verify
from tests.contract.pages import ROOT, table

PAGE = (ROOT / "docs/reference/interop.md").read_text("utf-8")
ROWS = {row[0].strip("`"): row[1:] for row in table(PAGE.partition("\n## ")[0])[1:]}

FULL = Learning(
    id="l_full000001",
    kind=Kind.CONVENTION,
    scope=Scope.ORG,
    text="Use the retry helper there.",
    paths=("src/a.py",),
    trust=Trust.PINNED,
    reason="Sockets time out.",
    about=About(category="ruff/S101", path="src/a.py"),
    keywords=("network",),
    expires_at="2031-01-01T00:00:00Z",
    supersedes="l_old0000001",
    verify=Verify(path="src/a.py", regex="retry"),
    source=Source(pr=1, comment=2, n=0, by="dana", via="remember"),
    created_at="2026-01-01T00:00:00Z",
    updated_at="2026-01-02T00:00:00Z",
)
SAMPLES = [FULL] + [
    msgspec.structs.replace(FULL, kind=Kind.SUPPRESSION, match=Match(category=category))
    for category in ("ruff/S101", "eslint/no-undef", "snyk/SNYK-1")
]
ALL = [name for name in Learning.__struct_encode_fields__ if name not in ("v", "status", "source")]
ALL += [f"source.{part}" for part in Source.__struct_fields__]


def carried(name: str) -> str:
    """The fields that come back, in the order of the format page; empty for a format that is only read."""
    form = load(name)
    kept: set[str] = set()
    for sample in SAMPLES:
        try:
            written = form.write([sample], {})
        except CannotWrite:
            return "only read"
        if sample.id in {loss.item for loss in written.left_out}:
            continue
        losses: list[Loss] = [*written.losses, *form.read(written.files).losses]
        absent = {"match"} if sample.match is None else set()
        kept |= set(ALL) - {loss.field for loss in losses} - absent
    return ", ".join(f"`{one}`" for one in ALL if one in kept)


def row(name: str) -> list[Any]:
    form = load(name)
    patterns = ", ".join(f"`{pattern.lstrip('/')}`" for pattern in form.patterns)
    return [form.title, patterns or (f"`{form.file}`" if form.file else "named"), carried(name)]


def test_the_page_has_a_row_for_every_format_in_their_order() -> None:
    assert list(ROWS) == list(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_the_row_of_a_format_says_what_the_code_does(name: str) -> None:
    expected = row(name)
    assert ROWS[name] == expected, f"write: | `{name}` | {' | '.join(expected)} |"
