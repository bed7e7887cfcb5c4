"""Who reviewed, in a word: a model by its name, or the rules alone (P13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from buddy.core.review.model_account import ModelAccount

RULES_ONLY = "rules-only"


def reviewer_of(account: ModelAccount | None) -> str:
    """The model's name where it answered or had nothing to be asked."""
    return account.name if account is not None and account.answered else RULES_ONLY
