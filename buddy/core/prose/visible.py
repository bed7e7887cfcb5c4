"""The visible words of a comment, block by block, as a CommonMark library reads it.

Not visible, or not its author's words: quotes, code, HTML with what it hides (comments, `<details>`), link definitions,
alternative texts, tables, and the tail that a mail program appends.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markdown_it.token import Token

from buddy.core.prose.mail_tail import tail_start
from buddy.core.prose.markdown_parts import References, Span, SpanKind, blocks, spans
from buddy.core.prose.raw_html import RawHtml
from buddy.core.text.invisible import clean

LONGEST = 65_536
"""Characters of a comment, GitHub's own limit. Nothing of a longer one is visible: half a text may say the opposite."""

_TASK = re.compile(r"\A\[[ xX]\]\s+(?=\S)")
_ATTRIBUTE = re.compile(r"<[^>]*=|<[!?]")


class BlockKind(enum.Enum):
    """What a block of prose is in its document."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    HEADING = "heading"


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line of a block: its visible words as typed, without bullet, heading mark and blanks around it.

    `number` is the comment's line, from 1. `begins` is False where the line break before it lies inside code, a link
    or a tag, so that no reader sees a line begin here. `removed` counts the invisible characters that were taken out.
    """

    number: int
    text: str
    begins: bool = True
    removed: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A paragraph, heading, or paragraph of a list item; never without a line, and no line of it is empty."""

    kind: BlockKind
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """Its words with the author's line breaks (`\\n`)."""
        return "\n".join(line.text for line in self.lines)


def visible_blocks(comment: str) -> tuple[Block, ...]:
    """What a reader sees of the author's own words, in order; empty where there is nothing or too much (`LONGEST`).

    Inline code stays as typed. Raw HTML tags stay too unless they have attributes.
    """
    text = _normalised(comment)
    if len(text) > LONGEST:
        return ()
    found = tuple(block for block in _prose(text) if block.lines)
    cut = tail_start([(line.number, line.text) for block in found for line in block.lines])
    if cut is None:
        return found
    kept = (Block(kind=block.kind, lines=_above(block.lines, cut)) for block in found)
    return tuple(block for block in kept if block.lines)


def _above(lines: tuple[Line, ...], cut: int) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.number < cut)


def _normalised(comment: str) -> str:
    """`\\n` as the only line break, nothing that is no text; what the library trims away is a blank from the start."""
    whole = comment.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    lines = whole.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return re.sub("[\x0b\x0c]", " ", lines).replace("\0", "\ufffd")


def _prose(text: str) -> Iterator[Block]:
    tokens, references = blocks(text)
    source = text.split("\n")
    html = RawHtml()
    foreign, items, heading = 0, 0, False
    for token in tokens:
        if token.type in ("blockquote_open", "list_item_open"):
            html.enter()
        elif token.type in ("blockquote_close", "list_item_close"):
            html.leave()
        elif token.type == "html_block":
            html.read(token.content)
        elif token.type == "inline" and not foreign:
            kind = BlockKind.HEADING if heading else BlockKind.ITEM if items else BlockKind.PARAGRAPH
            lines = _lines(token, _first_line(token, source), references, html)
            yield Block(kind=kind, lines=tuple(_without_box(lines) if kind is BlockKind.ITEM else lines))
        foreign += token.nesting if token.tag in ("blockquote", "table") else 0
        items += token.nesting if token.tag == "li" else 0
        heading = token.nesting == 1 if token.type.startswith("heading_") else heading


def _first_line(token: Token, source: list[str]) -> int:
    """Where the content begins, from 1: the library trims lines of blanks off it, no-break spaces for instance."""
    assert token.map is not None
    first = token.content.partition("\n")[0].rstrip()
    start, end = token.map
    return next((at for at in range(start, end) if source[at].rstrip().endswith(first)), start) + 1


def _lines(token: Token, first: int, references: References, html: RawHtml) -> Iterator[Line]:
    visible, joined = _look(token.content, spans(token.content, references), html)
    offset = 0
    for number, (typed, left) in enumerate(
        zip(token.content.split("\n"), visible.split("\n"), strict=True), start=first
    ):
        cleaned = clean(left)
        if words := cleaned.text.strip():
            yield Line(number=number, text=words, begins=offset - 1 not in joined, removed=cleaned.removed)
        offset += len(typed) + 1


def _without_box(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines of an item, the first one without the box that makes it a task."""
    for first in lines:
        yield replace(first, text=_TASK.sub("", first.text, count=1))
        break
    yield from lines


def _look(content: str, found: list[Span], html: RawHtml) -> tuple[str, set[int]]:
    """The content without what is hidden in it, line breaks kept, and the offsets of breaks inside a part."""
    kept = list(content)
    joined: set[int] = set()
    since = 0 if html.hides else None
    for span in found:
        part = content[span.start : span.end]
        if span.kind is SpanKind.HTML:
            html.read(part)
        if html.hides and since is None:
            since = span.start
        elif since is not None and not html.hides:
            _hide(kept, joined, since, span.end)
            since = None
        if "\n" in part:
            joined.update(at for at in range(span.start, span.end) if content[at] == "\n")
        if _hidden(span.kind, part):
            _hide(kept, joined, span.start, span.end)
    if since is not None:
        _hide(kept, joined, since, len(content))
    return "".join(kept), joined


def _hidden(kind: SpanKind, part: str) -> bool:
    match kind:
        case SpanKind.IMAGE:
            return True
        case SpanKind.HTML:
            return bool(_ATTRIBUTE.match(part))
        case SpanKind.LINK_TARGET:
            return "\n" in part
        case SpanKind.CODE | SpanKind.LINK:
            return False


def _hide(kept: list[str], joined: set[int], start: int, end: int) -> None:
    for at in range(start, end):
        if kept[at] == "\n":
            joined.add(at)
        else:
            kept[at] = ""
