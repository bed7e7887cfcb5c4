"""What the verbs need of a language model."""

from __future__ import annotations

from typing import Protocol

from buddy.core.model.question import AnswerT, Question, Usage


class Model(Protocol):
    """A model with an allowance for this run; a question beyond it is not asked."""

    @property
    def name(self) -> str:
        """As configured, `provider:name`."""
        ...

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """The answer in its shape; raises `NoAnswer` for every trouble, outages and hostile output included."""
        ...

    def usage(self) -> Usage:
        """What the run's questions cost until now, failed ones included as far as the provider told."""
        ...
