"""What a person decides about a new set-up, and what is decided where nobody is asked."""

from __future__ import annotations

from dataclasses import dataclass

from buddy.core.setup.facts import RepositoryFacts
from buddy.core.setup.linters import Tool, detected


@dataclass(frozen=True, kw_only=True, slots=True)
class Choices:
    """`owner` is who must approve changes of `.buddy/`, as CODEOWNERS spells it; None where nobody is known."""

    forks: bool
    schedule: bool
    tool: Tool
    owner: str | None = None


def defaults(facts: RepositoryFacts) -> Choices:
    """Forks only where they are known; a sweep; the tool that is used; the owner where that is a person."""
    owner = f"@{facts.owner}" if facts.owner and facts.owner_is_person else None
    return Choices(forks=facts.has_forks is True, schedule=True, tool=detected(facts), owner=owner)
