"""Where a comment hangs in a diff: whether a place exists, and where it is after a push."""

from __future__ import annotations

from buddy.sandbox.git.diffs import DiffLine, FileDiff, Side, diff_files, diff_lines, hunk_until, moved_line
from buddy.sandbox.git.history import merge_base, tip
from buddy.sandbox.git.objects import EMPTY_TREE, find_entry
from buddy.sandbox.records import Pull, ReviewComment, Spot


class UnplacedError(Exception):
    """`field` is the part of the place that is wrong; the message is GitHub's."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def pull_base(pull: Pull, head: str | None = None) -> str:
    """The commit a pull request is compared with: the merge base with the base branch's tip.

    Once it is closed, with the base branch as it was: after a merge nothing would be left to show.
    """
    base = pull.base_sha
    if pull.issue.state == "open":
        base = tip(pull.repo.git, pull.repo.ref(f"refs/heads/{pull.base_ref}")) or base
    return merge_base(pull.repo.git, base, head or pull.head_sha) or EMPTY_TREE


def pull_files(pull: Pull, head: str | None = None) -> tuple[FileDiff, ...]:
    return diff_files(pull.repo.git, pull_base(pull, head), head or pull.head_sha)


def place(pull: Pull, commit: str, wanted: Spot, *, subject: str) -> Spot:
    """The spot with position and hunk filled in; raises UnplacedError where the diff has no such place."""
    patch = _patch_of(pull, commit, wanted.path)
    if subject == "file":
        return Spot(path=wanted.path, side=wanted.side, line=None)
    lines = list(diff_lines(patch or ""))
    end = _end_line(lines, wanted)
    if end is None:
        raise UnplacedError("line", "Line could not be resolved")
    side = wanted.side if wanted.position is None else (Side.LEFT if end.new is None else Side.RIGHT)
    _check_start(lines, wanted, end)
    return Spot(
        path=wanted.path,
        side=side,
        line=end.at(side),
        start_side=wanted.start_side or (side if wanted.start_line is not None else None),
        start_line=wanted.start_line,
        position=end.position,
        hunk=hunk_until(patch or "", end),
    )


def anchor_again(pull: Pull) -> None:
    """After the head or base moved: each comment's place in the new diff, None where it is gone."""
    for comment in pull.comments:
        if comment.subject == "file":
            continue
        comment.now = _place_now(pull, comment)
        if comment.now is not None:
            comment.commit_id = pull.head_sha


def _place_now(pull: Pull, comment: ReviewComment) -> Spot | None:
    spot = comment.spot
    line = _line_now(pull, comment, spot.side, spot.line)
    start_side = spot.start_side or spot.side
    start = _line_now(pull, comment, start_side, spot.start_line)
    if line is None or (start is None) != (spot.start_line is None):
        return None
    wanted = Spot(path=spot.path, side=spot.side, line=line, start_side=spot.start_side, start_line=start)
    try:
        return place(pull, pull.head_sha, wanted, subject=comment.subject)
    except UnplacedError:
        return None


def _line_now(pull: Pull, comment: ReviewComment, side: Side, line: int | None) -> int | None:
    if line is None:
        return None
    then, now = comment.original_commit_id, pull.head_sha
    if side is Side.LEFT:
        then, now = pull_base(pull, then), pull_base(pull, now)
    old = find_entry(pull.repo.git, then, comment.spot.path)
    new = find_entry(pull.repo.git, now, comment.spot.path)
    if old is None or new is None:
        return None
    return moved_line(pull.repo.git, old.sha, new.sha, line)


def _patch_of(pull: Pull, commit: str, path: str) -> str | None:
    for file in pull_files(pull, commit):
        if file.path == path:
            return file.patch
    raise UnplacedError("path", "Path could not be resolved")


def _end_line(lines: list[DiffLine], wanted: Spot) -> DiffLine | None:
    if wanted.position is not None:
        return next((each for each in lines if each.position == wanted.position), None)
    return _find(lines, wanted.side, wanted.line)


def _find(lines: list[DiffLine], side: Side, number: int | None) -> DiffLine | None:
    if number is None:
        return None
    return next((each for each in lines if each.at(side) == number), None)


def _check_start(lines: list[DiffLine], wanted: Spot, end: DiffLine) -> None:
    if wanted.start_line is None:
        return
    start = _find(lines, wanted.start_side or wanted.side, wanted.start_line)
    if start is None:
        raise UnplacedError("start_line", "Start line could not be resolved")
    if start.position >= end.position:
        raise UnplacedError("start_line", "Start line must precede the end line.")
    if start.hunk != end.hunk:
        raise UnplacedError("start_line", "Start line must be part of the same hunk as the line.")
