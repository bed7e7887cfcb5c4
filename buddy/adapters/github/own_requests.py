"""What GitHub says of a token and of the repository itself: whose it is, what it is, how it is set."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from pydantic import Field

from buddy.adapters.github.host_part import HostPart
from buddy.adapters.github.payload import Payload
from buddy.app.ports import Refusal, RefusalKind
from buddy.core.hosting import RepositoryAbout


class _UserPayload(Payload):
    login: str
    type: str = "User"


class _OwnerPayload(Payload):
    type: str | None = None


class _RepositoryPayload(Payload):
    default_branch: str
    archived: bool | None = None
    permissions: dict[str, bool] = Field(default_factory=dict)
    owner: _OwnerPayload | None = None
    forks_count: int | None = None

    def about(self) -> RepositoryAbout:
        """In our words."""
        kind = self.owner.type if self.owner is not None else None
        return RepositoryAbout(
            default_branch=self.default_branch,
            archived=self.archived,
            permissions=self.permissions,
            owner_is_person=None if kind is None else kind == "User",
            forks=self.forks_count,
        )


class _WorkflowSettingPayload(Payload):
    can_approve_pull_request_reviews: bool | None = None


class _RulePayload(Payload):
    type: str


_UNSEEN = frozenset(
    {
        RefusalKind.READ_ONLY,
        RefusalKind.MISSING_PERMISSION,
        RefusalKind.SINGLE_SIGN_ON,
        RefusalKind.NOT_FOUND,
    }
)
"""How GitHub answers for a setting that this token may not see; anything else is no answer at all."""


class OwnRequests(HostPart):
    """The part of the host that `OwnHost` and `SetupHost` add."""

    def login(self) -> str | None:
        """One request; a job's token may not ask it (403)."""
        doing = "Asking whose token it is"
        try:
            answer = self._client.user(doing=doing)
        except Refusal as refusal:
            if refusal.kind in {RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION, RefusalKind.NOT_FOUND}:
                return None
            raise
        with self._client.refusing(doing):
            user = _UserPayload.model_validate(answer)
            return user.login if user.type == "User" else None

    def default_branch(self) -> str:
        """One request."""
        return self.about().default_branch

    def about(self) -> RepositoryAbout:
        """See `SetupHost`."""
        doing = "Reading the repository"
        answer = self._client.get("", doing=doing)
        with self._client.refusing(doing):
            return _RepositoryPayload.model_validate(answer).about()

    def workflows_open_pulls(self) -> bool | None:
        """See `SetupHost`."""
        doing = "Looking at the setting of workflows"
        answer = self._seen("/actions/permissions/workflow", doing=doing)
        with self._client.refusing(doing):
            return (
                None
                if answer is None
                else _WorkflowSettingPayload.model_validate(answer).can_approve_pull_request_reviews
            )

    def rules_of(self, branch: str) -> tuple[str, ...] | None:
        """See `SetupHost`."""
        doing = f"Looking at the rules for {branch}"
        answer = self._seen(f"/rules/branches/{quote(branch, safe='/')}", doing=doing)
        with self._client.refusing(doing):
            return None if answer is None else tuple(_RulePayload.model_validate(row).type for row in answer)

    def _seen(self, path: str, *, doing: str) -> Any:
        """The answer, None where the token may not look."""
        try:
            return self._client.get(path, doing=doing)
        except Refusal as refusal:
            if refusal.kind in _UNSEEN:
                return None
            raise
