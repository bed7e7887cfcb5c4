"""What a model said on this pull request before, and whether it still stands: decided by the text, not by a model.

A tool reports again what is still wrong; a model says it in other words or not at all. So its findings stay until
their line is gone, whether a model looks again or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from buddy.core.change import Change
from buddy.core.findings.alignment_lines import aligned
from buddy.core.findings.finding import MODEL_TOOL, Finding, Severity
from buddy.core.findings.fingerprint_source import readable, split, squeeze
from buddy.core.memory.snapshot import FindingState
from buddy.core.review.known import Known
from buddy.core.review.scope import head_files


@dataclass(frozen=True, kw_only=True, slots=True)
class Contents:
    """The texts that it takes to know what stayed: path to git hash, of the head and of what stood there before."""

    now: Mapping[str, str]
    before: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Stayed:
    """A finding that a model made earlier and whose line is still there."""

    finding: Finding
    known: Known


def said_by_model(known: Sequence[Known]) -> tuple[Known, ...]:
    """Those of a model that are not settled: open, hidden or declined."""
    return tuple(
        item for item in known if item.tool == MODEL_TOOL and item.says and item.state is not FindingState.ADDRESSED
    )


def contents(said: Sequence[Known], *, change: Change, renames: Mapping[str, str]) -> Contents:
    """`renames` is old path to new path. A file whose content did not change needs none."""
    files = head_files(change)
    now: dict[str, str] = {}
    before: dict[str, str] = {}
    for item in said:
        path = renames.get(item.path, item.path)
        file = files.get(path)
        if file is None or file.blob is None or item.blob in (None, file.blob) or item.line is None:
            continue
        now[path] = file.blob
        assert item.blob is not None
        before[item.path] = item.blob
    return Contents(now=now, before=before)


def stayed(
    said: Sequence[Known],
    *,
    change: Change,
    renames: Mapping[str, str],
    now: Mapping[str, str | None],
    before: Mapping[str, str | None],
) -> tuple[Stayed, ...]:
    """Without a text nobody can tell: then the finding stays, on its file as a whole (P4)."""
    files = head_files(change)
    lines: dict[str, Mapping[int, int] | None] = {}
    kept = []
    for item in said:
        path = renames.get(item.path, item.path)
        file = files.get(path)
        if file is None:
            continue
        line = item.line
        if line is not None and item.blob != file.blob:
            if item.path not in lines:
                lines[item.path] = _lines(before.get(item.path), now.get(path))
            moved = lines[item.path]
            if moved is not None and line not in moved:
                continue
            line = moved[line] if moved is not None else None
        elif line is None and file.blob != item.blob:
            continue  # said about the file as it was
        kept.append(Stayed(finding=_finding(item, path=path, line=line), known=item))
    return tuple(kept)


def _lines(before: str | None, now: str | None) -> Mapping[int, int] | None:
    """Old line to new line, both from 1; None where a text is missing."""
    before, now = readable(before), readable(now)
    if before is None or now is None:
        return None
    old, new = ([squeeze(line) for line in split(text)] for text in (before, now))
    return {one + 1: other + 1 for one, other in aligned(old, new).items()}


def _finding(item: Known, *, path: str, line: int | None) -> Finding:
    return Finding(
        category=item.category,
        tool=MODEL_TOOL,
        rule=item.category.partition("/")[2],
        path=path,
        line=line,
        severity=item.severity or Severity.MINOR,
        message=item.says,
    )
