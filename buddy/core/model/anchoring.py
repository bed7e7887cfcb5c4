"""From what a model says to findings: anchored to a line it was shown, or moved to the summary, or dropped with a reason.

A model is a poor witness: the line it names is believed only where the quoted text stands there, too.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings.finding import Finding, Severity
from buddy.core.model.pieces import Piece
from buddy.core.model.profile import Profile
from buddy.core.model.review_answer import MALFORMED, MOST_FINDINGS, ReviewAnswer, SaidFinding
from buddy.core.model.vocabulary import TOOL, Problem
from buddy.core.secrets import redact
from buddy.core.text import invisible

_LONGEST_MESSAGE = 2_000
_LONGEST_SUGGESTION = 60
"""Lines that a suggestion may replace: what is longer is a rewrite, and nobody reads it in a comment."""


class NotKept(enum.Enum):
    """Why something that a model said is no finding."""

    MALFORMED = "malformed"
    TOO_MANY = "too-many"
    UNKNOWN_FILE = "unknown-file"
    NOT_SHOWN = "line-not-shown"
    BELOW_PROFILE = "below-profile"
    REPEATED = "already-known"
    SAME_TWICE = "said-twice"
    EMPTY = "empty"


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A finding of a model. `suggestion` replaces exactly its lines, None where it gave none that can be believed.

    `learnings` are ids that it names and that it was really given.
    """

    finding: Finding
    suggestion: str | None = None
    learnings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Anchored:
    """`silent` are the ids of learnings because of which the model says it kept quiet."""

    said: tuple[Said, ...]
    dropped: tuple[NotKept, ...]
    silent: tuple[str, ...]


def anchored(answer: ReviewAnswer, pieces: Sequence[Piece], *, rendered: Collection[str], profile: Profile) -> Anchored:
    """`rendered` are the ids of the learnings in the prompt: others cannot be credited."""
    shown = _shown(pieces)
    said: list[Said] = []
    dropped: list[NotKept] = []
    for item in answer.findings[:MOST_FINDINGS]:
        found = _anchor(item, shown, rendered=rendered, profile=profile)
        if isinstance(found, NotKept):
            dropped.append(found)
        else:
            said.append(found)
    dropped += [NotKept.TOO_MANY] * max(0, len(answer.findings) - MOST_FINDINGS)
    silent = dict.fromkeys(item.learning for item in answer.silent if item.learning in rendered)
    return Anchored(said=tuple(said), dropped=tuple(dropped), silent=tuple(silent))


def _shown(pieces: Sequence[Piece]) -> dict[str, dict[int, str]]:
    lines: dict[str, dict[int, str]] = {}
    for piece in pieces:
        lines.setdefault(piece.path, {}).update(piece.numbered)
    return lines


def _anchor(
    item: SaidFinding, shown: Mapping[str, Mapping[int, str]], *, rendered: Collection[str], profile: Profile
) -> Said | NotKept:
    if item == MALFORMED:
        return NotKept.MALFORMED
    lines = shown.get(item.path.removeprefix("./"))
    if lines is None:
        return NotKept.UNKNOWN_FILE
    severity = _severity(item.severity)
    if severity.rank < profile.lowest.rank:
        return NotKept.BELOW_PROFILE
    message = redact(invisible.clean(item.message).text).strip()[:_LONGEST_MESSAGE]
    if not message:
        return NotKept.EMPTY
    line = _line(item, lines)
    if line is None:
        return NotKept.NOT_SHOWN
    last = _last(item, line, lines)
    problem = _problem(item.category)
    finding = Finding(
        category=problem.category,
        tool=TOOL,
        rule=problem.value,
        path=item.path.removeprefix("./"),
        line=line,
        end_line=last if last > line else None,
        severity=severity,
        message=message,
    )
    cited = tuple(dict.fromkeys(name for name in item.learnings if name in rendered))
    return Said(finding=finding, suggestion=_suggestion(item, line, last, lines), learnings=cited)


def _line(item: SaidFinding, lines: Mapping[int, str]) -> int | None:
    """The named line if the quote stands there, else the only shown line that the quote is; None where neither is.

    A quote that is too short to tell anything is not asked for on a line that was shown.
    """
    quote = _squeezed(item.quote.split("\n")[0])
    if item.line in lines and (not quote or quote in _squeezed(lines[item.line])):
        return item.line
    if len(quote) < 4:
        return None
    near = sorted((abs(number - item.line), number) for number, text in lines.items() if quote == _squeezed(text))
    near = near or sorted(
        (abs(number - item.line), number) for number, text in lines.items() if quote in _squeezed(text)
    )
    return near[0][1] if near and (len(near) == 1 or near[0][0] < near[1][0]) else None


def _last(item: SaidFinding, line: int, lines: Mapping[int, str]) -> int:
    """The last line of a stretch that was shown without a gap; a moved anchor keeps the length."""
    last = line + max(0, (item.end_line or item.line) - item.line)
    while last > line and any(number not in lines for number in range(line, min(last, line + 1_000) + 1)):
        last = line if last - line > 1_000 else last - 1
    return last


def _suggestion(item: SaidFinding, line: int, last: int, lines: Mapping[int, str]) -> str | None:
    """None where it would not replace what the model saw: moved, masked, too long, or no change."""
    if item.suggestion is None or item.line != line or (item.end_line or item.line) != last:
        return None
    text = invisible.clean(item.suggestion).text.removesuffix("\n")
    before = "\n".join(lines[number] for number in range(line, last + 1))
    too_long = text.count("\n") >= _LONGEST_SUGGESTION or last - line >= _LONGEST_SUGGESTION
    if too_long or text == before or redact(text) != text or "[redacted" in before + text:
        return None
    return text


def _severity(word: str) -> Severity:
    """An unknown word is the mildest that everybody sees: nothing is made worse by a guess (P7)."""
    try:
        return Severity(word.strip().lower())
    except ValueError:
        return Severity.MINOR


def _problem(slug: str) -> Problem:
    try:
        return Problem(slug.strip().lower().removeprefix(f"{TOOL}/"))
    except ValueError:
        return Problem.OTHER


def _squeezed(text: str) -> str:
    return "".join(text.split())
