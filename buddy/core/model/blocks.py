"""What a prompt shows of a pull request, block by block: cleaned, without secrets, bounded (P9, P10, P11)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from buddy.core import tokens
from buddy.core.change import Change
from buddy.core.model.fences import presentable
from buddy.core.model.pieces import Piece, heading, shown_path
from buddy.core.text.surfaces import prompt_item

_MOST_TITLE = 300
_MOST_BODY = 4_000
_MOST_FILES = 100
_MOST_WORDS = 300
_FILES_TOKENS = 3_000


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


def pull_block(text: PullText) -> str:
    """Title, description, and what was understood so far."""
    lines = [f"title: {prompt_item(presentable(text.title, most=_MOST_TITLE))}"]
    if text.intent:
        lines.append(f"understood so far: {prompt_item(presentable(text.intent, most=_MOST_WORDS))}")
    body = presentable(text.body, most=_MOST_BODY).strip()
    return "\n".join([*lines, "description:", body or "none"])


def files_block(change: Change) -> str:
    """At most so many rows, and no more than fit: the diff shows what the list leaves out."""
    rows = (f"{file.status.value} {json.dumps(shown_path(file.path), ensure_ascii=False)}" for file in change.files)
    shown = listed(islice(rows, _MOST_FILES), most=_FILES_TOKENS)
    more = change.total - shown.count("\n") - bool(shown)
    return f"{shown}\nand {more} more".lstrip() if more > 0 else shown


def listed(rows: Iterable[str], *, most: int) -> str:
    """Whole rows, as long as they fit into so many tokens."""
    kept: list[str] = []
    left = most
    for row in rows:
        left -= tokens.estimate(row) + 1
        if left < 0:
            break
        kept.append(row)
    return "\n".join(kept)


def known_row(problem: KnownProblem) -> str:
    """One finding, a line of JSON."""
    row = {
        "path": shown_path(problem.path),
        "line": problem.line,
        "category": problem.category,
        "state": problem.state,
        "says": presentable(" ".join(problem.message.split()), most=_MOST_WORDS),
    }
    return json.dumps(row, ensure_ascii=False)


def diff_block(group: Sequence[Piece]) -> str:
    """The hunks, those of one file below its name."""
    rows: list[str] = []
    path = None
    for piece in group:
        if piece.path != path:
            path = piece.path
            rows.append(heading(path))
        rows.append(piece.text)
    return "\n".join(rows)
