"""One state of the source, as findings are looked up in it: a folder, or a commit read from git objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from buddy.app.repository import Repository
from buddy.core.findings.spelling import KnownPaths

LARGEST_SOURCE = 5 * 1024 * 1024
"""Bytes of a source file that are read; nobody reviews a larger one line by line."""


class SourceTree(Protocol):
    """Regular files only; a path behind a symbolic link is not there."""

    def spelling(self, path: str) -> str | None:
        """The path as the repository has it (tools on macOS decompose names), None where there is no such file."""
        ...

    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The files' bytes, without those that are missing, no regular files, or larger than `LARGEST_SOURCE`."""
        ...


class CommitTree:
    """The files of one commit."""

    def __init__(self, repository: Repository, commit: str) -> None:
        self._repository = repository
        self._entries = {path: entry for path, entry in repository.tree(commit).items() if entry.is_regular_file}
        self._known = KnownPaths(self._entries)

    def spelling(self, path: str) -> str | None:
        return self._known.spelling(path)

    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        entries = (entry for path in paths if (entry := self._entries.get(path)) is not None)
        wanted = {entry.path: entry.sha for entry in entries if entry.size is None or entry.size <= LARGEST_SOURCE}
        blobs = self._repository.blobs(set(wanted.values()))
        return {path: blobs[sha] for path, sha in wanted.items() if sha in blobs}


class NoSource:
    """The source is not known: findings are told apart by category, path and order alone."""

    def spelling(self, path: str) -> str | None:
        return path

    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        return {}


def texts_of(paths: Iterable[str | None], tree: SourceTree) -> dict[str, str | None]:
    """The text of each file, by path; None where there is none."""
    wanted = list(dict.fromkeys(path for path in paths if path is not None))
    contents = tree.contents(wanted)
    return {path: decoded(contents.get(path)) for path in wanted}


def decoded(content: bytes | None) -> str | None:
    """The bytes as text, the same for a local and a hosted review; None for a binary or too large file."""
    if content is None or len(content) > LARGEST_SOURCE or b"\0" in content[:8000]:
        return None
    return content.decode("utf-8", "replace")
