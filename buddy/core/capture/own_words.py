"""What a comment says in its writer's own words, block by block, list items with the words that announce them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from buddy.core.prose.markdown_parts import blocks as markdown_blocks
from buddy.core.prose.visible import BlockKind, visible_blocks


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnBlock:
    """A paragraph, heading or list item; `lead` ends in a colon and stands before the list, empty where none does."""

    text: str
    lead: str = ""


def own_blocks(comment: str) -> Iterator[OwnBlock]:
    """The visible blocks in order."""
    lead, before_items = "", ""
    for block in visible_blocks(comment):
        if block.kind is not BlockKind.ITEM:
            yield OwnBlock(text=block.text)
            lead = before_items = _announcement(block.text)
        else:
            yield OwnBlock(text=block.text, lead=lead)
            lead = f"{before_items}\n{_announcement(block.text)}".strip() if _announcement(block.text) else lead


def quoted_words(comment: str) -> str:
    """What stands in block quotes, whoever wrote it."""
    return "\n".join(_quoted(comment.replace("\r\n", "\n").replace("\r", "\n")))


def _announcement(text: str) -> str:
    return text if text.rstrip("*_ ").endswith((":", "：", "…", "...")) else ""


def _quoted(text: str) -> Iterable[str]:
    depth = 0
    for token in markdown_blocks(text)[0]:
        depth += token.nesting if token.tag == "blockquote" else 0
        if depth and token.type == "inline":
            yield token.content
