"""What waits to be recorded, and what becomes of it in one run."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from buddy.core.learnings.record import Learning, Status


@dataclass(frozen=True, kw_only=True, slots=True)
class SaidIn:
    """The comment in which it was said: `pr` is the number of the pull request or issue, `url` the comment's page."""

    pr: int
    comment: int
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Pending:
    """One approved entry; whoever hands it over has asked for the permissions of its people at this moment (P3).

    `record` is the line as it is to be: a new one, or, to archive a line, that line's record with another status.
    `key` names the entry for good; it differs from the record's id where an existing line is archived, None where it
    is the same. `author` wrote the change it was said on, `approvers` said yes to it. `removed` counts invisible
    characters that were taken out of the text.
    """

    record: Learning
    key: str | None = None
    source: SaidIn | None = None
    approvers: tuple[str, ...] = ()
    author: str | None = None
    weakens_review: bool = False
    removed: int = 0

    @property
    def id(self) -> str:
        """The key."""
        return self.key or self.record.id

    @property
    def archives(self) -> bool:
        """Whether it takes a line out of force."""
        return self.record.status is not Status.ACTIVE


class State(enum.Enum):
    """What became of an entry; `DONE`, `DECLINED` and `DROPPED` are for good."""

    RECORDED = "recorded"  # stands on the record branch, and in its pull request where there is one
    WAITING = "waiting"  # for the next pull request: the batch is full or the last one is too young
    BLOCKED = "blocked"  # something has to be changed first; a notice says what
    DONE = "done"  # the target branch has it
    DROPPED = "dropped"  # unticked in the pull request, or taken off its branch by somebody
    DECLINED = "declined"  # its pull request was closed without a merge

    @property
    def final(self) -> bool:
        """Whether it need not be handed over again."""
        return self in {State.DONE, State.DROPPED, State.DECLINED}
