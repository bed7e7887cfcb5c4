"""The globs of one record as a whole: which of them decides about a path, and what is wrong with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from buddy.core.globs import dialect
from buddy.core.globs.pattern import Level, Pattern, compile_glob, plain_pattern
from buddy.core.globs.reasons import BadGlob, GlobReason


@dataclass(frozen=True, kw_only=True, slots=True)
class GlobProblem:
    """A glob that is not used. `message` is a clause; `glob` is what was written."""

    glob: str
    reason: GlobReason
    message: str


class GlobSet:
    """A list of globs in the order in which they were written.

    A bad one is dropped by itself and named in `problems`. What would make the list wider is not dropped: a broken
    negation takes the list with it, except one that could not have excluded a file of the repository (P4). A list
    without a usable positive glob matches nothing, never everything.
    """

    __slots__ = ("patterns", "problems")

    def __init__(self, globs: Sequence[str]) -> None:
        self.patterns: tuple[Pattern, ...]
        self.problems: tuple[GlobProblem, ...]
        only = plain_pattern(globs[0]) if len(globs) == 1 else None
        self.patterns, self.problems = ((only,), ()) if only else _compiled(globs)

    def __bool__(self) -> bool:
        """Whether it can match anything."""
        return bool(self.patterns)

    def matches(self, path: str) -> str | None:
        """The glob that decided that the path is in, None if it is out.

        As in `pathspec.GitIgnoreSpec` the last match wins, and a match of the file outranks one of a folder above
        it. The path is repository-relative with `/`; composed and decomposed Unicode are the same, case is not.
        """
        decided = self.deciding(path if path.isascii() else unicodedata.normalize("NFC", path))
        return decided.glob if decided else None

    def deciding(self, path: str) -> Pattern | None:
        """The positive pattern that decides about an NFC path, None if the path is out."""
        best, best_level = None, Level.NONE
        for pattern in reversed(self.patterns):
            level = pattern.level(path)
            if level > best_level:
                best, best_level = pattern, level
                if level is Level.FILE:
                    break
        return best if best is not None and not best.negated else None


def _compiled(globs: Sequence[str]) -> tuple[tuple[Pattern, ...], tuple[GlobProblem, ...]]:
    patterns: list[Pattern] = []
    problems: list[GlobProblem] = []
    for glob in globs:
        try:
            patterns += _room_for(compile_glob(glob), taken=len(patterns))
        except BadGlob as problem:
            problems.append(GlobProblem(glob=glob, reason=problem.reason, message=str(problem)))
    broken = next((one for one in problems if _widens(one)), None)
    if broken is not None:
        message = f"an exclusion that cannot be read ({broken.message}) makes the whole list unusable"
        problems.append(GlobProblem(glob=broken.glob, reason=GlobReason.BROKEN_NEGATION, message=message))
        return (), tuple(problems)
    if patterns and all(pattern.negated for pattern in patterns):
        message = "exclusions alone match nothing; put `**` before them"
        problems.append(GlobProblem(glob=globs[0], reason=GlobReason.ONLY_NEGATIONS, message=message))
        return (), tuple(problems)
    return tuple(patterns), tuple(problems)


def _room_for(patterns: tuple[Pattern, ...], *, taken: int) -> tuple[Pattern, ...]:
    if taken + len(patterns) > dialect.MAX_GLOBS:
        raise BadGlob(GlobReason.TOO_MANY, f"a list holds at most {dialect.MAX_GLOBS} globs")
    return patterns


def _widens(problem: GlobProblem) -> bool:
    """Whether leaving this glob out could make its list match more."""
    harmless = problem.reason in (GlobReason.EMPTY, GlobReason.OUTSIDE, GlobReason.EMPTY_SEGMENT)
    return problem.glob.lstrip().startswith("!") and not harmless
