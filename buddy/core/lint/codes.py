"""Every code that `buddy learnings lint` can give, in one table: how bad it is, what it means, what to do.

An error is certain and costs a record or worse; a warning wants a person's look; a notice is only said. What the
clock alone brings about (`expired`) is a notice, so that a required check does not turn red overnight.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from buddy.core.learnings.problems import ProblemReason, Severity


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """What is known of a code. `sentence` and `remedy` are the docs' words; `fixable` says what `--fix` mends."""

    severity: Severity
    sentence: str
    remedy: str
    fixable: bool = False


class Code(enum.Enum):
    """What lint sees beyond the reasons that reading gives."""

    # of a line
    NEAR_LIMIT = "line-near-limit"
    MISSPELLED_KEY = "misspelled-key"
    UNKNOWN_KEY = "unknown-key"
    # of a record
    MOVING_ANCHOR = "moving-anchor"
    WEAKENS_REVIEW = "weakens-review"
    EXPIRED = "expired"
    PROTECTED_CATEGORY = "protected-category"
    # of a record and the others
    DUPLICATE = "duplicate"
    NEAR_COPY = "near-copy"
    OTHER_VALUE = "other-value"
    CONTRADICTION = "contradiction"
    SUPERSEDES_CYCLE = "supersedes-cycle"
    SUPERSEDES_UNKNOWN = "supersedes-unknown"
    SUPERSEDES_REVIVED = "supersedes-revived"
    # of a record and the files of the repository
    MATCHES_EVERYTHING = "matches-everything"
    BROAD_SUPPRESSION = "broad-suppression"
    DEAD_GLOB = "dead-glob"
    VERIFY_UNUSABLE = "verify-unusable"
    VERIFY_FAILED = "verify-failed"
    # of the lint itself
    FILES_UNKNOWN = "files-unknown"
    NOT_COMPARED = "not-compared"


AnyCode: TypeAlias = ProblemReason | Code
"""What a problem goes by: why a line could not be read as it stands, or what lint sees in it."""


def _error(sentence: str, remedy: str) -> Rule:
    return Rule(severity=Severity.ERROR, sentence=sentence, remedy=remedy)


def _warning(sentence: str, remedy: str, *, fixable: bool = False) -> Rule:
    return Rule(severity=Severity.WARNING, sentence=sentence, remedy=remedy, fixable=fixable)


def _notice(sentence: str, remedy: str, *, fixable: bool = False) -> Rule:
    return Rule(severity=Severity.NOTICE, sentence=sentence, remedy=remedy, fixable=fixable)


