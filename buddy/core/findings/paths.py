"""Where a tool's path lies in the repository: repository-relative with `/`, or nowhere.

A wrong path would let a glob or a suppression hit the wrong file, so whatever is not certainly inside is outside.
Nothing here touches a disk: `..` is resolved by its letters, symbolic links are not followed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote_to_bytes

_LONGEST_PATH = 4096
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")  # two characters at least: one is a drive letter
_DRIVE = re.compile(r"/?([A-Za-z]):(?=/|$)")


def normalise(uri: str, roots: Sequence[str]) -> str | None:
    """The repository path of a URI reference, percent-decoded once; None for outside, a folder, or no path at all.

    `roots` are the absolute paths or `file:` URIs of the repository's top on any machine that may have scanned.
    A `?query` or `#fragment` goes, unless a slash follows: then it is a folder like `C#` that a tool did not encode.
    """
    located = _without_scheme(uri)
    return None if located is None else _inside(_decoded(_without_tail(located)), roots)


def normalise_path(path: str, roots: Sequence[str]) -> str | None:
    """As `normalise`, for formats that write plain file-system paths: nothing is decoded and no tail is cut."""
    if path[:5].lower() == "file:":
        return normalise(path, roots)
    located = _without_scheme(path)
    return None if located is None else _inside(located, roots)


def is_absolute_file(uri: str) -> bool:
    """Whether a URI reference or path names a file from the top of some machine."""
    located = _without_scheme(uri)
    return located is not None and is_absolute(located)


def is_absolute(uri: str) -> bool:
    """Whether a URI reference stands on its own: with a scheme, a drive letter or a leading slash."""
    return uri.startswith(("/", "\\")) or _SCHEME.match(uri) is not None or _DRIVE.match(_slashes(uri)) is not None


def _without_scheme(uri: str) -> str | None:
    scheme = _SCHEME.match(uri)
    if scheme is None:
        return uri
    if scheme[1].lower() != "file":
        return None
    rest = _slashes(uri[scheme.end() :])
    if not rest.startswith("//"):
        return rest
    host, slash, path = rest[2:].partition("/")
    if re.fullmatch(r"[A-Za-z]:", host):  # file://C:/x, one slash short, is common
        return f"/{host}{slash}{path}"
    return slash + path if host.lower() in ("", "localhost") else None


def _without_tail(reference: str) -> str:
    folder, slash, name = reference.rpartition("/")
    return folder + slash + re.split("[?#]", name, maxsplit=1)[0]


def _decoded(path: str) -> str:
    try:
        return unquote_to_bytes(path).decode("utf-8")
    except UnicodeError:  # not UTF-8, or half a surrogate pair: no name that git could tell apart
        return "\0"


def _inside(path: str, roots: Sequence[str]) -> str | None:
    path = _slashes(path)
    if not path.strip() or len(path) > _LONGEST_PATH or path.endswith("/") or _has_control_characters(path):
        return None
    segments = _segments(path)
    if segments is None:
        return None
    if path.startswith("/") or _DRIVE.match(path):
        segments = _below_a_root(segments, roots)
    return "/".join(segments) if segments and segments[0].lower() != ".git" else None


def _below_a_root(segments: list[str], roots: Sequence[str]) -> list[str] | None:
    for root in sorted((_root_segments(root) for root in roots), key=len, reverse=True):
        if root and _comparable(segments[: len(root)]) == _comparable(root):
            return segments[len(root) :]
    return None


def _root_segments(root: str) -> list[str]:
    if root[:5].lower() == "file:":
        root = _decoded(_without_scheme(root) or "")
    return _segments(_slashes(root)) or []


def _comparable(segments: list[str]) -> list[str]:
    folded = [unicodedata.normalize("NFC", segment) for segment in segments]
    return [segment.lower() for segment in folded] if folded and _DRIVE.match(folded[0]) else folded


def _segments(path: str) -> list[str] | None:
    """The path's parts without `.` and `..`; a drive letter is the first part. None where `..` leaves the top."""
    absolute = path.startswith("/") or _DRIVE.match(path) is not None
    found: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            if not found and not absolute:
                return None
            del found[-1:]
        elif segment not in ("", "."):
            found.append(segment)
    return found


def _slashes(path: str) -> str:
    return path.replace("\\", "/")


def _has_control_characters(path: str) -> bool:
    if path.isascii():
        return not path.isprintable()
    return any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in path)
