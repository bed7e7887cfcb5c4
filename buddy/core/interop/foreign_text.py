"""Bytes of a foreign file as text: encodings, byte order marks, and what is no text at all."""

from __future__ import annotations

import codecs

from buddy.core.interop.conversion import Place, Unusable

LARGEST_FILE = 20 * 1024 * 1024
"""Bytes of a file that are read; ten thousand long rows fit into it (P11)."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def text_of(path: str, data: bytes) -> str | Unusable:
    """The text with its line ends as they are and no byte order mark, or why the file has none.

    Spreadsheets on Windows write UTF-16 with a mark; without one a file is UTF-8 or nothing.
    """
    if len(data) > LARGEST_FILE:
        return unusable(path, "too-large", f"the file is larger than {LARGEST_FILE >> 20} MiB")
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in data:
        return unusable(path, "binary", "the file is no text")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as problem:
        return unusable(path, "encoding", f"byte {problem.start + 1} is no {problem.encoding}; save the file as UTF-8")
    if "\0" in text:
        return unusable(path, "binary", "the file is no text")
    reason = _something_else(text.lstrip()[:200].lower())
    if reason is not None:
        return unusable(path, *reason)
    return text if text.strip() else unusable(path, "empty", "the file is empty")


def _something_else(start: str) -> tuple[str, str] | None:
    """What is often saved in place of a file."""
    if start.startswith("version https://git-lfs.github.com/spec/"):
        return "lfs-pointer", "the file is stored in Git LFS; fetch it first (`git lfs pull`)"
    if start.startswith(("<!doctype html", "<html")):
        return "html", "the file is a web page; download the file itself"
    return None


def unusable(path: str, reason: str, message: str, *, line: int | None = None) -> Unusable:
    """What is said of a file, or of a line in it."""
    return Unusable(place=Place(path=path, line=line), reason=reason, message=message)
