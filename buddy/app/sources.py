"""Source texts for fingerprints: from the workspace where the content is the very same, else from the host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from buddy.app.ports import Refusal, RefusalKind, Workspace
from buddy.app.source_tree import decoded

MOST_BLOBS = 300
"""Blobs asked of the host in one run; findings in further files are known by path and occurrence alone (P11)."""


class BlobHost(Protocol):
    """Whoever gives contents by their git hash; may raise Refusal."""

    def blob(self, sha: str) -> bytes: ...


class SeenBlobs:
    """A host of which no content is asked twice in one run."""

    def __init__(self, host: BlobHost) -> None:
        self._host = host
        self._seen: dict[str, bytes] = {}

    def blob(self, sha: str) -> bytes:
        """The content, from the host the first time."""
        if sha not in self._seen:
            self._seen[sha] = self._host.blob(sha)
        return self._seen[sha]


_NO_TEXT = frozenset({RefusalKind.NOT_FOUND, RefusalKind.UNPROCESSABLE, RefusalKind.MISSING_PERMISSION})
"""The last is how GitHub answers for a blob of more than 100 MB: 403 with the code `too_large`."""


def read_texts(blobs: Mapping[str, str], *, host: BlobHost, workspace: Workspace | None) -> dict[str, str | None]:
    """Text by path for `blobs` (path to git hash); None for what is binary, too large or gone."""
    texts: dict[str, str | None] = {}
    asked = 0
    for path, sha in blobs.items():
        content = workspace.blob(path, sha) if workspace is not None else None
        if content is None and asked < MOST_BLOBS:
            asked += 1
            content = _from_host(host, sha)
        texts[path] = decoded(content)
    return texts


def _from_host(host: BlobHost, sha: str) -> bytes | None:
    try:
        return host.blob(sha)
    except Refusal as refusal:
        if refusal.kind in _NO_TEXT:
            return None
        raise
