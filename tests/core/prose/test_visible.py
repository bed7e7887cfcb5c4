"""Which words of a comment are visible and its author's own, with their lines (CMD-01 to CMD-04, CMD-17)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.prose import LONGEST, BlockKind, visible_blocks


def seen(comment: str) -> list[str]:
    return [line.text for block in visible_blocks(comment) for line in block.lines]


def numbered(comment: str) -> dict[str, int]:
    return {line.text: line.number for block in visible_blocks(comment) for line in block.lines}


HIDDEN = {
    "quote": "> X",
    "quote without a blank": ">X",
    "quote in a quote": "> > X",
    "quote in a list": "- > X",
    "list in a quote": "> - X",
    "line that continues a quote": "> a\nX",
    "alert": "> [!NOTE]\n> X",
    "fence": "```\nX\n```",
    "fence of tildes": "~~~~text\n```\nX\n~~~~",
    "fence that a shorter one does not close": "````\n```\nX\n````",
    "fence that an indented one does not close": "```\n    ```\nX\n```",
    "fence without an end": "a\n\n```\nX",
    "fence in a list": "- ```\n  X\n  ```",
    "fence in a quote": "> ```\n> X\n> ```",
    "indented code": "    X",
    "indented code by a tab": "\tX",
    "indented code in a list": "- a\n\n      X",
    "comment": "<!-- X -->",
    "comment over lines": "<!--\n\nX\n\n-->",
    "comment inside a sentence": "a <!-- X --> b",
    "comment inside a paragraph": "a <!--\nX\n--> b",
    "comment without an end": "<!--\n\nX",
    "comment without an end in a list": "- <!-- a\n\nX",
    "comment without an end in a quote": "> <!-- a\n\nX",
    "comment behind a tag without an end": "<p><!--\n\nX",
    "attribute without an end": '<div title="\n\nX\n\n">',
    "attribute without an end in a list": '- <div title="\n\nX\n\n">',
    "attribute": '<b title="X">b</b>',
    "attribute over lines": '<b title="\nX\n">b</b>',
    "processing instruction": "<?\n\nX\n\n?>",
    "declaration": "a <!A X> b",
    "character data": "<![CDATA[\nX\n]]>",
    "details": "<details><summary>a</summary>\n\nX\n\n</details>",
    "details in upper case": "<DETAILS>\n\nX\n\n</DETAILS>",
    "open details": "<details open>\n\nX\n\n</details>",
    "details in details": "<details>\n\n<details>\n\n</details>\n\nX\n\n</details>",
    "details in a list": "- <details>\n\n  X\n\n  </details>",
    "details inside a sentence": "a <details> X </details> b",
    "details without an end": "<details>\n\nX",
    "details that only look closed": '<details>\n\n<a title="</details>">b</a>\n\nX',
    "details that code does not close": "<details>\n\n`</details>`\n\nX",
    "quote in HTML": "<blockquote>\n\nX\n\n</blockquote>",
    "code in HTML": "<code>\n\nX\n\n</code>",
    "struck out in HTML": "<del>\n\nX\n\n</del>",
    "preformatted": "<pre>\n\nX\n\n</pre>",
    "HTML block": "<div>\nX\n</div>",
    "table": "a | b\n--- | ---\nX | c",
    "link definition": "[//]: # (X)",
    "link definition over lines": "[a]:\n  b\n  'X'",
    "link title over lines": "[a](b '\nX\n')",
    "alternative text": "![X](a.png)",
    "alternative text over lines": "![\nX\n](a.png)",
    "alternative text by reference": "![X][a]\n\n[a]: b.png",
}


@pytest.mark.parametrize("comment", HIDDEN.values(), ids=HIDDEN)
def test_what_a_reader_does_not_see_or_did_not_write_is_left_out(comment: str) -> None:
    assert "X" not in "\n".join(seen(comment))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "hidden", [HIDDEN[name] for name in HIDDEN if "without an end" not in name and "only look" not in name], ids=str
)
def test_what_stands_around_it_is_seen_with_its_lines(hidden: str, newline: str) -> None:
    if "`</details>`" in hidden:
        hidden += "\n\n</details>"
    comment = f"Before.\n\n{hidden}\n\n.\n\n- [ ] *Behind.*"
    lines = numbered(comment.replace("\n", newline))
    assert lines["Before."] == 1
    assert lines["*Behind.*"] == comment.count("\n") + 1


def test_an_unclosed_container_ends_with_the_quote_or_item_that_holds_it() -> None:
    assert seen("> <details>\n> a\n\nX") == ["X"]
    assert seen("- <details>\n\nX") == ["X"]


@pytest.mark.parametrize(
    ("comment", "kind", "text"),
    [
        ("a\nb", BlockKind.PARAGRAPH, "a\nb"),
        ("  a\n      b  ", BlockKind.PARAGRAPH, "a\nb"),
        ("* a\n  b", BlockKind.ITEM, "a\nb"),
        ("1) a\nb", BlockKind.ITEM, "a\nb"),
        ("- [x] a", BlockKind.ITEM, "a"),
        ("- - a", BlockKind.ITEM, "a"),
        ("## a ##", BlockKind.HEADING, "a"),
        ("a\nb\n---", BlockKind.HEADING, "a\nb"),
        ("<div>\n\na\n\n</div>", BlockKind.PARAGRAPH, "a"),
        ("use `a` and <T>", BlockKind.PARAGRAPH, "use `a` and <T>"),
        ("see [a](https://b.example/c?d=e)", BlockKind.PARAGRAPH, "see [a](https://b.example/c?d=e)"),
        ("1 < 2 <!- a", BlockKind.PARAGRAPH, "1 < 2 <!- a"),
        ("a \\<!-- b", BlockKind.PARAGRAPH, "a \\<!-- b"),
        ("a\u2028b", BlockKind.PARAGRAPH, "a b"),
        ("\ufeffa", BlockKind.PARAGRAPH, "a"),
    ],
)
def test_prose_comes_as_blocks_in_the_words_that_were_typed(comment: str, kind: BlockKind, text: str) -> None:
    (block,) = visible_blocks(comment)
    assert (block.kind, block.text) == (kind, text)


@pytest.mark.parametrize(
    "comment",
    ["`a\nX b`", "a [b\nX](c)", "a <b\nX> c", "a <!--\n--> X", "a <details>\n</details> X", "a ![b\n](c) X"],
)
def test_a_line_that_begins_inside_a_part_of_the_line_above_does_not_begin_for_a_reader(comment: str) -> None:
    begins = [line.begins for block in visible_blocks(comment) for line in block.lines if "X" in line.text]
    assert True not in begins


@pytest.mark.parametrize("comment", ["\xa0\nX", "- \xa0\n  X", "\u3000\nX\n---", "a\n\n\xa0\n\u2003 \nX", "\x0b\nX"])
def test_a_line_of_odd_blanks_moves_no_number(comment: str) -> None:
    assert numbered(comment)["X"] == comment.split("\n").index(next(x for x in comment.split("\n") if "X" in x)) + 1


def test_invisible_characters_are_taken_out_and_counted() -> None:
    """P9"""
    ((line,),) = (block.lines for block in visible_blocks("\u200ba\u202eb\U000e0041"))
    assert (line.text, line.removed) == ("ab", 3)


def test_nothing_of_a_text_beyond_the_limit_is_visible_since_its_end_may_hide_its_beginning() -> None:
    """P4, P11"""
    text = "a <!--\nb "
    assert seen(text.ljust(LONGEST, "c"))
    assert seen(text.ljust(LONGEST, "c") + "-->") == []


MARKS = st.sampled_from(
    [
        "a",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "    ",
        "\t",
        ">",
        "- ",
        "1. ",
        "`",
        "```",
        "~~~",
        "<",
        ">",
        "<!--",
        "-->",
        "<b>",
        "<details>",
        "</details>",
        '<a b="',
        '"',
        "[",
        "](",
        ")",
        "![",
        "[a]: b",
        "\\",
        "#",
        "---",
        "===",
        "|",
        "-|-",
        "*",
        "_",
        "&amp;",
        "\u200b",
        "\xa0",
        "\u2028",
        "\ud800",
        "\0",
        "\x0b",
        "From: a@b.c",
        "On 1:00 <a@b.c> wrote:",
    ]
)


@given(st.lists(MARKS, max_size=40).map("".join) | st.text(max_size=200))
@settings(max_examples=100)
def test_any_text_gives_lines_that_stand_where_they_say(comment: str) -> None:
    lines = [line for block in visible_blocks(comment) for line in block.lines]
    raw = comment.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [line.number for line in lines] == sorted({line.number for line in lines})
    for line in lines:
        assert line.text == line.text.strip() != ""
        assert 1 <= line.number <= len(raw)
        for word in line.text.split():
            if word.isalnum() and word.isascii():
                assert word[0] in raw[line.number - 1]
