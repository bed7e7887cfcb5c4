"""How a host says no."""

from __future__ import annotations

import enum

from buddy.core.errors import HostError


class RefusalKind(enum.Enum):
    """Why the host said no; the six meanings of 403 and those of 422 that a verb acts on are told apart here."""

    READ_ONLY = "read-only-token"  # "Resource not accessible by integration": forks, dependabot, missing permission
    MISSING_PERMISSION = "missing-permission"
    LOCKED = "locked-conversation"
    NO_PULL_REQUESTS = "may-not-open-pull-requests"
    RATE_LIMIT = "rate-limit"  # waiting any longer would pass the total cap
    SINGLE_SIGN_ON = "single-sign-on"
    BAD_TOKEN = "bad-token"  # noqa: S105 - a kind, not a credential
    NOT_FOUND = "not-found"
    ALREADY_EXISTS = "already-exists"  # the branch, or an open pull request of the branch: read it and go on (REC-03)
    NOT_FAST_FORWARD = "not-a-fast-forward"  # the branch moved meanwhile: read its tip and build anew (REC-08)
    NOTHING_TO_MERGE = "nothing-to-merge"  # no commit that the target does not have already (REC-07)
    BRANCH_RULES = "branch-rules"  # protection or a ruleset forbids Buddy its own branch (REC-11)
    UNPROCESSABLE = "unprocessable"  # 422: the request itself is at fault, never retried as it is
    CONFLICT = "conflict"  # 409: somebody else was faster
    UNAVAILABLE = "unavailable"  # 5xx or a lost connection: a write may or may not have happened


class Refusal(HostError):
    """The host refused or did not answer; the message says what to change."""

    def __init__(self, kind: RefusalKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
