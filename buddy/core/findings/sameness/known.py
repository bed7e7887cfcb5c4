"""Whether a model's finding was already reported, declined or suppressed on this pull request, in other words.

The place must agree as well as the text: the same file, and the same symbol or the same lines. The more of the place
and the category agrees, the less the texts have to. What is in doubt is new: repeating a comment is the smaller harm.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from buddy.core.findings.anchors import Identity
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.sameness.compare import NOTHING, evidence_between
from buddy.core.findings.sameness.scorecard import DECISION
from buddy.core.secrets import redact
from buddy.core.text.invisible import clean

MOST_TEXT = 240
"""Characters of a message that are remembered: as many recognise as well as the whole (measured on labelled pairs)."""


class Standing(enum.Enum):
    """What became of a known finding; at equal likeness the first one is the answer."""

    SUPPRESSED = "suppressed"
    DECLINED = "declined"
    REPORTED = "reported"


class Agreement(enum.Enum):
    """What agrees beside the text: the reason that is given for a match."""

    LINES = "same lines and category"
    LINE_NO_WORSE = "same line, no worse"
    LINE = "same line"
    SYMBOL = "same symbol and category"
    SYMBOL_ALONE = "same symbol"
    FILE = "same file, outside any symbol"


NEEDED = {
    Agreement.LINES: NOTHING,
    Agreement.LINE_NO_WORSE: NOTHING,
    Agreement.LINE: 0.0,
    Agreement.SYMBOL: 1.5,
    Agreement.SYMBOL_ALONE: DECISION,
    Agreement.FILE: DECISION,
}
"""The evidence that the texts must give, in log-odds; `DECISION` is what texts need that stand alone.

On a line that stayed none is needed: what was dismissed there must not come back in words that nobody can foresee, and
a reviewer that saw the line before and says something else of it now mostly says the same. Only what is worse than
what was said is heard again.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownReport:
    """What must be stored of a finding so that it is recognised.

    `path` and `line` are today's (the caller follows renames and moves), the line None where it is gone or not known;
    `symbol` the name chain around its line when it was reported, empty
    where there is none or it is not known; `text` what `remembered` made of its message. `severity` is None where it is
    not known.
    """

    identity: Identity
    category: str
    path: str | None
    line: int | None = None
    symbol: tuple[str, ...] = ()
    text: str
    severity: Severity | None = None
    standing: Standing = Standing.REPORTED


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """The known finding that a new one repeats, and why."""

    known: KnownReport
    agreement: Agreement
    evidence: float


def already(finding: Finding, known: Sequence[KnownReport], *, symbol: tuple[str, ...] = ()) -> Match | None:
    """The known finding that this one repeats, None where it is new or in doubt.

    `symbol` is the name chain around the finding's line. A finding tagged as a secret, or without a file, is always
    new here (P7). The answer does not depend on the order of `known` (P12).
    """
    if finding.secret or finding.path is None:
        return None
    matches = [match for one in known if (match := _match(finding, one, symbol)) is not None]
    return min(matches, key=_rank, default=None)


def remembered(message: str) -> str:
    """A message as it may be stored: without secrets (P10), on one line, at most `MOST_TEXT` characters."""
    text = " ".join(redact(clean(message).text).split())
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT + 1].rpartition(" ")[0][:MOST_TEXT] or text[:MOST_TEXT]


def _match(finding: Finding, known: KnownReport, symbol: tuple[str, ...]) -> Match | None:
    agreement = _agreement(finding, known, symbol)
    if agreement is None:
        return None
    evidence = evidence_between(remembered(finding.message), known.text) if known.text else NOTHING
    if evidence < NEEDED[agreement]:
        return None
    return Match(known=known, agreement=agreement, evidence=evidence)


def _agreement(finding: Finding, known: KnownReport, symbol: tuple[str, ...]) -> Agreement | None:
    if finding.path != known.path:
        return None
    if _meet(finding, known.identity):
        return Agreement.LINES
    if finding.line is not None and finding.line == known.line:
        if finding.category == known.category:
            return Agreement.LINES
        no_worse = known.severity is not None and finding.severity.rank <= known.severity.rank
        return Agreement.LINE_NO_WORSE if no_worse else Agreement.LINE
    if symbol != known.symbol:
        return None
    if symbol:
        return Agreement.SYMBOL if finding.category == known.category else Agreement.SYMBOL_ALONE
    return Agreement.FILE


def _meet(finding: Finding, identity: Identity) -> bool:
    """Whether both are about the same lines; their hashes hold the category too."""
    if finding.fingerprint and finding.fingerprint == identity.fingerprint:
        return True
    return any(anchor in identity.anchors for anchor in finding.anchors)


def _rank(match: Match) -> tuple[float, int, str, str]:
    known = match.known
    return -match.evidence, list(Standing).index(known.standing), known.identity.fingerprint, known.text
