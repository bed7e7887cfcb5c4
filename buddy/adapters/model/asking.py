"""Asking a model through pydantic-ai: structured answers, bounded time, tokens and money, and one kind of failure."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from buddy.adapters.model.providers import provider_model
from buddy.core import tokens
from buddy.core.model.question import Allowance, AnswerT, NoAnswer, Question, Trouble, Usage

if TYPE_CHECKING:
    from pydantic_ai import Agent
    from pydantic_ai.models import Model as ProviderModel
    from pydantic_ai.usage import RunUsage, UsageLimits

_RETRIES = 2
"""By the provider's client, on 408, 409, 429, 5xx and lost connections; it waits as `retry-after` says, if briefly."""

_SECONDS_A_QUESTION = 120.0


@dataclass(kw_only=True)
class AskedModel:
    """One model for one run. `clock` gives seconds that only grow."""

    name: str
    key: SecretStr | None
    base_url: str | None
    allowance: Allowance
    clock: Callable[[], float]
    _spent: Usage = field(default_factory=Usage)
    _started: float | None = None
    _model: ProviderModel | None = None

    def usage(self) -> Usage:
        """See the port."""
        return self._spent

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """See the port."""
        seconds = self._seconds_left()
        self._demand_tokens(question)
        if self._model is None:
            self._model = provider_model(self.name, key=self.key, base_url=self.base_url)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # settings that one provider does not know are no concern of the user
            return self._run(self._model, question, seconds)

    def _run(self, model: ProviderModel, question: Question[AnswerT], seconds: float) -> AnswerT:
        from pydantic_ai import Agent
        from pydantic_ai.settings import ModelSettings
        from pydantic_ai.usage import RunUsage, UsageLimits

        # Servers of one's own seldom know tools; asked in words, every one of them can answer in JSON.
        output: Any = question.answer
        if self.base_url is not None:
            from pydantic_ai.output import PromptedOutput

            output = PromptedOutput(question.answer)
        settings = ModelSettings(
            max_tokens=question.max_answer_tokens,
            temperature=0.0,
            timeout=min(seconds, _SECONDS_A_QUESTION),
            max_retries=_RETRIES,
        )
        agent = Agent(model, instructions=question.rules, output_type=output, retries=1, model_settings=settings)
        used = RunUsage()
        limits = UsageLimits(
            request_limit=2, total_tokens_limit=max(1, self.allowance.tokens - self._total), cost_limit=self._money()
        )
        try:
            given = asyncio.run(_answer(agent, question.prompt, usage=used, limits=limits, seconds=seconds))
        except Exception as error:  # whatever a library, a server or a proxy does: the run goes on without a model
            raise NoAnswer(_trouble(error)) from None
        finally:
            self._spent = self._spent.plus(_usage(used))
        answer: AnswerT = given
        return answer

    @property
    def _total(self) -> int:
        return self._spent.input_tokens + self._spent.output_tokens

    def _seconds_left(self) -> float:
        now = self.clock()
        if self._started is None:
            self._started = now
        left = self.allowance.seconds - (now - self._started)
        if left <= 0:
            raise NoAnswer(Trouble.TIMED_OUT)
        return left

    def _demand_tokens(self, question: Question[Any]) -> None:
        needed = tokens.estimate(question.rules) + tokens.estimate(question.prompt)
        if self._total + needed > self.allowance.tokens:
            raise NoAnswer(Trouble.SPENT)
        if self.allowance.dollars is not None and (self._spent.dollars or 0.0) >= self.allowance.dollars:
            raise NoAnswer(Trouble.SPENT)

    def _money(self) -> Decimal | None:
        if self.allowance.dollars is None:
            return None
        return Decimal(str(max(0.0, self.allowance.dollars - (self._spent.dollars or 0.0))))


async def _answer(agent: Agent[None, Any], prompt: str, *, usage: RunUsage, limits: UsageLimits, seconds: float) -> Any:
    """Connections are closed with the question: nothing else would close them."""
    async with agent:
        given = await agent.run(prompt, usage=usage, usage_limits=limits, timeout=min(seconds, _SECONDS_A_QUESTION))
    return given.output


def _usage(used: RunUsage) -> Usage:
    cost = getattr(used, "cost", None)
    return Usage(
        requests=used.requests,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        dollars=float(cost) if cost is not None else None if used.requests else 0.0,
    )


def _trouble(error: Exception) -> Trouble:
    """By the library's own classes; their messages may quote the answer and are dropped."""
    from pydantic_ai import exceptions as known

    table: tuple[tuple[tuple[type[BaseException], ...], Trouble], ...] = (
        ((known.UsageLimitExceeded,), Trouble.SPENT),
        ((known.ModelAuthenticationError,), Trouble.KEY_REFUSED),
        ((known.ModelRateLimitError, known.ModelQuotaExceededError), Trouble.RATE_LIMITED),
        ((known.ModelTimeoutError, known.ModelRequestTimeout, known.RunTimedOut, TimeoutError), Trouble.TIMED_OUT),
        ((known.ModelContextWindowExceededError, known.OutputTokenLimitExceeded), Trouble.TOO_LONG),
        ((known.ModelNotFoundError,), Trouble.UNKNOWN_MODEL),
        ((known.ContentFilterError,), Trouble.REFUSED),
        ((known.UnexpectedModelBehavior,), Trouble.MALFORMED),
    )
    for kinds, trouble in table:
        if isinstance(error, kinds):
            return trouble
    return Trouble.UNAVAILABLE
