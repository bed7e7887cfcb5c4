"""What answering people by a model cost in one run, for the transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from buddy.core.model.question import Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatAccount:
    """`trouble` is why something stayed unanswered, a slug; `prompt` the tokens of all questions by part."""

    name: str
    questions: int
    prompt: Mapping[str, int]
    usage: Usage
    trouble: str | None = None
    cited: tuple[str, ...] = ()


def together(accounts: Sequence[ChatAccount]) -> ChatAccount | None:
    """Those of several conversations of one run, with one model; None where nothing was asked."""
    if not accounts:
        return None
    prompt: Counter[str] = Counter()
    usage = Usage()
    for each in accounts:
        prompt.update(each.prompt)
        usage = usage.plus(each.usage)
    return ChatAccount(
        name=accounts[0].name,
        questions=sum(each.questions for each in accounts),
        prompt=dict(prompt),
        usage=usage,
        trouble=next((each.trouble for each in accounts if each.trouble is not None), None),
        cited=tuple(dict.fromkeys(name for each in accounts for name in each.cited)),
    )


def chat_part(account: ChatAccount) -> dict[str, Any]:
    """The transcript's `chat`."""
    return {
        "name": account.name,
        "trouble": account.trouble,
        "questions": account.questions,
        "promptTokens": dict(account.prompt),
        "usage": account.usage.as_json(),
        "cited": list(account.cited),
    }
