"""What finished workflow runs left behind, through the API and the storage that it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import requests

from buddy.adapters.github.artifact_files import LARGEST_ZIP, UnusableArtifact, read_zip
from buddy.adapters.github.host_part import HostPart
from buddy.adapters.github.payload import Payload
from buddy.app.ports import Refusal, RefusalKind

_TIMEOUT: Final = 20  # seconds until an answer begins
_CHUNK: Final = 1 << 20


class GithubArtifacts(HostPart):
    """Needs `actions: read`. The storage is another server: it is shown no token."""

    def artifact(self, run: int, name: str) -> Mapping[str, bytes] | None:
        """Two requests, and the download."""
        doing = f"Reading what run {run} left"
        answer = self._found(f"/actions/runs/{run}/artifacts", doing=doing, query={"name": name, "per_page": "100"})
        if answer is None:
            return None
        with self._client.refusing(doing):
            listed = _ListPayload.model_validate(answer).artifacts
        named = [each for each in listed if each.name == name and not each.expired]
        if not named:
            return None
        latest = max(named, key=lambda each: each.id)
        if latest.size_in_bytes > LARGEST_ZIP:
            raise _unusable(name, f"is larger than {LARGEST_ZIP >> 20} MB")
        try:
            return read_zip(self._zip(latest.id, doing=doing))
        except UnusableArtifact as error:
            raise _unusable(name, str(error)) from error

    def _zip(self, artifact: int, *, doing: str) -> bytes:
        address = self._client.leads_to(f"/actions/artifacts/{artifact}/zip", doing=doing)
        with self._client.refusing(doing):
            if urlsplit(address).scheme not in self._client.schemes:
                raise ValueError("a redirect to an address without encryption")
            with requests.get(address, timeout=_TIMEOUT, stream=True) as answer:
                answer.raise_for_status()
                return _bounded(answer)


class _ArtifactPayload(Payload):
    id: int
    name: str
    size_in_bytes: int = 0
    expired: bool = False


class _ListPayload(Payload):
    artifacts: tuple[_ArtifactPayload, ...] = ()


def _bounded(answer: requests.Response) -> bytes:
    content = b""
    for chunk in answer.iter_content(_CHUNK):
        content += chunk
        if len(content) > LARGEST_ZIP:
            raise UnusableArtifact(f"is larger than {LARGEST_ZIP >> 20} MB")
    return content


def _unusable(name: str, why: str) -> Refusal:
    return Refusal(RefusalKind.UNPROCESSABLE, f"The artifact {name!r} {why}; nothing of it is used.")
