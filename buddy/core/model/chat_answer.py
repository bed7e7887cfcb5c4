"""What a model answers a person, and how much of it is shown: nothing that repeats what it was told in confidence."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from buddy.core.secrets import redact
from buddy.core.text import invisible

MOST_SHOWN = 4_000
"""Characters of an answer; what is longer is cut at a word (P11)."""

_RUN = 12
"""Words in a row that are no coincidence."""
_DELIMITER = re.compile(r"<<<\s*(?:data|end)\b", re.IGNORECASE)


class ChatAnswer(BaseModel):
    """An answer as the model puts it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    answer: Annotated[str, Field(min_length=1, max_length=20_000, description="The answer, in Markdown.")]
    learnings: Annotated[
        list[str], Field(max_length=50, description="Ids of the notes that led to this answer; mostly none.")
    ] = []


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """What people are shown, still foreign text; `because` are the rendered learnings that it names."""

    text: str
    because: tuple[str, ...]


def shown(answer: ChatAnswer, *, fence: str, rules: str, rendered: Collection[str]) -> Shown | None:
    """None for an answer that is empty or holds the delimiters or a stretch of `rules`, whatever it was talked into."""
    text = redact(invisible.clean(answer.answer).text).strip()
    if not text or fence in text or _DELIMITER.search(text) or _repeats(text, rules):
        return None
    because = tuple(dict.fromkeys(name for name in answer.learnings if name in rendered))
    return Shown(text=_cut(text), because=because)


def _repeats(text: str, rules: str) -> bool:
    theirs = _words(rules)
    runs = {tuple(theirs[at : at + _RUN]) for at in range(len(theirs) - _RUN + 1)}
    said = _words(text)
    return any(tuple(said[at : at + _RUN]) in runs for at in range(len(said) - _RUN + 1))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _cut(text: str) -> str:
    if len(text) <= MOST_SHOWN:
        return text
    return text[: MOST_SHOWN - 1].rsplit(" ", 1)[0][: MOST_SHOWN - 1] + "…"
