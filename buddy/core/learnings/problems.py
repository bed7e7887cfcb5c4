"""What is wrong with a learnings file, by physical line: reported once, never repaired in silence (P5)."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """Notices are said, warnings should be looked at, errors keep the file from being written."""

    NOTICE = "notice"
    WARNING = "warning"
    ERROR = "error"


class ProblemReason(enum.Enum):
    """Every problem that reading can find; the values are what machine-readable output says."""

    # of the file
    LFS_POINTER = "lfs-pointer"
    HTML = "html"
    UTF_16 = "utf-16"
    JSON_DOCUMENT = "json-document"
    NOT_A_FILE = "not-a-file"
    BOM = "bom"
    CRLF = "crlf"
    CONFLICT_MARKERS = "conflict-markers"
    # of a line
    TOO_LONG = "too-long"
    INVALID_UTF8 = "invalid-utf8"
    INVALID_JSON = "invalid-json"
    TOO_DEEP = "too-deep"
    NOT_AN_OBJECT = "not-an-object"
    INVALID_ID = "invalid-id"
    DUPLICATE_ID = "duplicate-id"
    # of a record
    NEWER_VERSION = "newer-version"
    UNKNOWN_VERSION = "unknown-version"
    UNKNOWN_KIND = "unknown-kind"
    UNKNOWN_SCOPE = "unknown-scope"
    UNKNOWN_STATUS = "unknown-status"
    UNKNOWN_TRUST = "unknown-trust"
    NO_TEXT = "no-text"
    TEXT_TOO_LONG = "text-too-long"
    WRONG_TYPE = "wrong-type"
    LONE_SURROGATE = "lone-surrogate"
    INVISIBLE_CHARACTERS = "invisible-characters"
    UNREADABLE_DATE = "unreadable-date"
    BAD_GLOB = "bad-glob"
    NO_USABLE_PATH = "no-usable-path"
    INCOMPLETE_SUPPRESSION = "incomplete-suppression"
    CONTAINS_SECRET = "contains-secret"  # noqa: S105 - the name of a reason


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One problem. `line` counts from 1, None where it is the file's as a whole; `id` is the record's, if known.

    `message` is a sentence without the line number, and never holds the record's text.
    """

    line: int | None
    reason: ProblemReason
    message: str
    severity: Severity = Severity.WARNING
    id: str | None = None

    @property
    def costs(self) -> bool:
        """False for what is only said: by a byte order mark, CRLF or a repeated id nothing is lost."""
        return self.reason not in _COSTS_NOTHING


_COSTS_NOTHING = frozenset({ProblemReason.BOM, ProblemReason.CRLF, ProblemReason.DUPLICATE_ID})
