"""Prose of several statements taken apart by its Markdown: each item of a list and each paragraph stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt

_PARSER = MarkdownIt("commonmark", {"maxNesting": 20})


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One statement in the author's words; `lead` where it only introduces what follows it."""

    text: str
    lead: bool = False


def statements(text: str) -> Iterator[tuple[int, Statement]]:
    """The statements with the lines on which they begin, from 0. Headings and "…:" before a list are leads."""
    tokens = _PARSER.parse(text)
    for at, token in enumerate(tokens):
        if token.type == "inline" and token.map is not None:
            words = " ".join(part.strip() for part in token.content.splitlines()).strip()
            opener = tokens[at - 1].type
            if words:
                lead = opener == "heading_open" or (words.endswith(":") and _goes_on(tokens, at))
                yield token.map[0], Statement(text=words, lead=lead)
        elif token.type in ("fence", "code_block", "html_block") and token.map is not None:
            yield token.map[0], Statement(text=token.content.strip(), lead=True)


def _goes_on(tokens: Sequence[object], at: int) -> bool:
    kinds = [getattr(token, "type", "") for token in tokens[at + 1 : at + 3]]
    return any(kind in ("bullet_list_open", "ordered_list_open", "fence") for kind in kinds)
