"""What a model contributed to a review: for the summary, the transcript, and the memory of what it has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from buddy.core.memory.snapshot import Reading
from buddy.core.model.anchoring import NotKept
from buddy.core.model.question import Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelAccount:
    """One run's use of a model.

    `answered` says whether it gave at least one answer, or was not needed; `trouble` is why something stayed
    unanswered, a slug. `hunks` are the digests of what it answered about, by path; `prompt` the tokens of all its
    questions by part; `hidden` and `masked` count the invisible characters and the lines with secrets that were taken
    out of the diff, `guidelines_cut` names the guideline files that did not fit; `cited` the ids of rendered learnings
    that led to a finding or to its absence; `reading` is how the model understands the change.
    """

    name: str
    answered: bool
    trouble: str | None = None
    usage: Usage = field(default_factory=Usage)
    questions: int = 0
    prompt: Mapping[str, int] = field(default_factory=dict)
    left_out: Sequence[Mapping[str, str]] = ()
    hidden: int = 0
    masked: int = 0
    guidelines_cut: tuple[str, ...] = ()
    dropped: Sequence[NotKept] = ()
    cited: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    hunks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    reading: Reading | None = None

    def with_dropped(self, more: Sequence[NotKept]) -> ModelAccount:
        """The same with more that was said and not kept."""
        return replace(self, dropped=(*self.dropped, *more)) if more else self

    @property
    def used(self) -> tuple[str, ...]:
        """The learnings that count as used."""
        return tuple(dict.fromkeys((*self.cited, *self.silent)))


def account_part(account: ModelAccount) -> dict[str, Any]:
    """The transcript's `model`."""
    return {
        "name": account.name,
        "trouble": account.trouble,
        "questions": account.questions,
        "promptTokens": dict(account.prompt),
        "usage": account.usage.as_json(),
        "leftOut": [dict(row) for row in account.left_out[:1_000]],
        "hiddenCharacters": account.hidden,
        "maskedLines": account.masked,
        "guidelinesCut": list(account.guidelines_cut),
        "dropped": dict(sorted(Counter(reason.value for reason in account.dropped).items())),
        "cited": list(account.cited),
        "silent": list(account.silent),
    }
