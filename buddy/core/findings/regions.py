"""The lines that a tool flags: whole numbers from 1, whatever shape they were written in."""

from __future__ import annotations

from buddy.core.findings import loose
from buddy.core.findings.notices import NoticeId, Notices, quoted


def lines(start: object, end: object, *, what: str, notices: Notices) -> tuple[int | None, int | None]:
    """First and last line, equal where one line is flagged, None for the file as a whole (0 or no line, FIND-07).

    A first line that is no number gives a file-level finding, a last line before it the first line alone; both
    are said.
    """
    line, end_line = loose.whole(start), loose.whole(end)
    if start is not None and (line is None or line < 0 or not isinstance(start, int)):
        read_as = line if line is not None and line > 0 else "the whole file"
        notices.add(NoticeId.BAD_REGION, f"{what}: the line {quoted(start)} was read as {read_as}")
    if line is None or line < 1:
        return None, None
    if end is not None and (end_line is None or end_line < line):
        notices.add(NoticeId.BAD_REGION, f"{what}: the end line {quoted(end)} was ignored, it starts at {line}")
        end_line = line
    return line, line if end_line is None else end_line
