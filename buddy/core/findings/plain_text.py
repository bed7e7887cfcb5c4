"""Foreign text as plain words of limited length. Neutralising it for the place where it is printed comes later."""

from __future__ import annotations

import re

from buddy.core.findings.notices import NoticeId, Notices
from buddy.core.text.invisible import clean

LONGEST_MESSAGE = 2_000
"""Code points of a finding's message, the mark of shortening included."""

_MARK = " (shortened)"
READ_AT_MOST = 4 * LONGEST_MESSAGE
"""Code points of a text that are looked at: placeholders, links and markup make it shorter or longer, boundedly."""
_MARKUP = re.compile(r"[*_`\[\]<>!#~|]")
_MOST_MARKUP = 300
_TAG = re.compile(r"<[^<>]*>")


def readable(text: str, *, what: str, notices: Notices) -> str:
    """Trimmed, without invisible characters (said in a notice, SEC-07), with `\\n` as the only line break, and cut
    to `LONGEST_MESSAGE` with "(shortened)" at the end."""
    cleaned = clean(text[:READ_AT_MOST])
    if cleaned.removed:
        notices.add(NoticeId.INVISIBLE_CHARACTERS, f"{what}: {cleaned.removed} invisible characters were removed")
    tidy = cleaned.text.strip()
    if len(text) <= READ_AT_MOST and len(tidy) <= LONGEST_MESSAGE:
        return tidy
    return tidy[: LONGEST_MESSAGE - len(_MARK)].rstrip() + _MARK


def from_markdown(markdown: str) -> str:
    """The words of a Markdown text: no emphasis, headings, images or HTML; blocks stand on lines of their own.

    Only the first `LONGEST_MESSAGE` code points, and crowds of markup are just dropped: parsing them is quadratic,
    and a report holds as many texts as its author likes (P11).
    """
    part = markdown[:LONGEST_MESSAGE]
    if len(_MARKUP.findall(part)) > _MOST_MARKUP:
        return _MARKUP.sub("", part)
    from markdown_it import MarkdownIt  # few reports need it and it costs 30 ms to import

    lines = []
    for token in MarkdownIt("commonmark", {"maxNesting": 20}).parse(part):
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
