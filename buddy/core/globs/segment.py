"""One path segment of a glob as a regular expression that never backtracks from one star into another.

Between two stars every part has a fixed length, so taking its leftmost place is always right and the search can be
atomic. A glob such as `*a*a*a*/*a*a*a*/b` costs a regular expression of the usual kind hours (python-pathspec and
`fnmatch` translate star by star).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from buddy.core.globs.reasons import BadGlob, GlobReason

# A backslash first: `\[` is no bracket. Inside a bracket expression the first `]` is an ordinary character.
_TOKEN = re.compile(r"\\(?P<escaped>.)|(?P<star>\*+)|(?P<any>\?)|\[(?P<set>[!^]?+.[^\]]*)\]|(?P<plain>.)", re.DOTALL)
_SET_OPERATION = re.compile(r"--|&&|~~|\|\||\\|\[[:.=]")
_END = r"(?=/|\Z)"


def to_regex(segment: str) -> str:
    """The expression for this segment, to be followed by `/` or the end of the path; raises `BadGlob`."""
    if not segment.strip("*"):
        return "[^/]++"
    first, *rest = _parts(segment)
    if not rest:
        return first
    *middle, last = rest
    searched = "".join(f"(?>[^/]*?{part})" for part in middle)
    return f"{first}{searched}(?>[^/]*{last}{_END})"


def stars(segment: str) -> int:
    """How many single stars it holds outside of bracket expressions."""
    return sum(len(token["star"] or "") for token in _TOKEN.finditer(segment))


def literal_text(segment: str) -> str | None:
    """The one name this segment matches, None if it is a pattern."""
    if not re.search(r"[\\*?\[]", segment):
        return segment
    name = ""
    for token in _TOKEN.finditer(segment):
        character = token["escaped"] or token["plain"]
        if character is None or token[0] in ("[", "\\"):
            return None
        name += character
    return name


def _parts(segment: str) -> Iterator[str]:
    """The expressions between the stars."""
    part = ""
    for token in _TOKEN.finditer(segment):
        if token["star"]:
            yield part
            part = ""
        else:
            part += _character(token)
    yield part


def _character(token: re.Match[str]) -> str:
    if token["any"]:
        return "[^/]"
    if token["set"]:
        return _bracket(token["set"])
    if token["plain"] == "[":
        raise BadGlob(GlobReason.BRACKETS, "a `[` is never closed; write `\\[` for the character itself")
    if token["plain"] == "\\":
        raise BadGlob(GlobReason.BACKSLASH, "a backslash only escapes; use / between folders")
    return re.escape(token["escaped"] or token["plain"])


def _bracket(content: str) -> str:
    if _SET_OPERATION.search(content):
        raise BadGlob(GlobReason.BRACKETS, f"`[{content}]` is not supported; list the characters or a simple range")
    negated = content[0] in "!^"
    expression = f"(?!/)[{'^' if negated else ''}{_members(content[1:] if negated else content)}]"
    try:
        re.compile(expression)
    except re.error:
        raise BadGlob(GlobReason.BRACKETS, f"`[{content}]` is no valid range") from None
    return expression


def _members(content: str) -> str:
    """Ranges stay ranges; whatever else means something to a regular expression is escaped."""
    return re.sub(r"[\[\]^]", r"\\\g<0>", content)
