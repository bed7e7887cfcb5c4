"""What the parts of the GitHub host share: the client, and that something may be gone."""

from __future__ import annotations

from typing import Any

from buddy.adapters.github.client import Client
from buddy.app.ports import Refusal, RefusalKind


class HostPart:
    """Some of the requests to one repository."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def requests(self) -> tuple[int, int]:
        """Real requests, repeated ones included, and how many of them could write."""
        return self._client.requests

    def _found(self, path: str, *, doing: str, query: dict[str, str] | None = None) -> Any:
        """The answer to a GET, None where there is no such thing."""
        try:
            return self._client.get(path, doing=doing, query=query)
        except Refusal as refusal:
            if refusal.kind is RefusalKind.NOT_FOUND:
                return None
            raise

    def _remove(self, path: str, *, doing: str) -> None:
        """Delete what may be gone already."""
        try:
            self._client.write("DELETE", path, doing=doing)
        except Refusal as refusal:
            if refusal.kind is not RefusalKind.NOT_FOUND:
                raise
