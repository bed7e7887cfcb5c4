"""Which raw HTML of a comment hides what follows it: collapsed, quoted, struck out, code, or never closed."""

from __future__ import annotations

import re

_CLOSED_BY_CONTAINER = frozenset({"details", "blockquote", "pre", "template", "textarea", "script", "style", "title"})
_FORMATTING = frozenset({"code", "kbd", "samp", "tt", "del", "s", "strike", "q"})
_HIDING = _CLOSED_BY_CONTAINER | _FORMATTING
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*+)(?>(?:[^>\"']|\"[^\"]*+\"|'[^']*+')*)>")
_COMMENT = re.compile(r"<!--(?:-?>|.*?-->)|<(?:!(?!--)|\?|/(?![A-Za-z]))[^>]*+>", re.DOTALL)
_OPENING = re.compile(r"<[A-Za-z!?/]")


class RawHtml:
    """What is open behind the HTML read so far.

    A browser closes elements at the end of the list item or quote that holds them, but not formatting ones. A comment
    or tag without an end swallows the rest, whatever Markdown makes of it.
    """

    def __init__(self) -> None:
        self._open: list[str] = []
        self._containers: list[int] = []
        self._broken = False

    @property
    def hides(self) -> bool:
        """Whether a reader sees nothing of the text at this place, or not as its author's own words."""
        return self._broken or bool(self._open)

    def enter(self) -> None:
        """A list item or a quote begins."""
        self._containers.append(len(self._open))

    def leave(self) -> None:
        """It ends."""
        depth = self._containers.pop()
        self._open[depth:] = [name for name in self._open[depth:] if name in _FORMATTING]

    def read(self, html: str) -> None:
        """One inline tag or comment, or a whole HTML block."""
        at = 0
        while not self._broken and (opening := _OPENING.search(html, at)):
            at = opening.start()
            if tag := _TAG.match(html, at):
                self._tag(tag[2].lower(), closes=bool(tag[1]))
                at = tag.end()
            elif comment := _COMMENT.match(html, at):
                at = comment.end()
            else:
                self._broken = True

    def _tag(self, name: str, *, closes: bool) -> None:
        if name not in _HIDING:
            return
        if not closes:
            self._open.append(name)
        elif name in self._open:
            last = len(self._open) - 1 - self._open[::-1].index(name)
            del self._open[last]
            self._containers = [min(depth, len(self._open)) for depth in self._containers]
