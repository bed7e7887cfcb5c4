"""The context in the form that one agent reads best: tags, a section, or a file with front matter; within a budget."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass

from buddy.core import tokens
from buddy.core.memory.snapshot import PrMemory
from buddy.core.review.context import render_context


class Agent(enum.Enum):
    """For whom a context is written."""

    CLAUDE = "claude"
    AGENTS = "agents"
    COPILOT = "copilot"
    CURSOR = "cursor"


COPILOT_CHARACTERS = 4_000
"""Of an instruction file, what Copilot's code review was sure to read until June 2026; others still stop there."""

_HEADING = re.compile(r"^## ", re.MULTILINE)
_SPARE = 8
"""Bytes: for the deeper headings, of which there are at most two, and the line break that a block may lack."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Form:
    before: str
    after: str = ""
    most_tokens: int | None = None
    deeper: bool = False


_FORMS: Mapping[Agent, _Form] = {
    Agent.CLAUDE: _Form(before="<maintainer-notes>\n", after="</maintainer-notes>\n"),
    Agent.AGENTS: _Form(
        before="## Review guidelines\n\nWritten by `buddy context` for one change: not to be committed.\n\n",
        deeper=True,
    ),
    Agent.COPILOT: _Form(before='---\napplyTo: "**"\n---\n\n', most_tokens=2 * COPILOT_CHARACTERS // 7),
    Agent.CURSOR: _Form(
        before="---\ndescription: What this repository remembers, for one change\nglobs:\nalwaysApply: true\n---\n\n"
    ),
}


def limit(agent: Agent, *, budget: int) -> int:
    """The tokens that the whole text may have: the configured ones, or fewer where the agent reads no more."""
    most = _FORMS[agent].most_tokens
    return budget if most is None else min(budget, most)


def room(agent: Agent, *, budget: int, memory: PrMemory | None) -> int:
    """The tokens of the limit that are left for the learnings; 0 where not even the frame fits."""
    frame = tokens.size(_composed(agent, block="", memory=memory, budget=budget)) + _SPARE
    return max(0, limit(agent, budget=budget) - tokens.of_bytes(frame))


def render_for(agent: Agent, *, block: str, budget: int, memory: PrMemory | None) -> str:
    """A block that was packed for `room`, in the agent's form; empty where the block is, for want of room."""
    if not block:
        return ""
    text = _composed(agent, block=block, memory=memory, budget=budget)
    assert tokens.estimate(text) <= limit(agent, budget=budget), "P11: a context never exceeds its budget"
    return text


def memory_share(budget: int) -> int:
    """The tokens of a budget that a pull request's memory may take at most: the learnings keep the larger part."""
    return 2 * budget // 5


def _composed(agent: Agent, *, block: str, memory: PrMemory | None, budget: int) -> str:
    form = _FORMS[agent]
    body = render_context(block, memory, most_memory=memory_share(limit(agent, budget=budget)))
    return form.before + (_HEADING.sub("### ", body) if form.deeper else body) + form.after
