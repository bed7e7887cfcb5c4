"""What of an explicit `remember` is refused by its text alone, in the order of DESIGN 6.6.

Narrower than implicit capture on purpose: who gives a command means it. Permission comes before, duplicates after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands.options import shown
from buddy.core.commands.paths import unusable
from buddy.core.commands.quoting import code_ranges
from buddy.core.learnings.record import MAX_TEXT
from buddy.core.secrets import find

SHORTEST = 8
"""Characters of a text, blanks at its ends not counted."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://\S+")
_ENDS_AS_QUESTION = re.compile(r"[?？؟⁇⁈‽][!?？)\]}\"'”’»*_~.… ]{0,10}\Z")
_PERSON = r"(?:we|you|i|they|he|she)"
_ASKS = re.compile(
    r"(?:(?:so|and|but|or|hey|hi|well|ok|okay|please),? )?"
    rf"(?:(?:what|which|who|where|when|why|how)\b(?: [\w'-]+){{0,4}}?"
    rf" (?:do|does|did|should|can|could|would|will) {_PERSON}\b"
    rf"|(?:do|does|did|can|could|would|will|should|shall|may|are|is) (?:{_PERSON}|it|there)\b)[^:.!]*\Z",
    re.IGNORECASE,
)
_AT_HAND = r"(?:pr|mr|pull[- ]request|merge[- ]request|review|commit|diff|patch|thread|changeset)"
_SCOPED = re.compile(
    rf"\b(?:this|that|the current|the present|my|your) (?:one )?{_AT_HAND}\b"
    r"|\b(?:in|for|on|of|to|with|from|during|until|before|after|within|about) (?:just |only )?this "
    r"(?:change|branch|comment|discussion|conversation|round|push)\b"
    r"|\bthis (?:line|hunk|function|method|block|loop|variable|snippet)\b"
    r"|\b(?:just|only|for) this (?:once|time)\b|\bthis (?:one )?time only\b|\bfor now\b|\bright now\b"
    r"|\b(?:until|till|before|after) (?:i|we|you) (?:merge|ship|land|rebase|approve|release)\b"
    r"|\b(?:tonight|tomorrow|this (?:morning|afternoon|evening|week|sprint))\b",
    re.IGNORECASE,
)
_THIS_FILE = re.compile(r"\bthis (?:file|folder|directory|module|test|class)\b", re.IGNORECASE)
_IDENTIFIER = re.compile(r"[\w./:\\@#$?=&%+~*{}\[\]-]+(?:\(\))?", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Why nothing is stored. `message` is Markdown for people and holds nothing of a secret."""

    reason: RefusalReason
    message: str


def refusal(text: str, *, paths: Sequence[str] = ()) -> Refused | None:
    """The first reason against remembering this; None if there is none in the text. The globs are as written."""
    for reason, check in _CHECKS.items():
        detail = check(text.strip(), paths)
        if detail is not None:
            return Refused(reason=reason, message=f"{reason.sentence} {detail}".strip())
    return None


def _secret(text: str, paths: Sequence[str]) -> str | None:
    hits = [hit for part in (text, " ".join([text, *paths]), *paths) for hit in find(part)]
    kinds = list(dict.fromkeys(hit.kind.value for hit in hits))
    return f"Found: {', '.join(kinds)}." if kinds else None


def _empty(text: str, paths: Sequence[str]) -> str | None:
    return None if any(character.isalnum() for character in text) else ""


def _too_short(text: str, paths: Sequence[str]) -> str | None:
    return f"A learning has at least {SHORTEST} characters." if len(text) < SHORTEST else None


def _too_long(text: str, paths: Sequence[str]) -> str | None:
    return f"It has {len(text):,} characters, and at most {MAX_TEXT} are possible." if len(text) > MAX_TEXT else None


def _question(text: str, paths: Sequence[str]) -> str | None:
    prose = without_code(text)
    return "" if _ENDS_AS_QUESTION.search(prose.rstrip()) or _ASKS.match(prose) else None


def _scoped(text: str, paths: Sequence[str]) -> str | None:
    """With paths it is known which file `this file` is."""
    prose = without_code(text)
    found = _SCOPED.search(prose) or (None if paths else _THIS_FILE.search(prose))
    return f"Said by {shown(found[0])}." if found else None


def _identifier(text: str, paths: Sequence[str]) -> str | None:
    return "" if _IDENTIFIER.fullmatch(text.strip("`\"'*_.,;!() ")) else None


def _globs(text: str, paths: Sequence[str]) -> str | None:
    problem = unusable(paths)
    return f"Look: {problem}." if problem else None


def without_code(text: str) -> str:
    """A `?` inside code or a URL asks nothing, and a word there says nothing of when or where."""
    pieces, at = [], 0
    for start, end in code_ranges(text):
        pieces += [text[at:start], "code"]
        at = end
    return _URL.sub("url", "".join([*pieces, text[at:]]))


_CHECKS: dict[RefusalReason, Callable[[str, Sequence[str]], str | None]] = {
    RefusalReason.CONTAINS_SECRET: _secret,
    RefusalReason.EMPTY: _empty,
    RefusalReason.TOO_SHORT: _too_short,
    RefusalReason.TOO_LONG: _too_long,
    RefusalReason.QUESTION: _question,
    RefusalReason.INTERACTION_SCOPED: _scoped,
    RefusalReason.BARE_IDENTIFIER: _identifier,
    RefusalReason.INVALID_GLOB: _globs,
}
