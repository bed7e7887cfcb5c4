"""A block cut into sentences, each with the reading of it that the rules look at.

A stop inside code, an address, a file name or an abbreviation ends nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_ADDRESS = r"[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'`]+"
_CODE = r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
_COMMENT = r"<!--.*?(?:-->|\Z)"
_SHIELDED = re.compile(rf"{_CODE}|{_COMMENT}|{_ADDRESS}", re.DOTALL | re.IGNORECASE)
_STOP = re.compile(r"(?:[.!?…]+[\"'”’»)\]*_]*(?=\s|\Z)|[。！？]+[」』”）]*)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|excl|fig|mr|mrs|dr|st|a\.k\.a|aka|z\.b|d\.h|bzw|p\.ej|no|nr|ver|sec)"
    r"|\b[a-z])\.\Z",
    re.IGNORECASE,
)
_OPEN_ENDED = re.compile(
    r"(?:[,(]|\b(?:and|or|but|to|the|a|an|of|in|on|at|by|for|from|with|as|that|which|because|if|when|unless|is|are|must"
    r"|should|never|always|not|be|than|over|our|your|their|its|und|oder|et|ou|y|e))\Z",
    re.IGNORECASE,
)
_READ = 1_000  # characters of a sentence; longer ones are refused unread
_EDGES = " \t\n*_"
_LEADING = re.compile(r"^(?:[\s*_•–—·]+|[-+*]\s+|<!--.*?(?:-->|\Z)|[^\w\s`\"'“‘«(\[<@$./#~:+-]+)+", re.DOTALL)
_TRAILING_COMMENT = re.compile(r"(?:\s|<!--[^>]{0,2000}?(?:-->|\Z))+\Z")


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence as written at `[start:end]` of its block, and what of it can be read without being misled."""

    text: str
    start: int
    end: int

    @cached_property
    def reading(self) -> str:
        """In lower case on one line; CODE, URL, PATH, NAME and QUOTE stand for what is no plain word."""
        return _readable(self.text[:_READ])

    @cached_property
    def core(self) -> str:
        """The reading without what only opens the sentence: "No,", "Good point,", "nit:", "Please" …"""
        return without_opening(self.reading)

    @property
    def asks(self) -> bool:
        """Whether it ends in a question mark of its own."""
        return bool(re.search(r"[?？][\s\"'”’)\]*_!?？]*\W{0,6}\Z", self.shielded))

    @property
    def shielded(self) -> str:
        return shield(self.text)

    @property
    def partly_hidden(self) -> bool:
        """Whether something inside it is not shown, or is struck out: what is left may mean the opposite."""
        return "<!--" in self.text or "~~" in self.shielded or bool(re.search(r"<(?:s|del|strike)>", self.shielded))


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of one block, in order; blanks at their edges belong to none."""
    cover = shield(text)
    start = 0
    for end in _ends(cover):
        if (found := _trimmed(text, start, end)) is not None:
            yield found
        start = end


def shield(text: str) -> str:
    """`text` with an x for every character of code, comment or address; places stay."""
    return _SHIELDED.sub(lambda found: "x" * len(found[0]), text)


def without_opening(reading: str) -> str:
    """What remains of a reading after its opening words, however many there are."""
    while (found := _OPENING.match(reading)) and found.end() < len(reading):
        reading = reading[found.end() :]
    return reading


def _ends(cover: str) -> Iterator[int]:
    places = [*_stops(cover), *_line_ends(cover)]
    yield from sorted(set(places))
    yield len(cover)


def _stops(cover: str) -> Iterator[int]:
    for found in _STOP.finditer(cover):
        before = cover[max(0, found.start() - 8) : found.start() + 1]
        following = cover[found.end() : found.end() + 40].lstrip()
        if found[0].startswith("."):
            if following[:1].islower() and (found[0] != "." or _ABBREVIATED.search(before)):
                continue
            if _ABBREVIATED.search(before) and not re.search(r"(?:etc|\b[a-z]{2,})\.\Z", before, re.IGNORECASE):
                continue
            if re.search(r"\bno\.\Z", before, re.IGNORECASE) and following[:1].isdigit():
                continue
            if re.fullmatch(r"\s*(?:\d{1,3}|[a-z])\.", cover[max(0, found.start() - 4) : found.end()]):
                continue
        yield found.end()


def _line_ends(cover: str) -> Iterator[int]:
    """Line ends that end a sentence: a break that is meant, or a line that begins like a sentence of its own."""
    for found in re.finditer(r"(?P<meant>  |\\)?\n[ \t]*", cover):
        before = cover[max(0, found.start() - 12) : found.start()].rstrip()
        if found["meant"] or (
            re.match(r"[A-ZÀ-Ý][a-zà-ÿ']", cover[found.end() :][:2]) and not _OPEN_ENDED.search(before)
        ):
            yield found.end()


def _trimmed(text: str, start: int, end: int) -> Sentence | None:
    piece = text[start:end]
    lead = _LEADING.match(piece)
    if lead is not None and lead.end() < len(piece):
        start += lead.end()
    tail = _TRAILING_COMMENT.search(text[start:end])
    end = start + tail.start() if tail else end
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    return Sentence(text=text[start:end], start=start, end=end) if end > start else None


def _readable(text: str) -> str:
    text = _LIKE_STANDIN.sub(lambda found: found[0].lower(), text)
    for pattern, name in _STANDINS:
        text = pattern.sub(name, text)
    text = text.replace("’", "'").replace("*", "").replace("__", "")
    parts = _LIKE_STANDIN.split(text)
    return " ".join("".join(part.lower() if at % 2 == 0 else part for at, part in enumerate(parts)).split())


_LIKE_STANDIN = re.compile(r"(?<!\w)(CODE|URL|PATH|NAME|QUOTE)(?!\w)")
_STANDINS = (
    (re.compile(_CODE, re.DOTALL), "CODE"),
    (re.compile(r"\[(?P<label>[^\[\]\n]{1,300})\]\((?:[^()\s]{1,2000})\)"), r"\g<label> URL"),
    (re.compile(_ADDRESS + r"(?<![.,;:!?)\]])", re.IGNORECASE), "URL"),
    (re.compile(r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“\n]{1,400}“"), "QUOTE"),
    (re.compile(r"(?<![\w@/])(?:\.{0,2}/)?[\w.@*~-]+(?:/[\w.*@~{},-]+)+/?|(?<!\w)[\w*-]+/(?=\s|\Z)"), "PATH"),
    (re.compile(r"(?<![\w.])\.?[\w-]+(?:\.[A-Za-z][\w-]*)+(?:\(\))?(?::\d+)?(?![\w])"), "NAME"),
    (re.compile(r"(?<![\w-])(?:[A-Za-z]\w*_\w+|_\w+|[a-z]+[A-Z]\w*|[A-Za-z]+\(\))"), "NAME"),
)

_PHRASES = (
    "no|nope|nah|yes|yep|yeah|yup|ok|okay|ah|oh|aha|hm+|hmm|well|actually|right|correct|sure|agreed|true|thanks"
    "|thank you|thx|good (?:catch|point|spot|find|idea|question|call)|fair (?:point|enough)"
    "|you're (?:absolutely |quite )?right|you are right|by the way|as we all know|exactly|indeed|sorry|hi|hey"
    "|hello|all|folks|team|everyone|one more thing|one (?:more )?thing(?: to \\w+(?: \\w+){0,3})?|again"
    "|just (?:a|so you know|as a)(?: \\w+){0,3}|as a (?:general )?(?:rule|reminder)|in general|for the record"
    "|heads up|reminder|quick note|small note|side note|in short|tl;dr|important|so yes|so no"
    "|for (?:future )?reference|for next time"
    "|(?:the |our |a )?(?:rule|convention|policy|style|guideline)(?: of thumb)?(?: here)?(?: is)?|optional"
    "|blocking|minor|style|intentional(?:ly)?|intended|by design|on purpose|deliberate|false (?:positive|alarm)"
    "|not a (?:bug|problem|issue)|won't fix|wontfix"
    "|it(?:'s| is) (?:important|essential|crucial|vital|critical|mandatory) that\\b(?: \\w+){1,6}"
)
_OPENING = re.compile(
    r"(?:"
    rf"(?:{_PHRASES})\s*(?:[,:.!;]|[–—-](?=\s))+\s*"
    r"|(?:nit(?:pick)?|fyi|btw|(?:please )?note(?: that)?|also|so|and|but|then|because|that's why|since then"
    r"|please|pls|remember(?! to\b)(?: that)?|keep in mind that|be aware that|just|hence|therefore|thus)\b[,:]?\s+"
    r"|@[\w/-]+[,:]?\s+|[-*+•]\s+|\d+[.)]\s+|[(\[]"
    r")"
)
