"""P11: no body exceeds GitHub's limit, and what is cut is cut cleanly."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from buddy.core.text import surfaces
from buddy.core.text.bounds import LIMIT, cap

GITHUB = MarkdownIt("commonmark").enable("table")
MARKER = "<!-- buddy:memory v1 eJyrVsrIVLIy1FEqKFKyMqgFACJVBEs= -->\n"
ROWS = "".join(f"| `src/a{n}.py` | text {n} |\n" for n in range(200))
BODIES = [
    MARKER + "# Title\n\n" + "a line of text\n" * 300,
    MARKER + "```diff\n" + "+ code </details>\n" * 300 + "```\nend",
    "~~~~\n```\n" + "code\n" * 300 + "~~~~\n",
    MARKER + "<details><summary>Hidden</summary>\n\n" + "text\n" * 300 + "\n</details>\n",
    "<details>\n\n<details>\n\n```\n" + "x\n" * 300 + "```\n</details>\n</details>\nend",
    "| a | b |\n|---|---|\n" + ROWS + "\nend",
    "- item\n\n  ```\n" + "  code\n" * 200 + "  ```\n- next",
    "1. ```\n" + "   code\n" * 200 + "   ```\n",
    MARKER + "👩‍👩‍👧 family\n" * 300,
    "text `<details>` and `` <details> ` `` here\n" * 100,
]


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(st.sampled_from(BODIES), st.integers(min_value=150, max_value=2500))
def test_p11_a_cut_body_fits_and_all_its_blocks_are_closed(body: str, limit: int) -> None:
    cut = cap(body, limit=limit)
    assert units(cut) <= limit
    if cut == body:
        return
    note = re.search(r"_(\d+) more lines? (is|are) not shown here\._\Z", cut)
    assert note is not None
    assert cut.startswith(MARKER) == body.startswith(MARKER)
    last = GITHUB.parse(cut)[-3:]
    assert [token.type for token in last] == ["paragraph_open", "inline", "paragraph_close"]
    assert last[0].level == 0
    html = "".join(t.content for t in GITHUB.parse(cut) if t.type == "html_block")
    assert html.count("<details") == html.count("</details")
    lines = body.split("\n")
    pairs = zip(cut.split("\n"), lines, strict=False)
    shared = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    hidden = sum(1 for line in lines[shared:] if line.strip())
    assert 0 <= int(note[1]) - hidden <= 2  # a closing line may read like the line that was cut


def test_a_body_within_the_limit_is_not_touched() -> None:
    body = MARKER + "x" * (LIMIT - len(MARKER))
    assert cap(body) is body
    assert len(cap(body + "x")) <= LIMIT


def test_a_table_is_cut_between_rows_and_never_inside_its_head() -> None:
    body = "intro\n\n| a | b |\n|---|---|\n" + ROWS
    for limit in range(60, 400, 7):
        cut = cap(body, limit=limit)
        assert ("| a | b |" in cut) == ("|---|---|" in cut)
        assert all(line.count("|") in (0, 3) for line in cut.splitlines())


@pytest.mark.parametrize("glyph", ["👩‍👩‍👧", "🏳️‍🌈", "👍🏽", "e\u0301", "😀"])
def test_post_11_one_endless_line_is_cut_between_whole_characters(glyph: str) -> None:
    for limit in range(80, 100):
        cut = cap(glyph * 500, limit=limit)
        shown = cut.split("\n\n_")[0]
        assert shown == glyph * (len(shown) // len(glyph))
        assert units(cut) <= limit


def test_a_cut_inside_code_does_not_set_its_text_free() -> None:
    for limit in range(60, 160):
        cut = cap(surfaces.code_span("see @octocat and more " * 50), limit=limit)
        assert "@" not in cut


def test_the_marker_is_never_cut() -> None:
    assert cap(MARKER + "x\n" * 99, limit=len(MARKER) + 5).startswith(MARKER)
    with pytest.raises(ValueError, match="marker alone"):
        cap(MARKER + "x\n" * 99, limit=len(MARKER) - 1)
