"""Whether a model takes part in a review, and what it contributed; all else about models is loaded when one does.

Named tuples, since every run loads this and a data class takes longer to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from buddy.app.ports.model import Model
    from buddy.core.config import AiConfig
    from buddy.core.findings.finding import Finding
    from buddy.core.notice import Notice
    from buddy.core.review.known import Known
    from buddy.core.review.model_account import ModelAccount


class ModelJob(NamedTuple):
    """A model to ask; None where none is configured. `full` asks about everything again."""

    model: Model | None = None
    full: bool = False


NO_MODEL = ModelJob()


class Modelled(NamedTuple):
    """`findings` are a model's, of this run and of earlier ones; `certain` the earlier ones that they are, by index.

    `judged` says that earlier ones were looked for, so that one which is not here was addressed.
    """

    findings: tuple[Finding, ...] = ()
    certain: Mapping[int, Known] = MappingProxyType({})
    account: ModelAccount | None = None
    notices: tuple[Notice, ...] = ()
    judged: bool = False


if TYPE_CHECKING:

    class Models(Protocol):
        """Whoever opens the model that a configuration names."""

        def open(self, config: AiConfig, *, full: bool) -> ModelJob:
            """Never raises, and asks nothing yet."""
            ...
