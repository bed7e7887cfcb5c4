"""From what a model says to findings: anchored to a line it was shown, or to the file as a whole, or dropped.

A model is a poor witness: the line it names is believed only where the quoted text stands there, too.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings.finding import MODEL_TOOL, Finding, Severity
from buddy.core.model.pieces import Piece
from buddy.core.model.profile import Profile
from buddy.core.model.review_answer import MALFORMED, MOST_FINDINGS, ReviewAnswer, SaidFinding
from buddy.core.model.vocabulary import Problem
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
    BELOW_PROFILE = "below-profile"
    REPEATED = "already-known"
    SAME_TWICE = "said-twice"
    EMPTY = "empty"


@dataclass(frozen=True, kw_only=True, slots=True)
class Anchored:
    """`silent` are the ids of learnings because of which the model says it kept quiet."""

    findings: tuple[Finding, ...]
    dropped: tuple[NotKept, ...]
    silent: tuple[str, ...]


def anchored(answer: ReviewAnswer, pieces: Sequence[Piece], *, rendered: Collection[str], profile: Profile) -> Anchored:
    """`rendered` are the ids of the learnings in the prompt: others cannot be credited."""
    shown = _shown(pieces)
    findings: list[Finding] = []
    dropped: list[NotKept] = []
    for item in answer.findings[:MOST_FINDINGS]:
        found = _anchor(item, shown, rendered=rendered, profile=profile)
        if isinstance(found, NotKept):
            dropped.append(found)
        else:
            findings.append(found)
    dropped += [NotKept.TOO_MANY] * max(0, len(answer.findings) - MOST_FINDINGS)
    silent = dict.fromkeys(item.learning for item in answer.silent if item.learning in rendered)
    return Anchored(findings=tuple(findings), dropped=tuple(dropped), silent=tuple(silent))


def _shown(pieces: Sequence[Piece]) -> dict[str, dict[int, str]]:
    lines: dict[str, dict[int, str]] = {}
    for piece in pieces:
        lines.setdefault(piece.path, {}).update(piece.numbered)
    return lines


def _anchor(
    item: SaidFinding, shown: Mapping[str, Mapping[int, str]], *, rendered: Collection[str], profile: Profile
) -> Finding | NotKept:
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
    problem = _problem(item.category)
    cited = tuple(dict.fromkeys(name for name in item.learnings if name in rendered))
    if cited and severity is Severity.CRITICAL:
        severity = Severity.MAJOR  # P7: what a note of the memory led to is never made the worst by it
    line = _line(item, lines)
    last = _last(item, line, lines) if line is not None else 0
    return Finding(
        category=problem.category,
        tool=MODEL_TOOL,
        rule=problem.value,
        path=item.path.removeprefix("./"),
        line=line,
        end_line=last if line is not None and last > line else None,
        severity=severity,
        message=message,
        suggestion=_suggestion(item, line, last, lines) if line is not None else None,
        because=cited,
    )


def _line(item: SaidFinding, lines: Mapping[int, str]) -> int | None:
    """The named line if the quote stands there, else the nearest shown line that the quote is.

    None where it stands nowhere: then the finding is about the file as a whole, and the summary lists it.
    """
    quote = _squeezed(item.quote.split("\n")[0])
    if quote and quote in _squeezed(lines.get(item.line, "")):
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
        return Problem(slug.strip().lower().removeprefix(f"{MODEL_TOOL}/"))
    except ValueError:
        return Problem.OTHER


def _squeezed(text: str) -> str:
    return "".join(text.split())
