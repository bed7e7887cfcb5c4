"""The story of one line of the learnings file, as the commits tell it: when it came, changed, went, and by which pull
request.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from buddy.core.learnings.lenient import as_written
from buddy.core.record.commit import keys_of

ID = re.compile(r"[A-Za-z]_[A-Za-z0-9_.-]{2,64}")
"""What an id looks like (DESIGN 3.1)."""

_PULL = (
    re.compile(r"\AMerge pull request #([0-9]{1,9}) from "),
    re.compile(r"\A[^\n]*\(#([0-9]{1,9})\)[ \t]*(?:\n|\Z)"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class LineCommit:
    """A commit that touched lines of one file: those it took away and those it put in, against its first parent.

    `date` is ISO 8601, as git gives it; `merges` says whether it has several parents.
    """

    sha: str
    date: str
    author: str
    message: str
    merges: bool
    removed: Sequence[bytes]
    added: Sequence[bytes]


class LineChange(enum.Enum):
    """What a commit did to the line of an id."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True, kw_only=True, slots=True)
class LineEvent:
    """One commit in the life of a line.

    `merge` says that it brought in what another commit had done. `pull` is the number of the pull request that GitHub
    names in the message, None where it names none; `recorded` says that Buddy wrote the commit for this very id.
    """

    sha: str
    date: str
    author: str
    change: LineChange
    merge: bool
    pull: int | None
    recorded: bool


def line_events(record_id: str, commits: Iterable[LineCommit]) -> tuple[LineEvent, ...]:
    """The commits that touched the line of this id, in their order."""
    return tuple(event for commit in commits if (event := _event(record_id, commit)) is not None)


def last_line(record_id: str, commits: Sequence[LineCommit]) -> bytes | None:
    """How the line read at last, also where it is gone since; None where no commit ever had it. Oldest commit first."""
    for commit in reversed(commits):
        for lines in (commit.added, commit.removed):
            mine = _of(record_id, lines)
            if mine:
                return mine[-1]
    return None


def pull_of(message: str) -> int | None:
    """The pull request that a merge or squash by GitHub names in its message's first line."""
    found = next((match for pattern in _PULL if (match := pattern.search(message)) is not None), None)
    return int(found[1]) if found is not None else None


def _event(record_id: str, commit: LineCommit) -> LineEvent | None:
    gone, come = _of(record_id, commit.removed), _of(record_id, commit.added)
    if not gone and not come:
        return None
    change = LineChange.CHANGED if gone and come else LineChange.ADDED if come else LineChange.REMOVED
    return LineEvent(
        sha=commit.sha,
        date=commit.date,
        author=commit.author,
        change=change,
        merge=commit.merges,
        pull=pull_of(commit.message),
        recorded=record_id in (keys_of(commit.message) or ()),
    )


def _of(record_id: str, lines: Iterable[bytes]) -> list[bytes]:
    """The lines of this id, not those that only mention it."""
    return [line for line in lines if (as_written(line) or {}).get("id") == record_id]
