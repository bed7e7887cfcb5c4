"""The questions of a review: the trusted rules, and the pull request as data, bounded for any change (P11, P12)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from buddy.core import tokens
from buddy.core.change import Change
from buddy.core.model.fences import Data, fence_of, fenced_data, presentable
from buddy.core.model.packing import NotAsked, Packed
from buddy.core.model.pieces import Piece, heading, shown_path
from buddy.core.model.question import Question
from buddy.core.model.review_answer import ReviewAnswer
from buddy.core.model.rules import Rules
from buddy.core.text.surfaces import prompt_item

_MOST_TITLE = 300
_MOST_BODY = 4_000
_MOST_FILES = 100
_MOST_KNOWN = 60
_MOST_WORDS = 300
_FILES_TOKENS = 3_000
_KNOWN_TOKENS = 6_000


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownProblem:
    """A finding that the model is told of so that it does not report it again; `state` in one word."""

    path: str
    line: int | None
    category: str
    message: str
    state: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PullText:
    """What people wrote about the change, and what is remembered of it, all foreign."""

    title: str
    body: str
    intent: str = ""


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
        Data(title="pull request", text=_pull(text)),
        Data(title="files of the whole change", text=_files(change)),
        Data(title="known problems", text=_listed(map(_known, here), most=_KNOWN_TOKENS) or "none"),
        Data(title="diff", text=_diff(group)),
    ]
    fence = fence_of(blocks)
    prompt = f"{fenced_data(blocks, fence=fence)}\n\nReview the diff above by your rules."
    parts = {**rules.parts, **{block.title: tokens.estimate(block.text) for block in blocks}}
    return Asked(question=Question(rules=rules.text, prompt=prompt, answer=ReviewAnswer), pieces=group, parts=parts)


def _pull(text: PullText) -> str:
    lines = [f"title: {prompt_item(presentable(text.title, most=_MOST_TITLE))}"]
    if text.intent:
        lines.append(f"understood so far: {prompt_item(presentable(text.intent, most=_MOST_WORDS))}")
    body = presentable(text.body, most=_MOST_BODY).strip()
    return "\n".join([*lines, "description:", body or "none"])


def _files(change: Change) -> str:
    """At most so many rows, and no more than fit: the diff shows what the list leaves out."""
    rows = (f"{file.status.value} {json.dumps(shown_path(file.path), ensure_ascii=False)}" for file in change.files)
    listed = _listed(islice(rows, _MOST_FILES), most=_FILES_TOKENS)
    more = change.total - listed.count("\n") - bool(listed)
    return f"{listed}\nand {more} more".lstrip() if more > 0 else listed


def _listed(rows: Iterable[str], *, most: int) -> str:
    """Whole rows, as long as they fit into so many tokens."""
    kept: list[str] = []
    left = most
    for row in rows:
        left -= tokens.estimate(row) + 1
        if left < 0:
            break
        kept.append(row)
    return "\n".join(kept)


def _known(problem: KnownProblem) -> str:
    row = {
        "path": shown_path(problem.path),
        "line": problem.line,
        "category": problem.category,
        "state": problem.state,
        "says": presentable(" ".join(problem.message.split()), most=_MOST_WORDS),
    }
    return json.dumps(row, ensure_ascii=False)


def _diff(group: Sequence[Piece]) -> str:
    rows: list[str] = []
    path = None
    for piece in group:
        if piece.path != path:
            path = piece.path
            rows.append(heading(path))
        rows.append(piece.text)
    return "\n".join(rows)
