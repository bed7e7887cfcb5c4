"""One glob as a person wrote it, brought into the form that is matched, or refused with the reason.

Everything here narrows or refuses: a typo must never make a learning apply to more files (P4).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from buddy.core.globs import braces, segment
from buddy.core.globs.reasons import BadGlob, GlobReason

MAX_CHARACTERS = 200
MAX_STARS_IN_A_SEGMENT = 3
MAX_DOUBLE_STARS = 4
MAX_GLOBS = 50

_ESCAPABLE = r"\\*?\[\]!# {},"
_USELESS_ESCAPE = re.compile(rf"\\(?:[^{_ESCAPABLE}]|$|\*\*)", re.DOTALL)


def normalise(glob: str, *, existing: Collection[str] = ()) -> tuple[str, ...]:
    """The globs that `glob` stands for, each of which normalises to itself.

    Blanks around it and a leading `./` go (`./a` is anchored: `/a`), braces are expanded, a leading `#` is
    escaped, and a glob that spells one of the `existing` paths, or a folder above one, is taken literally
    (`app/[id]/page.tsx`). Raises `BadGlob`. Rules: DESIGN 6.1.
    """
    text = unicodedata.normalize("NFC", _trim(glob))
    if len(text) > MAX_CHARACTERS:
        raise BadGlob(GlobReason.TOO_LONG, f"longer than {MAX_CHARACTERS} characters")
    negation, body = ("!", _trim(text[1:])) if text.startswith("!") else ("", text)
    body = _without_dot_slash(body)
    if body in _names(existing):
        return (negation + _escape(body),)
    _refuse_unwritable(body)
    _refuse_backslashes(body)
    try:
        bodies = braces.expand(body, limit=MAX_GLOBS)
    except braces.UnclearBraces as problem:
        raise BadGlob(GlobReason.BRACES, str(problem)) from None
    return tuple(dict.fromkeys(negation + _checked(one) for one in bodies))


def literal(path: str) -> str:
    """The glob that matches exactly this file (or this folder and what is in it), at this place only."""
    escaped = _escape(unicodedata.normalize("NFC", path))
    return escaped if "/" in escaped else "/" + escaped


def _trim(glob: str) -> str:
    trimmed = glob.strip()
    # `name\ ` ends in an escaped blank, which gitignore keeps.
    return trimmed + " " if _ends_in_escape(trimmed) and glob.rstrip() != glob else trimmed


def _ends_in_escape(text: str) -> bool:
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def _without_dot_slash(body: str) -> str:
    rest = body
    while rest.startswith("./"):
        rest = rest[2:].lstrip("/")
    anchored = rest != body and rest and "/" not in rest.rstrip("/")
    return "/" + rest if anchored else rest


def _names(existing: Collection[str]) -> Collection[str]:
    """The existing paths and every folder above them."""
    names: set[str] = set()
    for path in existing:
        parts = unicodedata.normalize("NFC", path).split("/")
        names.update("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return names


def _escape(path: str) -> str:
    escaped = re.sub(r"[\\*?\[\]{}]", r"\\\g<0>", path)
    escaped = escaped[:-1] + "\\ " if escaped.endswith(" ") else escaped
    return "\\" + escaped if escaped[:1] in ("#", "!") else escaped


def _refuse_unwritable(body: str) -> None:
    if not body.strip("/"):
        raise BadGlob(GlobReason.EMPTY, "it names no file; write `**` for every file")
    if re.match(r"[A-Za-z]:(?:[\\/]|$)", body):
        raise BadGlob(GlobReason.OUTSIDE, "it begins with a drive letter; write it from the repository's root")
    if re.search(r"[\x00-\x1f\x7f]", body):
        raise BadGlob(GlobReason.CONTROL_CHARACTER, "it holds a control character")


def _refuse_backslashes(body: str) -> None:
    pairs = re.sub(r"\\\\", "", body)
    if _USELESS_ESCAPE.search(pairs):
        raise BadGlob(GlobReason.BACKSLASH, "a backslash only escapes; use / between folders")


def _checked(body: str) -> str:
    """One brace-free body, safe to compile; raises `BadGlob`."""
    body = _without_dot_slash(body)
    _refuse_unwritable(body)
    if len(body) > MAX_CHARACTERS:
        raise BadGlob(GlobReason.TOO_LONG, f"longer than {MAX_CHARACTERS} characters with its braces expanded")
    segments = body.removeprefix("/").removesuffix("/").split("/")
    if ".." in segments:
        raise BadGlob(GlobReason.OUTSIDE, "it leaves the repository with `..`")
    if "" in segments or "." in segments:
        raise BadGlob(GlobReason.EMPTY_SEGMENT, "it holds an empty folder name and can match nothing")
    if segments.count("**") > MAX_DOUBLE_STARS:
        raise BadGlob(GlobReason.TOO_COMPLEX, f"more than {MAX_DOUBLE_STARS} times `**`")
    if max(map(segment.stars, segments)) > MAX_STARS_IN_A_SEGMENT:
        raise BadGlob(GlobReason.TOO_COMPLEX, f"more than {MAX_STARS_IN_A_SEGMENT} stars between two slashes")
    for one in segments:
        segment.to_regex(one)
    return "\\" + body if body.startswith(("#", "!")) else body
