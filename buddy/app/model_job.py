"""Whether a model takes part in a review, and what it contributed; all else about models is loaded when one does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from buddy.core.config import AiConfig
from buddy.core.findings.finding import Finding
from buddy.core.notice import Notice
from buddy.core.review.known import Known

if TYPE_CHECKING:
    from buddy.app.ports.model import Model
    from buddy.core.review.model_account import ModelAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelJob:
    """A model to ask; None where none is configured. `full` asks about everything again."""

    model: Model | None = None
    full: bool = False


NO_MODEL = ModelJob()


@dataclass(frozen=True, kw_only=True, slots=True)
class Modelled:
    """`findings` are a model's, of this run and of earlier ones; `certain` the earlier ones that they are, by index.

    `judged` says that earlier ones were looked for, so that one which is not here was addressed.
    """

    findings: tuple[Finding, ...] = ()
    certain: Mapping[int, Known] = field(default_factory=dict)
    account: ModelAccount | None = None
    notices: tuple[Notice, ...] = ()
    judged: bool = False


class Models(Protocol):
    """Whoever opens the model that a configuration names."""

    def open(self, config: AiConfig, *, full: bool) -> ModelJob:
        """Never raises, and asks nothing yet."""
        ...
