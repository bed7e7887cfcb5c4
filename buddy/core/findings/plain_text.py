"""Foreign text as plain words of limited length. Neutralising it for the place where it is printed comes later."""

from __future__ import annotations

import re

LONGEST_MESSAGE = 2_000
"""Code points of a finding's message, the mark of shortening included."""

_MARK = " (shortened)"
_READ_AT_MOST = 4 * LONGEST_MESSAGE  # of Markdown, whose markup is dropped
_TAG = re.compile(r"<[^<>]*>")
_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x85\v\f]")


def shortened(text: str) -> str:
    """Trimmed, with `\\n` as the only line break, cut to `LONGEST_MESSAGE` with "(shortened)" at the end."""
    tidy = _BREAKS.sub("\n", text[: _READ_AT_MOST + 1]).strip()
    return tidy if len(tidy) <= LONGEST_MESSAGE else tidy[: LONGEST_MESSAGE - len(_MARK)].rstrip() + _MARK


def from_markdown(markdown: str) -> str:
    """The words of a Markdown text: no emphasis, headings, images or HTML; blocks stand on lines of their own."""
    from markdown_it import MarkdownIt  # few reports need it and it costs 30 ms to import

    lines = []
    for token in MarkdownIt("commonmark", {"maxNesting": 20}).parse(markdown[:_READ_AT_MOST]):
        if token.type in ("fence", "code_block"):
            lines.append(token.content.rstrip("\n"))
        elif token.type == "html_block":
            lines.append(_TAG.sub("", token.content).strip())
        elif token.type == "inline":
            lines.append("".join(_words(child.type, child.content) for child in token.children or ()))
    return "\n".join(line for line in lines if line.strip())


def _words(kind: str, content: str) -> str:
    if kind in ("softbreak", "hardbreak"):
        return "\n"
    return content if kind in ("text", "code_inline", "image") else ""
