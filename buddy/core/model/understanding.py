"""What a model says a change is, made fit for the memory: one line each, few, short, without secrets (P9, P10, P11)."""

from __future__ import annotations

from collections.abc import Collection

from buddy.core.memory.snapshot import Reading
from buddy.core.model.review_answer import SaidAbout
from buddy.core.secrets import redact
from buddy.core.text.invisible import clean

MOST_RISKS = 3
_LONGEST = 240
_LONGEST_RISK = 160


def understood(about: SaidAbout | None, *, known_risks: Collection[str] = ()) -> Reading | None:
    """None where the model said nothing. A risk that the rules name already is not said twice."""
    if about is None:
        return None
    named = {_folded(risk) for risk in known_risks}
    risks = [_line(risk, _LONGEST_RISK) for risk in about.risks]
    fresh = dict.fromkeys(risk for risk in risks if risk and _folded(risk) not in named)
    reading = Reading(
        intent=_line(about.intent, _LONGEST),
        risks=tuple(fresh)[:MOST_RISKS],
        progress=_line(about.progress, _LONGEST),
    )
    return reading if reading != Reading() else None


def _line(text: str, most: int) -> str:
    line = " ".join(redact(clean(text).text).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
