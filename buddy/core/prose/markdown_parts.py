"""The Markdown library's reading of a text: its blocks, and where the inline parts of a paragraph stand.

The library's inline tokens carry no positions, so its own rules are wrapped to note what they consumed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

Rule = Callable[[StateInline, bool], bool]
References = MutableMapping[str, Any]
"""What the library knows of a whole text: the definitions that links in it may refer to."""

_SPANS = "buddy-spans"


class SpanKind(enum.Enum):
    """Inline parts that span lines, or hide something."""

    CODE = "code"
    LINK = "link"
    LINK_TARGET = "link-target"
    IMAGE = "image"
    HTML = "html"


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """`text[start:end]` of a paragraph. Parts of a link's text stand inside the link."""

    kind: SpanKind
    start: int
    end: int


def blocks(text: str) -> tuple[Sequence[Token], References]:
    """The block tokens of CommonMark with the tables of GFM; their inline content is not looked at."""
    tokens: list[Token] = []
    references: References = {}
    _PARSER.block.parse(text, _PARSER, references, tokens)
    return tokens, references


def spans(content: str, references: References) -> list[Span]:
    """The inline parts of a paragraph's content, in the order in which they begin."""
    if not any(mark in content for mark in "`[<"):
        return []
    found: list[Span] = []
    _PARSER.inline.parse(content, _PARSER, {**references, _SPANS: found}, [])
    return sorted(found, key=lambda span: span.start)


class _Parser(MarkdownIt):
    """Takes the targets of links as they are: nobody follows them here."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the library's name
        return url

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        return True


def _note(state: StateInline, kind: SpanKind, start: int) -> None:
    state.env[_SPANS].append(Span(kind=kind, start=start, end=state.pos))


def _with_token(rule: Rule, kind: SpanKind) -> Rule:
    """Notes what became a token: a run of backticks that nothing closes is consumed as well."""

    def noting(state: StateInline, silent: bool) -> bool:
        start, tokens = state.pos, len(state.tokens)
        matched = rule(state, silent)
        if matched and len(state.tokens) > tokens:
            _note(state, kind, start)
        return matched

    return noting


def _image(state: StateInline, silent: bool) -> bool:
    """Always looks ahead only: the library parses the alternative text apart, where offsets mean something else."""
    start = state.pos
    matched = rules_inline.image(state, True)
    if matched and not silent:
        _note(state, SpanKind.IMAGE, start)
    return matched


def _link(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = rules_inline.link(state, silent)
    if matched and not silent:
        _note(state, SpanKind.LINK, start)
        _note(state, SpanKind.LINK_TARGET, state.md.helpers.parseLinkLabel(state, start, True))
    return matched


def _build() -> _Parser:
    parser = _Parser("commonmark")
    parser.enable("table")
    parser.inline.ruler.at("backticks", _with_token(rules_inline.backtick, SpanKind.CODE))
    parser.inline.ruler.at("html_inline", _with_token(rules_inline.html_inline, SpanKind.HTML))
    parser.inline.ruler.at("image", _image)
    parser.inline.ruler.at("link", _link)
    parser.inline.ruler.enableOnly(
        ["text", "newline", "escape", "backticks", "link", "image", "autolink", "html_inline"]
    )
    parser.inline.ruler2.enableOnly([])
    return parser


_PARSER = _build()
