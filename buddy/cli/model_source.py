"""Opening a model for a run: from what the base branch's configuration names, the inputs, and the key."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from buddy.app.model_job import NO_MODEL, ModelJob

if TYPE_CHECKING:
    from pydantic import SecretStr

    from buddy.app.ports.model import Model
    from buddy.core.config import AiConfig


class ModelSource:
    """`name` wins over the configuration's; `base_url` is where a provider of one's own answers.

    A model is opened once, so that its allowance is the run's, whatever it is asked for.
    """

    def __init__(self, *, name: str | None, key: SecretStr | None, base_url: str | None) -> None:
        self._name, self._key, self._base_url = name, key, base_url
        self._opened: dict[str, Model] = {}

    def open(self, config: AiConfig, *, full: bool) -> ModelJob:
        """See the port; nothing of a provider is imported before the first question."""
        name = self._name or config.model
        if not name:
            return NO_MODEL
        if name in self._opened:
            return ModelJob(model=self._opened[name], full=full)
        from buddy.adapters.model.asking import AskedModel
        from buddy.core.model.question import Allowance

        allowance = Allowance(tokens=config.max_tokens, dollars=config.max_dollars)
        model = AskedModel(name=name, key=self._key, base_url=self._base_url, allowance=allowance, clock=time.monotonic)
        self._opened[name] = model
        return ModelJob(model=model, full=full)
