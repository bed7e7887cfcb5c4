"""What GitHub says of a token itself: whose it is, and that it sees the repository."""

from __future__ import annotations

from buddy.adapters.github.host_part import HostPart
from buddy.adapters.github.payload import Payload
from buddy.app.ports import Refusal, RefusalKind


class _UserPayload(Payload):
    login: str
    type: str = "User"


class _RepositoryPayload(Payload):
    default_branch: str


class OwnRequests(HostPart):
    """The part of the host that `OwnHost` adds."""

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
        doing = "Reading the repository"
        answer = self._client.get("", doing=doing)
        with self._client.refusing(doing):
            return _RepositoryPayload.model_validate(answer).default_branch
