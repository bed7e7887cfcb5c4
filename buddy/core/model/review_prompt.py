"""The questions of a review: the trusted rules, and the pull request as data, bounded for any change (P11, P12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from buddy.core import tokens
from buddy.core.change import Change
from buddy.core.model.blocks import (
    KnownProblem,
    PullText,
    diff_block,
    files_block,
    known_row,
    listed,
    pull_block,
)
from buddy.core.model.fences import Data, fence_of, fenced_data
from buddy.core.model.packing import NotAsked, Packed
from buddy.core.model.pieces import Piece
from buddy.core.model.question import Question
from buddy.core.model.review_answer import ReviewAnswer
from buddy.core.model.rules import Rules

__all__ = ["Asked", "KnownProblem", "PullText", "left_out_rows", "review_questions", "unseen"]

_MOST_KNOWN = 60
_KNOWN_TOKENS = 6_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One question with the pieces it shows. `parts` are its tokens by part."""

    question: Question[ReviewAnswer]
    pieces: tuple[Piece, ...]
    parts: Mapping[str, int]


def review_questions(
    rules: Rules, packed: Packed, *, change: Change, text: PullText, known: Sequence[KnownProblem]
) -> tuple[Asked, ...]:
    """One question a group of pieces; none where nothing is to be asked."""
    return tuple(_asked(rules, group, change=change, text=text, known=known) for group in packed.questions)


def left_out_rows(packed: Packed) -> list[dict[str, str]]:
    """For the transcript: each path with the reason, those that were only removed or seen before among them."""
    return [{"path": path, "why": reason.value} for path, reason in sorted(packed.left_out.items())]


def unseen(packed: Packed) -> tuple[str, ...]:
    """The paths that a reader would expect to be reviewed and that were not."""
    surprising = (NotAsked.TOO_LARGE, NotAsked.OVER_BUDGET, NotAsked.NOT_SHOWN)
    return tuple(path for path, reason in sorted(packed.left_out.items()) if reason in surprising)


def _asked(
    rules: Rules, group: tuple[Piece, ...], *, change: Change, text: PullText, known: Sequence[KnownProblem]
) -> Asked:
    paths = {piece.path for piece in group}
    here = [problem for problem in known if problem.path in paths][:_MOST_KNOWN]
    blocks = [
        Data(title="pull request", text=pull_block(text)),
        Data(title="files of the whole change", text=files_block(change)),
        Data(title="known problems", text=listed(map(known_row, here), most=_KNOWN_TOKENS) or "none"),
        Data(title="diff", text=diff_block(group)),
    ]
    fence = fence_of(blocks)
    prompt = f"{fenced_data(blocks, fence=fence)}\n\nReview the diff above by your rules."
    parts = {**rules.parts, **{block.title: tokens.estimate(block.text) for block in blocks}}
    return Asked(question=Question(rules=rules.text, prompt=prompt, answer=ReviewAnswer), pieces=group, parts=parts)
