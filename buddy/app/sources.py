"""Source texts for fingerprints: from the workspace where the content is the very same, else from the host."""

from __future__ import annotations

from collections.abc import Mapping

from buddy.app.ports import Host, Refusal, RefusalKind, Workspace
from buddy.app.source_tree import decoded

MOST_BLOBS = 300
"""Blobs asked of the host in one run; findings in further files are known by path and occurrence alone (P11)."""


_NO_TEXT = frozenset({RefusalKind.NOT_FOUND, RefusalKind.UNPROCESSABLE, RefusalKind.MISSING_PERMISSION})
"""The last is how GitHub answers for a blob of more than 100 MB: 403 with the code `too_large`."""


def read_texts(blobs: Mapping[str, str], *, host: Host, workspace: Workspace | None) -> dict[str, str | None]:
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


def _from_host(host: Host, sha: str) -> bytes | None:
    try:
        return host.blob(sha)
    except Refusal as refusal:
        if refusal.kind in _NO_TEXT:
            return None
        raise
