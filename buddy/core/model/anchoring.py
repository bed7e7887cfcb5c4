"""From what a model says to findings: anchored to a line it was shown, or to the file as a whole, or dropped.

A model is a poor witness: the line it names is believed only where the quoted text stands there, too.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings.finding import MODEL_TOOL, Finding, Severity
from buddy.core.model.pieces import CUT, Piece, shown_path
from buddy.core.model.profile import Profile
from buddy.core.model.review_answer import MALFORMED, MOST_FINDINGS, ReviewAnswer, SaidFinding
from buddy.core.model.vocabulary import Problem
from buddy.core.secrets import redact
from buddy.core.text import invisible

_LONGEST_MESSAGE = 2_000
_LONGEST_SUGGESTION = 60
"""Lines that a suggestion may replace: what is longer is a rewrite, and nobody reads it in a comment."""

_SHORTEST_QUOTE = 4
"""Characters from which on a quote is looked for on other lines than the named one."""


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


@dataclass(frozen=True, kw_only=True, slots=True)
class _Row:
    """A line that was shown: of which piece, and whether exactly as it stands."""

    text: str
    piece: int
    exact: bool


_Rows = Mapping[int, _Row]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Shown:
    """The lines that were shown, by path, and the paths by the names under which they were."""

    rows: Mapping[str, _Rows]
    paths: Mapping[str, str]

    def path(self, said: str) -> str | None:
        """The file that the model means, None where there is none or more than one."""
        found = (self.paths.get(name) for name in (said, said.removeprefix("./")))
        return next((path for path in found if path), None)


def _shown(pieces: Sequence[Piece]) -> _Shown:
    rows: dict[str, dict[int, _Row]] = {}
    paths: dict[str, str] = {}
    for at, piece in enumerate(pieces):
        here = rows.setdefault(piece.path, {})
        for number, text in piece.numbered.items():
            here[number] = _Row(text=text, piece=at, exact=number in piece.exact)
        name = shown_path(piece.path)
        paths[name] = piece.path if paths.get(name, piece.path) == piece.path else ""
    return _Shown(rows=rows, paths=paths)


def _anchor(item: SaidFinding, shown: _Shown, *, rendered: Collection[str], profile: Profile) -> Finding | NotKept:
    if item == MALFORMED:
        return NotKept.MALFORMED
    path = shown.path(item.path)
    if path is None:
        return NotKept.UNKNOWN_FILE
    lines = shown.rows[path]
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
        path=path,
        line=line,
        end_line=last if line is not None and last > line else None,
        severity=severity,
        message=message,
        suggestion=_suggestion(item, line, last, lines) if line is not None else None,
        because=cited,
    )


def _line(item: SaidFinding, lines: _Rows) -> int | None:
    """The named line if the quote stands there, else the nearest shown line that the quote is.

    None where it stands nowhere: then the finding is about the file as a whole, and the summary lists it.
    """
    quote = _squeezed(item.quote.strip().split("\n")[0].removesuffix(CUT.strip()))
    if quote and item.line in lines and quote in _squeezed(lines[item.line].text):
        return item.line
    if len(quote) < _SHORTEST_QUOTE:
        return None
    squeezed = [(abs(number - item.line), number, _squeezed(row.text)) for number, row in lines.items()]
    near = sorted((far, number) for far, number, text in squeezed if quote == text)
    near = near or sorted((far, number) for far, number, text in squeezed if quote in text)
    return near[0][1] if near and (len(near) == 1 or near[0][0] < near[1][0]) else None


def _last(item: SaidFinding, line: int, lines: _Rows) -> int:
    """The last line of a stretch that was shown in one piece; a moved anchor keeps the length."""
    last = line
    wanted = line + max(0, (item.end_line or item.line) - item.line)
    while last < wanted and last + 1 in lines and lines[last + 1].piece == lines[line].piece:
        last += 1
    return last


def _suggestion(item: SaidFinding, line: int, last: int, lines: _Rows) -> str | None:
    """None where it would not replace what the model saw: moved, masked, cut, too long, or no change."""
    if item.suggestion is None or item.line != line or (item.end_line or item.line) != last:
        return None
    text = invisible.clean(item.suggestion).text.removesuffix("\n")
    rows = [lines[number] for number in range(line, last + 1)]
    too_long = text.count("\n") >= _LONGEST_SUGGESTION or len(rows) > _LONGEST_SUGGESTION
    if too_long or not all(row.exact for row in rows) or text == "\n".join(row.text for row in rows):
        return None
    return None if redact(text) != text or "[redacted" in text else text


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
