"""What a handler gives back: the outcome of one command, as values."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from buddy.core.capture.refusals import RefusalReason
from buddy.core.respond.entry import Entry


class CommandOutcome(enum.Enum):
    """The closed set of DESIGN 3.4."""

    RECORDED = "recorded"
    PENDING = "pending"
    ANSWERED = "answered"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    FAILED = "failed"

    @property
    def good(self) -> bool:
        """Whether the person got what was asked for: the reaction is a thumb then."""
        return self not in (CommandOutcome.REFUSED, CommandOutcome.FAILED)


class Unable(enum.Enum):
    """Why a command was not done, beyond the reasons for not remembering something."""

    UNREADABLE = "unreadable"
    UNKNOWN_FINGERPRINT = "unknown-fingerprint"
    UNKNOWN_ID = "unknown-id"
    NEEDS_PULL_REQUEST = "needs-pull-request"
    NEEDS_PATHS = "needs-paths"
    NO_PATH = "no-path"
    PROTECTED = "protected-category"
    NO_PROPOSAL = "no-proposal"
    NOT_RECORDED_YET = "not-recorded-yet"
    FILE_NOT_WRITABLE = "file-not-writable"
    CLOSED = "closed"
    LEARNINGS_OFF = "learnings-off"
    CLASH = "id-clash"
    NO_MODEL = "no-model"
    MODEL_FAILED = "model-failed"


Reason = RefusalReason | Unable


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """`say` is Markdown, foreign text in it is inert; `entries` are what now waits to be recorded.

    `proposal` is the comment of the proposal that it is about, `closes` are the first comments of threads to be closed,
    `declines` the findings that are settled on this pull request.
    """

    outcome: CommandOutcome
    say: str
    reason: Reason | None = None
    id: str | None = None
    entries: tuple[Entry, ...] = ()
    proposal: int | None = None
    closes: tuple[int, ...] = ()
    declines: tuple[str, ...] = ()


def refused(reason: Reason, say: str | None = None) -> Answer:
    """Not done, in the words of the reason unless there are better ones."""
    words = say if say is not None else reason.sentence if isinstance(reason, RefusalReason) else ""
    return Answer(outcome=CommandOutcome.REFUSED, say=words, reason=reason)
