"""What a model told this run, as answers to people use it; values only, nothing here loads what a model takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from buddy.core.text.surfaces import code_span, markdown


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One answer of `model`. `text` is foreign Markdown without secrets; `trouble` is why there is none, a sentence."""

    model: str
    text: str = ""
    because: tuple[str, ...] = ()
    trouble: str | None = None


def in_words(told: Told) -> str:
    """The answer as people read it: whose it is, what it says, inert (P9), and the learnings that led to it."""
    parts = [f"By {code_span(told.model)}, which may be wrong:", markdown(told.text), _because(told.because)]
    return "\n\n".join(part for part in parts if part)


def _because(names: Iterable[str]) -> str:
    said = ", ".join(map(code_span, names))
    return f"<sub>Because of {said}.</sub>" if said else ""