RULES: Mapping[AnyCode, Rule] = {
    ProblemReason.LFS_POINTER: _error("The file is a Git LFS pointer: nothing is remembered.", "`git lfs untrack` it."),
    ProblemReason.HTML: _error(
        "The file is an HTML page: nothing is remembered.", "Put the learnings file in its place."
    ),
    ProblemReason.UTF_16: _error("The file is encoded in UTF-16: nothing is remembered.", "Save it as UTF-8."),
    ProblemReason.JSON_DOCUMENT: _error("The file is one JSON value over several lines.", "Write one object a line."),
    ProblemReason.NOT_A_FILE: _error("A folder or a link stands in the file's place.", "Commit a regular file."),
    ProblemReason.BOM: _notice(
        "The file begins with a byte order mark, which is ignored.", "Nothing, or fix it.", fixable=True
    ),
    ProblemReason.CRLF: _notice(
        "The file has Windows line ends, which are ignored.", "Nothing, or fix it.", fixable=True
    ),
    ProblemReason.CONFLICT_MARKERS: _error(
        "A merge was left unresolved: nothing in it applies, and the file is not written.", "Resolve the merge."
    ),
    ProblemReason.TOO_LONG: _error("A line is longer than 64 KiB and is not read.", "Shorten it."),
    ProblemReason.INVALID_UTF8: _error("A line is no UTF-8 and is not read.", "Save the file as UTF-8."),
    ProblemReason.INVALID_JSON: _error("A line is no JSON and is not read.", "Mend the line, or delete it."),
    ProblemReason.TOO_DEEP: _error("A line nests too deeply and is not read.", "Write a flat object."),
    ProblemReason.NOT_AN_OBJECT: _error("A line is JSON but no object.", "Write an object with `id` and `text`."),
    ProblemReason.INVALID_ID: _error(
        "A record has no usable id and does not apply.", "Give it one, such as `l_x7c2k9q4mn`."
    ),
    ProblemReason.DUPLICATE_ID: _notice(
        "Another line of the same id counts, as after a union merge; this one does not.",
        "Delete the line, or fix it.",
        fixable=True,
    ),
    ProblemReason.NEWER_VERSION: _notice("A record needs a newer Buddy and does not apply.", "Use that version."),
    ProblemReason.UNKNOWN_VERSION: _warning("`v` is no version number; the record does not apply.", "Write `1`."),
    ProblemReason.UNKNOWN_KIND: _warning(
        "The kind is unknown; the record does not apply.", "Use one of the known kinds."
    ),
    ProblemReason.UNKNOWN_SCOPE: _warning("The scope is unknown; the record does not apply.", "Write `repo` or `org`."),
    ProblemReason.UNKNOWN_STATUS: _warning("The status is unknown; the record does not apply.", "Use a known status."),
    ProblemReason.UNKNOWN_TRUST: _warning("The trust is unknown and read as `stated`.", "Use a known level."),
    ProblemReason.NO_TEXT: _error("A record has no visible text and does not apply.", "Write what is to be known."),
    ProblemReason.TEXT_TOO_LONG: _error(
        "A text is longer than 600 characters; the record does not apply.", "Split it."
    ),
    ProblemReason.WRONG_TYPE: _error(
        "A field has the wrong type and is not used.", "Write it as the format page has it."
    ),
    ProblemReason.LONE_SURROGATE: _warning("Half of a character is read as U+FFFD.", "Write the character."),
    ProblemReason.INVISIBLE_CHARACTERS: _warning(
        "The text holds characters that nobody sees; they are left out.",
        "Look who wrote them, then fix it.",
        fixable=True,
    ),
    ProblemReason.UNREADABLE_DATE: _error("A date cannot be read.", "Write it as `2026-11-29T10:00:00Z`."),
    ProblemReason.BAD_GLOB: _error(
        "A glob cannot be used: the record applies to less than was meant.", "Correct the glob."
    ),
    ProblemReason.NO_USABLE_PATH: _error(
        "None of the globs can be used; the record does not apply.", "Correct the globs."
    ),
    ProblemReason.INCOMPLETE_SUPPRESSION: _error(
        "A suppression lacks its category or its paths, and hides nothing.", "Give it both."
    ),
    ProblemReason.CONTAINS_SECRET: _error(
        "The line holds what looks like a secret.", "Rotate it, then take it out of the file and its history."
    ),
    Code.NEAR_LIMIT: _warning("The line is close to 64 KiB, from which on it is not read.", "Shorten it."),
    Code.MISSPELLED_KEY: _warning("A key is not read, and almost one that is.", "Correct its spelling."),
    Code.UNKNOWN_KEY: _notice("A key means nothing to Buddy; it is kept.", "Nothing, if another tool reads it."),
    Code.MOVING_ANCHOR: _warning(
        "The text leans on something that moves on: a line number, pull request, commit, date or version.",
        "Say it without, or give the record an `expiresAt` where it is about a date.",
    ),
    Code.WEAKENS_REVIEW: _warning(
        "The text asks for less review; it can switch nothing off, but a model reads it.",
        "Archive it; to hide a rule, record a suppression.",
    ),
    Code.EXPIRED: _notice("`expiresAt` has passed; the record does not apply.", "Archive it, or give it more time."),
    Code.PROTECTED_CATEGORY: _warning(
        "The category of a suppression is protected, so that it hides nothing.",
        "Archive it, or change `review.protected`.",
    ),
    Code.DUPLICATE: _warning(
        "Another record says the same in other spelling or under another id.", "Keep one of them."
    ),
    Code.NEAR_COPY: _warning("Another record says almost the same.", "Keep one of them."),
    Code.OTHER_VALUE: _warning(
        "A newer record says the same of another value.", "Archive the older one, or name it in `supersedes`."
    ),
    Code.CONTRADICTION: _warning(
        "Another record asks for the opposite; the newer one wins in prompts.", "Archive one of them."
    ),
    Code.SUPERSEDES_CYCLE: _warning("Records replace each other in a circle.", "Take one `supersedes` out."),
    Code.SUPERSEDES_UNKNOWN: _notice("A record replaces one that is not in the file.", "Nothing, or take it out."),
    Code.SUPERSEDES_REVIVED: _warning(
        "A record applies again, because the one that replaced it was itself put away.",
        "Archive it, or name it in the `supersedes` of what counts now.",
    ),
    Code.MATCHES_EVERYTHING: _notice("The paths match every file, as no paths would.", "Leave `paths` out."),
    Code.BROAD_SUPPRESSION: _warning(
        "A suppression hides its rule in every file, or in most of the repository.",
        "Narrow its paths, or switch the rule off in the tool.",
    ),
    Code.DEAD_GLOB: _warning("A glob matches no file of the repository.", "Correct it, or archive the record."),
    Code.VERIFY_UNUSABLE: _warning("The check in `verify` cannot be run.", "Correct its `path` and `regex`."),
    Code.VERIFY_FAILED: _warning(
        "No file that `verify` names holds what its `regex` looks for.",
        "Look whether the record is still true; archive it, or correct the check.",
    ),
    Code.FILES_UNKNOWN: _notice("There is no repository to compare the globs with.", "Run it inside of one."),
    Code.NOT_COMPARED: _notice("There was too much to compare; the rest is unknown.", "Mend what is said, run again."),
}
