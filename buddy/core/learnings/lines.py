"""The file before any record is read: what kind of file it is, its lines, and unresolved merges in it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from buddy.core.learnings.problems import Problem, ProblemReason, Severity

BOM = b"\xef\xbb\xbf"
MAX_LINE = 64 * 1024  # bytes without the line end

_LFS = b"version https://git-lfs.github.com/spec/"
_HTML = re.compile(rb"\s*<(?:(?:!doctype\s+html|html|head|body)\b|!--)", re.IGNORECASE)
_MARKER = re.compile(rb"(?P<sign><{7,}|={7,}|>{7,}|\|{7,})(?: .*)?\r?\Z", re.DOTALL)


def not_a_learnings_file(data: bytes) -> Problem | None:
    """The one message for content that is something else altogether."""
    body = data.removeprefix(BOM)
    if body.startswith(_LFS):
        message = "the file is stored in Git LFS; Buddy needs the plain file (`git lfs untrack` it)"
        return _of_file(ProblemReason.LFS_POINTER, message)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _of_file(ProblemReason.UTF_16, "the file is encoded in UTF-16; save it as UTF-8")
    if _HTML.match(body):
        return _of_file(ProblemReason.HTML, "the file is an HTML page, not a learnings file")
    return None


def is_json_document(data: bytes) -> bool:
    """Whether the bytes are one JSON value spread over several lines, such as a pretty-printed list."""
    try:
        json.loads(data.removeprefix(BOM).decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    return True


def is_marker(line: bytes) -> bool:
    """Whether git writes such a line where a merge was left unresolved."""
    return _MARKER.match(line) is not None


def conflicts(lines: Sequence[bytes], marked: Sequence[int]) -> list[range]:
    """The places of lines that an unresolved merge makes doubtful, markers included.

    `marked` are the places of lines that look like markers, ascending. An opening without an end reaches to the end
    of the file; an end without an opening reaches back to the last conflict, or to the start. A line of `=` alone,
    with neither, is no conflict.
    """
    found: list[range] = []
    start: int | None = None
    for place in marked:
        sign = lines[place][:1]
        if sign == b"<" and start is None:
            start = place
        elif sign == b">":
            free_from = found[-1].stop if found else 0
            found.append(range(free_from if start is None else start, place + 1))
            start = None
    if start is not None:
        found.append(range(start, len(lines)))
    return found


def conflict_problem(place: range, *, total: int) -> Problem:
    """The error for one conflict, by physical lines."""
    first, last = place.start + 1, min(place.stop, total)
    lines = f"line {first}" if first == last else f"lines {first}-{last}"
    message = f"unresolved merge conflict, {lines}; nothing in it applies and the file is not written"
    return Problem(line=first, reason=ProblemReason.CONFLICT_MARKERS, message=message, severity=Severity.ERROR)


def encoding_notices(data: bytes) -> list[Problem]:
    """What is said once about a byte order mark and Windows line ends, which do no harm."""
    notices = []
    if data.startswith(BOM):
        message = "the file begins with a byte order mark, which Buddy ignores and keeps"
        notices.append(Problem(line=1, reason=ProblemReason.BOM, message=message, severity=Severity.NOTICE))
    if b"\r" in data and b"\r\n" in data:  # one byte is looked up ten times as fast as two
        message = "the file has Windows line ends (CRLF); lines that Buddy adds end in LF"
        notices.append(Problem(line=None, reason=ProblemReason.CRLF, message=message, severity=Severity.NOTICE))
    return notices


def _of_file(reason: ProblemReason, message: str) -> Problem:
    return Problem(line=None, reason=reason, message=message, severity=Severity.ERROR)
