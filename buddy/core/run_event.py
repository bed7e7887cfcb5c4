"""Events that tell of no conversation: the schedule, a manual start, and the end of another workflow's run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from buddy.core.errors import InputError
from buddy.core.event import EventRepository


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishedRun:
    """A `workflow_run` that ended: GitHub's own word on who ran what, unlike the artifact it left.

    `event` started that run, `actor` caused it; `head_repo` is the name of the repository its commit came from,
    None where that is gone.
    """

    run: int
    event: str
    head_sha: str
    head_repo: str | None
    actor: str | None
    repository: EventRepository


def parse_finished_run(payload: Mapping[str, Any]) -> FinishedRun:
    """InputError names every field without which nothing can be taken over."""
    try:
        read = _FinishedPayload.model_validate(payload)
    except ValidationError as error:
        raise InputError(*(f"event: {'.'.join(map(str, it['loc']))}: {it['msg']}" for it in error.errors())) from None
    run, repository = read.workflow_run, read.repository
    return FinishedRun(
        run=run.id,
        event=run.event,
        head_sha=run.head_sha,
        head_repo=run.head_repository.full_name if run.head_repository else None,
        actor=run.actor.login if run.actor else None,
        repository=EventRepository(
            id=repository.id, full_name=repository.full_name, default_branch=repository.default_branch or ""
        ),
    )


def parse_repository(payload: Mapping[str, Any], *, environ: Mapping[str, str]) -> EventRepository:
    """The repository of a run that nobody's act started.

    The payload of a schedule need not tell it; the runner's variables do, and such a run is on the default branch.
    """
    try:
        read = _AnyPayload.model_validate(payload).repository
    except ValidationError:
        read = None
    number = read.id if read else environ.get("GITHUB_REPOSITORY_ID", "")
    branch = (read.default_branch if read else None) or environ.get("GITHUB_REF", "").removeprefix("refs/heads/")
    if not str(number).isdecimal() or not branch:
        raise InputError("event: names no repository, and neither do GITHUB_REPOSITORY_ID and GITHUB_REF")
    name = read.full_name if read else environ.get("GITHUB_REPOSITORY", "")
    return EventRepository(id=int(number), full_name=name, default_branch=branch)


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class _Repository(_Read):
    id: int
    full_name: str
    default_branch: str | None = None


class _User(_Read):
    login: str | None = None


class _Run(_Read):
    id: int = Field(gt=0)
    event: str
    head_sha: str = Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")
    head_repository: _Repository | None = None
    actor: _User | None = None


class _FinishedPayload(_Read):
    workflow_run: _Run
    repository: _Repository


class _AnyPayload(_Read):
    repository: _Repository | None = None
