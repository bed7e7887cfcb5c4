"""A question to a model and the usage it costs, as values; nothing here knows a provider."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

AnswerT = TypeVar("AnswerT", bound=BaseModel)


@dataclass(frozen=True, kw_only=True, slots=True)
class Question(Generic[AnswerT]):
    """`rules` is the system part, of trusted text alone; `prompt` holds everything else as delimited data.

    `answer` is the shape that the answer must have. `max_answer_tokens` bounds what the model may write.
    """

    rules: str
    prompt: str
    answer: type[AnswerT]
    max_answer_tokens: int = 6_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What a run's questions cost so far. `dollars` is None where a price is not known, so that no sum is wrong."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        known = self.dollars is not None and other.dollars is not None
        return Usage(
            requests=self.requests + other.requests,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            dollars=(self.dollars or 0.0) + (other.dollars or 0.0) if known else None,
        )

    def since(self, earlier: Usage) -> Usage:
        """What was spent after `earlier`, which is part of it."""
        known = self.dollars is not None and earlier.dollars is not None
        return Usage(
            requests=self.requests - earlier.requests,
            input_tokens=self.input_tokens - earlier.input_tokens,
            output_tokens=self.output_tokens - earlier.output_tokens,
            dollars=(self.dollars or 0.0) - (earlier.dollars or 0.0) if known else None,
        )

    def as_json(self) -> dict[str, int | float | None]:
        """As transcripts show it."""
        return {
            "requests": self.requests,
            "inputTokens": self.input_tokens,
            "outputTokens": self.output_tokens,
            "dollars": None if self.dollars is None else round(self.dollars, 6),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowance:
    """What one run may spend: tokens in and out together, dollars (None for no cap), seconds in all."""

    tokens: int = 200_000
    dollars: float | None = None
    seconds: float = 240.0


class Trouble(enum.Enum):
    """Why a model gave no usable answer; each one leaves a rules-only run."""

    NOT_INSTALLED = "not-installed"
    UNKNOWN_MODEL = "unknown-model"
    NO_KEY = "no-key"
    KEY_REFUSED = "key-refused"
    RATE_LIMITED = "rate-limited"
    UNAVAILABLE = "unavailable"
    TIMED_OUT = "timed-out"
    REFUSED = "refused"
    MALFORMED = "malformed"
    TOO_LONG = "too-long"
    SPENT = "spent"

    @property
    def sentence(self) -> str:
        """For people, a whole sentence."""
        return _SENTENCES[self]


class NoAnswer(Exception):
    """A model did not answer, or not usably. Holds no word of what it said or was asked (P9, P10)."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble.sentence} {detail}".strip())
        self.trouble = trouble


_SENTENCES = {
    Trouble.NOT_INSTALLED: "The extra for models is not installed: `pip install 'buddy-review[model]'`.",
    Trouble.UNKNOWN_MODEL: "No provider has a model of this name; write it as provider:name.",
    Trouble.NO_KEY: "A model is named, but there is no key for it: set `model-api-key`, or BUDDY_MODEL_API_KEY.",
    Trouble.KEY_REFUSED: "The model's provider refused the key.",
    Trouble.RATE_LIMITED: "The model's provider limits the rate or the quota is spent.",
    Trouble.UNAVAILABLE: "The model's provider could not be reached or failed.",
    Trouble.TIMED_OUT: "The model took too long.",
    Trouble.REFUSED: "The model refused to answer.",
    Trouble.MALFORMED: "The model's answer could not be used.",
    Trouble.TOO_LONG: "The question or the answer was too long for the model.",
    Trouble.SPENT: "The run's allowance for the model is spent.",
}
