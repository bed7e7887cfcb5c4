"""Why a glob is refused."""

from __future__ import annotations

import enum


class GlobReason(enum.Enum):
    """Every way in which a glob, or a list of them, is unusable."""

    EMPTY = "empty-glob"
    TOO_LONG = "glob-too-long"
    TOO_COMPLEX = "glob-too-complex"
    TOO_MANY = "too-many-globs"
    OUTSIDE = "glob-outside-repository"
    BACKSLASH = "glob-backslash"
    BRACES = "glob-braces"
    BRACKETS = "glob-brackets"
    EMPTY_SEGMENT = "glob-empty-segment"
    CONTROL_CHARACTER = "glob-control-character"
    ONLY_NEGATIONS = "only-negations"
    BROKEN_NEGATION = "broken-negation"


class BadGlob(ValueError):
    """A glob that is refused; the message is a clause that says what is wrong and what to write instead."""

    def __init__(self, reason: GlobReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
