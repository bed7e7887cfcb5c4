"""The action's inputs and the runner's variables, read once from a mapping and checked together.

An empty or blank value means unset. `Settings` holds the defaults; action.yml shows the same ones, which a test holds.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from buddy.core.errors import InputError
from buddy.core.findings.finding import Severity

PUBLIC_SERVER: Final = "https://github.com"
PUBLIC_API: Final = "https://api.github.com"
"""Where the runner names no server."""


class FailOn(enum.Enum):
    """From which severity on findings fail the run; NONE never does."""

    NONE = "none"
    CRITICAL = "critical"
    MAJOR = "major"
    MINOR = "minor"
    NIT = "nit"

    @property
    def severity(self) -> Severity | None:
        """The threshold, None where nothing fails the run."""
        return None if self is FailOn.NONE else Severity(self.value)


def _lines(value: object) -> object:
    return tuple(line.strip() for line in value.splitlines() if line.strip()) if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


_MOST_COMMENTS: Final = 100  # as in the configuration: where lines are refused, each comment is a request


def _digits(value: object) -> object:
    # int() takes "1_0", "+5" and Arabic digits; none of them is what somebody meant to write in a workflow.
    if isinstance(value, str) and not (re.fullmatch(r"[0-9]{1,3}", value) and int(value) <= _MOST_COMMENTS):
        raise ValueError(f"must be a whole number from 0 to {_MOST_COMMENTS}")
    return value


def _boolean(value: object) -> object:
    # The YAML 1.2 core schema, as the actions toolkit's getBooleanInput reads it; "yes" and "1" are refused there too.
    if isinstance(value, str):
        if value.lower() not in {"true", "false"}:
            raise ValueError("must be true or false")
        return value.lower() == "true"
    return value


def _is_true(value: object) -> object:
    return value.lower() == "true" if isinstance(value, str) else value


def _web_address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", value):
        raise ValueError("must be an http or https address without user, query or fragment")
    return value.rstrip("/")


def _repository(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+", value) or {".", ".."} & set(value.split("/")):
        raise ValueError("must be owner/name")
    return value


def _login(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\[bot\])?", value):
        raise ValueError("must be a GitHub login such as octocat or github-actions[bot]")
    return value


def _mention(value: str) -> str:
    name = value.removeprefix("@")
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?", name):
        raise ValueError("must be a name such as @buddy-bot")
    return f"@{name}"


_Lines = Annotated[tuple[str, ...], BeforeValidator(_lines)]
_Count = Annotated[int, BeforeValidator(_digits)]
_Bool = Annotated[bool, BeforeValidator(_boolean)]
_Url = Annotated[str, AfterValidator(_web_address)]


class Settings(BaseModel):
    """Everything a run is told from outside; None where neither a value nor a default exists.

    Fields whose alias is lower case are inputs of the action (`INPUT_<NAME>`), the others are environment variables.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, validate_default=False)

    github_token: SecretStr | None = Field(None, alias="github-token")
    record_token: SecretStr | None = Field(None, alias="record-token")
    findings: _Lines = Field((), alias="findings")
    config_file: str | None = Field(None, alias="config-file")
    model: str | None = Field(None, alias="model")
    model_api_key: SecretStr | None = Field(None, alias="model-api-key")
    model_base_url: _Url | None = Field(None, alias="model-base-url")
    bot_login: Annotated[str, AfterValidator(_login)] = Field("github-actions[bot]", alias="bot-login")
    bot_mention: Annotated[str, AfterValidator(_mention)] = Field("@buddy-bot", alias="bot-mention")
    marker_key: SecretStr | None = Field(None, alias="marker-key")
    max_comments: _Count | None = Field(None, alias="max-comments")
    fail_on: Annotated[FailOn, BeforeValidator(_lower)] = Field(FailOn.NONE, alias="fail-on")
    dry_run: _Bool = Field(False, alias="dry-run")

    event_name: str | None = Field(None, alias="GITHUB_EVENT_NAME")
    event_path: str | None = Field(None, alias="GITHUB_EVENT_PATH")
    repository: Annotated[str, AfterValidator(_repository)] | None = Field(None, alias="GITHUB_REPOSITORY")
    api_url: _Url = Field(PUBLIC_API, alias="GITHUB_API_URL")
    server_url: _Url = Field(PUBLIC_SERVER, alias="GITHUB_SERVER_URL")
    in_actions: Annotated[bool, BeforeValidator(_is_true)] = Field(False, alias="GITHUB_ACTIONS")
    workspace: str = Field(".", alias="GITHUB_WORKSPACE")
    output_file: str | None = Field(None, alias="GITHUB_OUTPUT")
    summary_file: str | None = Field(None, alias="GITHUB_STEP_SUMMARY")
    run_id: str | None = Field(None, alias="GITHUB_RUN_ID")
    run_attempt: str | None = Field(None, alias="GITHUB_RUN_ATTEMPT")
    actor: str | None = Field(None, alias="GITHUB_ACTOR")

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """Read the runner's variables; InputError with every problem at once. Values of secrets are in no message."""
        given = {name: value for name in _aliases() if (value := _value_of(name, environ)) is not None}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise InputError(*_problems(error)) from None

    @classmethod
    def input_names(cls) -> tuple[str, ...]:
        """The action's inputs as action.yml spells them, in order."""
        return tuple(name for name in _aliases() if not name.isupper())

    @classmethod
    def input_defaults(cls) -> dict[str, str]:
        """What an unset input means, written as in a workflow; "" where unset stays unset."""
        fields = {field.alias: field.default for field in cls.model_fields.values()}
        return {name: _written(fields[name]) for name in cls.input_names()}


_PREFIX: Final = "INPUT_"


def _aliases() -> Iterator[str]:
    for field in Settings.model_fields.values():
        assert field.alias is not None
        yield field.alias


def _value_of(name: str, environ: Mapping[str, str]) -> str | None:
    """The runner makes INPUT_MAX-COMMENTS of `max-comments`; shells can only set INPUT_MAX_COMMENTS, so both count."""
    spellings = (name,) if name.isupper() else (_PREFIX + name.upper(), _PREFIX + name.upper().replace("-", "_"))
    values = (environ.get(spelling, "").strip() for spelling in spellings)
    return next((value for value in values if value), None)


def _problems(error: ValidationError) -> list[str]:
    return [f"{_shown(str(item['loc'][0]))}: {_reason(item)}" for item in error.errors(include_input=False)]


def _shown(name: str) -> str:
    return name if name.isupper() else f"input {name}"


def _reason(item: Any) -> str:
    if item["type"] == "enum":
        return f"must be one of {', '.join(member.value for member in FailOn)}"
    return str(item["msg"]).removeprefix("Value error, ")


def _written(default: object) -> str:
    if default is None or default == ():
        return ""
    if isinstance(default, enum.Enum):
        return str(default.value)
    return str(default).lower() if isinstance(default, bool) else str(default)
