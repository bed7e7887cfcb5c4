"""The model that `--model` names, with its key from the environment; without `--model` nothing asks one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from buddy.app.model_job import NO_MODEL, ModelJob
from buddy.core.model.profile import Profile

if TYPE_CHECKING:
    from buddy.app.open_memory import OpenedMemory
    from buddy.core.config import AiConfig

KEY_VARIABLE = "BUDDY_MODEL_API_KEY"
"""Where it is not set, the provider's own variable counts (`OPENAI_API_KEY` …), but for no `--model-base-url`."""


def local_job(name: str | None, *, base_url: str | None, config: AiConfig, environment: Mapping[str, str]) -> ModelJob:
    """The configuration's `ai.model` is for CI: on one's own machine nothing leaves it unasked."""
    if not name:
        return NO_MODEL
    from pydantic import SecretStr

    from buddy.cli.model_source import ModelSource

    key = environment.get(KEY_VARIABLE)
    source = ModelSource(name=name, key=SecretStr(key) if key else None, base_url=base_url or None)
    return source.open(config, full=True)


def with_profile(memory: OpenedMemory, profile: str | None) -> OpenedMemory:
    """The memory with another `review.profile` where one is given."""
    if profile is None:
        return memory
    review = memory.config.review.model_copy(update={"profile": Profile(profile)})
    return replace(memory, config=memory.config.model_copy(update={"review": review}))
