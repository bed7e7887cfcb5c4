"""Opening a model for a run: from what the base branch's configuration names, the inputs, and the key."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pydantic import SecretStr

from buddy.app.model_job import NO_MODEL, ModelJob
from buddy.core.config import AiConfig


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelSource:
    """`name` wins over the configuration's; `base_url` is where a provider of one's own answers."""

    name: str | None
    key: SecretStr | None
    base_url: str | None

    def open(self, config: AiConfig, *, full: bool) -> ModelJob:
        """See the port; nothing of a provider is imported before the first question."""
        name = self.name or config.model
        if not name:
            return NO_MODEL
        from buddy.adapters.model.asking import AskedModel
        from buddy.core.model.question import Allowance

        allowance = Allowance(tokens=config.max_tokens, dollars=config.max_dollars)
        model = AskedModel(name=name, key=self.key, base_url=self.base_url, allowance=allowance, clock=time.monotonic)
        return ModelJob(model=model, full=full)
