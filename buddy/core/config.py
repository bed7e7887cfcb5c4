"""The configuration of `.buddy/config.yml`: its shape and defaults. How a file is read stands in `config_file`."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints
from pydantic.alias_generators import to_camel

from buddy.core.globs.dialect import MAX_GLOBS
from buddy.core.model.profile import Profile

PROTECTED = (
    "gitleaks/*",
    "trufflehog/*",
    "detect-secrets/*",
    "ggshield/*",
    "secret/*",
    "buddy/*",
)
"""Categories that no suppression hides, unless the configuration says otherwise (P7)."""


def _repository_path(value: str) -> str:
    parts = value.split("/")
    if value.startswith("/") or "\\" in value or ".." in parts or "" in parts or "." in parts:
        raise ValueError("must be a path inside the repository with `/`, without `..`")
    if parts[0] == ".git" or re.match(r"[A-Za-z]:", value):
        raise ValueError("must be a path inside the repository, outside `.git`")
    if not value.endswith(".jsonl"):
        raise ValueError("must end in `.jsonl`")
    return value


def _own_branch(value: str) -> str:
    if not value.startswith("buddy/") or not re.fullmatch(r"buddy/[A-Za-z0-9][A-Za-z0-9._/-]*", value):
        raise ValueError("must start with `buddy/` and name a branch")
    if ".." in value or "//" in value or value.endswith(("/", ".", ".lock")):
        raise ValueError("is not a valid branch name")
    return value


Line = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]
RepositoryPath = Annotated[str, StringConstraints(strict=True, max_length=200), AfterValidator(_repository_path)]
OwnBranch = Annotated[str, StringConstraints(strict=True, max_length=100), AfterValidator(_own_branch)]
Target = Annotated[str, StringConstraints(strict=True, pattern="^(default|base)$")]


class _Section(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        frozen=True,
        extra="ignore",
        json_schema_extra={"additionalProperties": False},
    )


class LearningsConfig(_Section):
    """Where the memory is and how much of it goes into a prompt."""

    enabled: StrictBool = Field(default=True, description="Whether learnings are read and applied at all.")
    file: RepositoryPath = Field(
        default=".buddy/learnings.jsonl",
        description="Where the learnings are, relative to the top of the repository; a regular file ending in .jsonl.",
    )
    max_prompt_entries: StrictInt = Field(default=20, ge=0, le=500, description="Most learnings in a prompt.")
    max_prompt_tokens: StrictInt = Field(
        default=2000,
        ge=0,
        le=100_000,
        description="Most tokens, estimated, of the whole block of learnings in a prompt.",
    )
    implicit_capture: StrictBool = Field(
        default=True, description="Whether rules stated in review discussions are proposed as learnings."
    )


class AiConfig(_Section):
    """The model, if any, and the memory it is given."""

    model: Line | None = Field(
        default=None, description="Model that reviews beside the tools, as provider:name; null is rules-only."
    )
    max_input_tokens: StrictInt = Field(
        default=60_000,
        ge=1_000,
        le=1_000_000,
        description="Most tokens, estimated, of the diff that a run shows a model.",
    )
    max_tokens: StrictInt = Field(
        default=200_000, ge=1_000, le=5_000_000, description="Most tokens, in and out, that a run spends on a model."
    )
    max_dollars: float | None = Field(
        default=None,
        strict=True,
        gt=0,
        le=1_000,
        description="Most money that a run spends on a model whose price is known.",
    )
    learnings: LearningsConfig = LearningsConfig()


class ReviewConfig(_Section):
    """What is reviewed and how much of it is posted."""

    max_comments: StrictInt = Field(
        default=25, ge=0, le=100, description="Most inline comments a run posts; the rest stands in the summary."
    )
    profile: Profile = Field(
        default=Profile.CHILL, description="How strict a model is: chill reports defects, assertive small things too."
    )
    drafts: StrictBool = Field(default=False, description="Whether draft pull requests are reviewed.")
    exclude: list[Line] = Field(
        default=["**/*.lock", "dist/**"],
        max_length=MAX_GLOBS,
        description="Globs of files that are not reviewed.",
    )
    protected: list[Line] = Field(
        list(PROTECTED), max_length=200, description="Globs of categories (tool/rule) that no learning hides."
    )


class RecordConfig(_Section):
    """How approved learnings are recorded."""

    branch: OwnBranch = Field(
        default="buddy/learnings", description="Branch that records learnings; starts with buddy/."
    )
    target: Target = Field(
        default="default",
        description="Branch that learnings are recorded for: the default one, or each pull request's base.",
    )
    max_batch: StrictInt = Field(default=20, ge=1, le=200, description="Most learnings in one recording pull request.")
    min_interval_hours: StrictInt = Field(
        default=24,
        ge=0,
        le=24 * 365,
        description="Hours between the openings of two recording pull requests; 0 is no wait.",
    )


class Config(_Section):
    """The whole file; every key has a default, so an absent file is a valid one."""

    ai: AiConfig = AiConfig()
    review: ReviewConfig = ReviewConfig()
    record: RecordConfig = RecordConfig()
    trusted_bases: list[Line] = Field(
        default=["default", "protected"],
        max_length=100,
        description="Bases whose own memory and configuration count; this key is always read from the default branch.",
    )


def with_prompt_tokens(config: Config, most: int) -> Config:
    """The configuration with another budget for prompts."""
    learnings = config.ai.learnings.model_copy(update={"max_prompt_tokens": most})
    return config.model_copy(update={"ai": config.ai.model_copy(update={"learnings": learnings})})


def json_schema() -> dict[str, object]:
    """The JSON Schema that `buddy config schema` prints and editors can use."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Config.model_json_schema(by_alias=True),
        "title": "Buddy configuration",
    }
