"""What a run reads of the event that started it; people and forks may be gone, unknown keys do not matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from buddy.core.errors import InputError


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRepository:
    """The repository the event happened in.

    `default_branch` must be told: without it any base would count as the one that is always trusted (P1).
    """

    id: int
    full_name: str
    default_branch: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PullRequestEvent:
    """A `pull_request` or `pull_request_target` event.

    `head_repo` is None when the fork was deleted, `sender` when the account was. `changes_base` says that this edit
    moved the pull request to another base.
    """

    action: str
    number: int
    head_sha: str
    head_repo: str | None
    base_ref: str
    draft: bool
    sender: str | None
    changes_base: bool
    repository: EventRepository

    @property
    def from_fork(self) -> bool:
        """True also when the head's repository is gone: its token is read-only either way (ACT-03)."""
        return self.head_repo is None or self.head_repo.casefold() != self.repository.full_name.casefold()


def parse_pull_request(payload: Mapping[str, Any]) -> PullRequestEvent:
    """InputError names every field without which there is nothing to review."""
    try:
        read = _PullRequestPayload.model_validate(payload)
    except ValidationError as error:
        raise InputError(*(_problem(item) for item in error.errors(include_input=False))) from None
    pull, repository = read.pull_request, read.repository
    return PullRequestEvent(
        action=read.action,
        number=pull.number,
        head_sha=pull.head.sha,
        head_repo=pull.head.repo.full_name if pull.head.repo else None,
        base_ref=pull.base.ref,
        draft=bool(pull.draft),
        sender=read.sender.login if read.sender else None,
        changes_base="base" in (read.changes or {}),
        repository=EventRepository(
            id=repository.id, full_name=repository.full_name, default_branch=repository.default_branch
        ),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class SaidEvent:
    """Something was said, changed or deleted in a conversation: below it, on the diff, or as a review.

    `comment` is the id of what was said among things of its event's kind, `body` its text now and `before` the text
    it had before this edit (None where it was not edited). `is_reply` says that it answers a comment on the diff.
    """

    action: str
    number: int
    on_pull: bool
    comment: int
    author: str | None
    sender: str | None
    body: str
    before: str | None
    is_reply: bool
    head_sha: str | None
    from_fork: bool
    repository: EventRepository


def parse_said(payload: Mapping[str, Any]) -> SaidEvent:
    """Of `issue_comment`, `pull_request_review_comment` and `pull_request_review`.

    InputError names every field without which there is nothing to answer.
    """
    try:
        read = _SaidPayload.model_validate(payload)
    except ValidationError as error:
        raise InputError(*(_problem(item) for item in error.errors(include_input=False))) from None
    thread, said = read.issue or read.pull_request, read.comment or read.review
    if thread is None or said is None:
        raise InputError("event: neither a conversation nor something that was said in it")
    head = read.pull_request.head if read.pull_request else None
    repo = head.repo if head else None
    name = read.repository.full_name
    return SaidEvent(
        action=read.action,
        number=thread.number,
        on_pull=read.issue is None or read.issue.pull_request is not None,
        comment=said.id,
        author=said.user.login if said.user else None,
        sender=read.sender.login if read.sender else None,
        body=said.body or "",
        before=read.changes.body.before if read.changes and read.changes.body else None,
        is_reply=said.in_reply_to_id is not None,
        head_sha=head.sha if head else None,
        from_fork=head is not None and (repo is None or repo.full_name.casefold() != name.casefold()),
        repository=EventRepository(
            id=read.repository.id, full_name=name, default_branch=read.repository.default_branch
        ),
    )


def _problem(item: Any) -> str:
    return f"event: {'.'.join(map(str, item['loc']))}: {item['msg']}"


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class _User(_Read):
    login: str | None = None


class _Repository(_Read):
    id: int
    full_name: str


class _OwnRepository(_Repository):
    default_branch: str = Field(min_length=1)


class _Head(_Read):
    sha: str = Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")
    repo: _Repository | None = None


class _Base(_Read):
    ref: str = Field(min_length=1)


class _Pull(_Read):
    number: int = Field(gt=0)
    draft: bool | None = None
    head: _Head
    base: _Base


class _PullRequestPayload(_Read):
    action: str
    pull_request: _Pull
    repository: _OwnRepository
    sender: _User | None = None
    changes: dict[str, Any] | None = None


class _Issue(_Read):
    number: int = Field(gt=0)
    pull_request: Any = None


class _SaidPull(_Read):
    number: int = Field(gt=0)
    head: _Head


class _Said(_Read):
    id: int
    body: str | None = None
    user: _User | None = None
    in_reply_to_id: int | None = None


class _OldBody(_Read):
    before: str | None = Field(default=None, alias="from")


class _SaidChanges(_Read):
    body: _OldBody | None = None


class _SaidPayload(_Read):
    action: str
    issue: _Issue | None = None
    pull_request: _SaidPull | None = None
    comment: _Said | None = None
    review: _Said | None = None
    repository: _OwnRepository
    sender: _User | None = None
    changes: _SaidChanges | None = None
