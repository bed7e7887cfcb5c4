"""One learning as it stands on a line of the file (DESIGN 3.1).

A typed, untracked structure and no model object: there may be 100,000 of them, and a model object costs more than
decoding the line does.
"""

from __future__ import annotations

import enum
from typing import Literal

import msgspec

MAX_TEXT = 600  # code points
VERSION = 1


class Kind(enum.Enum):
    """What a learning does: all add context but `SUPPRESSION`, which hides findings."""

    FACT = "fact"
    CONVENTION = "convention"
    COMMAND = "command"
    SUPPRESSION = "suppression"


class Scope(enum.Enum):
    """Whom it concerns."""

    REPO = "repo"
    ORG = "org"


class Status(enum.Enum):
    """Whether it is in force."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"


class Trust(enum.Enum):
    """How well proven it is; `rank` grows with it."""

    STATED = "stated"
    APPROVED = "approved"
    VALIDATED = "validated"
    PINNED = "pinned"

    @property
    def rank(self) -> int:
        """0 for stated up to 3 for pinned."""
        return list(Trust).index(self)


class Source(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Where it was said: pull request, comment id, the command's place in that comment, by whom, by which way."""

    pr: int | None = None
    comment: int | None = None
    n: int | None = None
    by: str | None = None
    via: str | None = None


class Match(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Which findings a suppression hides; `category` is compared exactly."""

    category: str | None = None
    fingerprint: str | None = None
    anchors: tuple[str, ...] | None = None


class About(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The finding that was answered when it was said."""

    category: str | None = None
    path: str | None = None


class Verify(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A check against base files, never executed."""

    path: str | None = None
    regex: str | None = None


class Learning(msgspec.Struct, frozen=True, gc=False, kw_only=True, rename="camel"):
    """A record. `paths` are the globs as written, None or empty for everywhere; dates are text as written.

    The order of the fields is the order of the keys on a line that Buddy writes.
    """

    v: Literal[1] | None = None
    id: str
    kind: Kind = Kind.FACT
    scope: Scope = Scope.REPO
    text: str
    paths: tuple[str, ...] | None = None
    status: Status = Status.ACTIVE
    trust: Trust | None = None
    match: Match | None = None
    reason: str | None = None
    about: About | None = None
    keywords: tuple[str, ...] | None = None
    expires_at: str | None = None
    supersedes: str | tuple[str, ...] | None = None
    verify: Verify | None = None
    source: Source | None = None
    created_at: str | None = None
    updated_at: str | None = None

    @property
    def changed_at(self) -> str | None:
        """When it last changed, as written: `updatedAt`, else `createdAt`."""
        return self.updated_at or self.created_at

    @property
    def superseded_ids(self) -> tuple[str, ...]:
        """The ids of the records that it replaces."""
        ids = self.supersedes
        return (ids,) if isinstance(ids, str) else ids or ()


class InertReason(enum.Enum):
    """Why a record does not apply."""

    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    UNREADABLE_EXPIRY = "unreadable-expiry"
    NEWER_VERSION = "newer-version"
    UNKNOWN_VERSION = "unknown-version"
    UNKNOWN_KIND = "unknown-kind"
    UNKNOWN_SCOPE = "unknown-scope"
    UNKNOWN_STATUS = "unknown-status"
    NO_TEXT = "no-text"
    TEXT_TOO_LONG = "text-too-long"
    NO_USABLE_PATH = "no-usable-path"
    INCOMPLETE_SUPPRESSION = "incomplete-suppression"

    @property
    def sentence(self) -> str:
        """The reason for people, without a final stop."""
        return _SENTENCES[self]


class FaultyLearning(Learning, frozen=True, gc=False, kw_only=True):
    """A record that is kept and shown but not applied, because a field of its line cannot be trusted.

    Decoding never makes one. Its other fields hold what could be read, else their defaults.
    """

    fault: InertReason


_SENTENCES = {
    InertReason.ARCHIVED: "archived",
    InertReason.SUPERSEDED: "marked as superseded",
    InertReason.EXPIRED: "expired",
    InertReason.UNREADABLE_EXPIRY: "its expiresAt is no date, so nobody can tell whether it still holds",
    InertReason.NEWER_VERSION: "its schema version is newer than this Buddy reads",
    InertReason.UNKNOWN_VERSION: "its schema version is no version number",
    InertReason.UNKNOWN_KIND: "its kind is unknown",
    InertReason.UNKNOWN_SCOPE: "its scope is unknown",
    InertReason.UNKNOWN_STATUS: "its status is unknown",
    InertReason.NO_TEXT: "it has no visible text",
    InertReason.TEXT_TOO_LONG: f"its text is longer than {MAX_TEXT} characters",
    InertReason.NO_USABLE_PATH: "none of its paths is a usable glob",
    InertReason.INCOMPLETE_SUPPRESSION: "a suppression needs a category and at least one path",
}
