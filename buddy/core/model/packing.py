"""Which pieces of a change go into which question, and what is left out of all of them, with the reason (P8, P11)."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from buddy.core import tokens
from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.globs import GlobSet
from buddy.core.memory import path_kinds
from buddy.core.model.pieces import Piece, heading, pieces


class NotAsked(enum.Enum):
    """Why a file, or a part of one, is in no question."""

    EXCLUDED = "excluded by the configuration"
    OWN_FILE = "Buddy's own memory or configuration"
    GENERATED = "generated, or a lock file"
    REMOVED = "removed"
    NO_TEXT = "binary, or no line changed"
    NOT_SHOWN = "too large for the host to show"
    REVIEWED = "reviewed before and unchanged since"
    TOO_LARGE = "a single part larger than a question may be"
    OVER_BUDGET = "the run's budget for the model was full"


@dataclass(frozen=True, kw_only=True, slots=True)
class Packed:
    """`questions` hold the pieces of one question each. `left_out` says why a path is in none, or not whole."""

    questions: tuple[tuple[Piece, ...], ...]
    left_out: Mapping[str, NotAsked] = field(default_factory=dict)

    @property
    def asked(self) -> Mapping[str, tuple[Piece, ...]]:
        """The pieces that are in a question, by path."""
        found: dict[str, tuple[Piece, ...]] = {}
        for question in self.questions:
            for piece in question:
                found[piece.path] = (*found.get(piece.path, ()), piece)
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """Tokens: of the pieces in one question, and of those in all questions together."""

    question: int
    run: int


def pack(
    change: Change,
    *,
    exclude: Sequence[str],
    own_files: Collection[str],
    reviewed: Mapping[str, Collection[str]],
    room: Room,
) -> Packed:
    """Code before tests before the rest, each by path, so that the same change is always asked in the same way.

    `reviewed` are the digests of hunks that a model has seen on this pull request, by path.
    """
    left_out: dict[str, NotAsked] = {}
    wanted: list[Piece] = []
    excluded = GlobSet(exclude)
    for file in sorted(change.files, key=_order):
        reason = _why_not(file, excluded, own_files)
        found = tuple(pieces(file)) if reason is None else ()
        fresh = [piece for piece in found if piece.digest not in reviewed.get(file.path, ())]
        if reason is None and not found:
            reason = NotAsked.NO_TEXT
        if reason is None and not fresh:
            reason = NotAsked.REVIEWED
        if reason is not None:
            left_out[file.path] = reason
        wanted += fresh
    return Packed(questions=tuple(_questions(wanted, room, left_out)), left_out=left_out)


def _questions(wanted: Sequence[Piece], room: Room, left_out: dict[str, NotAsked]) -> Iterator[tuple[Piece, ...]]:
    current: list[Piece] = []
    here = total = 0
    for piece in wanted:
        alone = piece.tokens + tokens.estimate(heading(piece.path)) + 1
        beside = piece.tokens if current and current[-1].path == piece.path else alone
        opens = not current or here + beside > room.question
        cost = alone if opens else beside
        if alone > room.question:
            left_out[piece.path] = NotAsked.TOO_LARGE
            continue
        if total + cost > room.run:
            left_out[piece.path] = NotAsked.OVER_BUDGET
            continue
        if opens and current:
            yield tuple(current)
            current, here = [], 0
        current.append(piece)
        here += cost
        total += cost
    if current:
        yield tuple(current)


def _order(file: ChangedFile) -> tuple[int, str]:
    if path_kinds.TEST.holds(file.path):
        return 1, file.path
    if path_kinds.DOCS.holds(file.path):
        return 3, file.path
    return (0 if path_kinds.CODE.holds(file.path) else 2), file.path


def _why_not(file: ChangedFile, excluded: GlobSet, own_files: Collection[str]) -> NotAsked | None:
    if file.status is FileStatus.REMOVED:
        return NotAsked.REMOVED
    if path_kinds.OWN.holds(file.path) or file.path in own_files:
        return NotAsked.OWN_FILE
    if excluded.matches(file.path) is not None:
        return NotAsked.EXCLUDED
    if path_kinds.LOCK.holds(file.path) or path_kinds.GENERATED.holds(file.path):
        return NotAsked.GENERATED
    if file.patch is None:
        return NotAsked.NOT_SHOWN if file.additions or file.deletions else NotAsked.NO_TEXT
    return None
