"""The guideline files of the base branch that a model may follow: read as git objects, never from the head (P1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from buddy.app.ports import Tree, Workspace
from buddy.app.sources import BlobHost, read_texts
from buddy.core.change import Change
from buddy.core.model.rules import GUIDELINE_FILES, Guideline

MOST_FILES = 6
LARGEST = 256 * 1024
"""Bytes; what is larger is no guideline that anybody reads."""

_NESTED = ("AGENTS.md", "CLAUDE.md")


def read_guidelines(
    tree: Tree, *, change: Change, host: BlobHost, workspace: Workspace | None
) -> tuple[Guideline, ...]:
    """Those at the top, then those of folders above changed files, the nearest to the top first."""
    wanted = {
        path: entry.sha
        for path in _places(change)
        if (entry := tree.entries.get(path)) is not None and entry.is_regular_file and (entry.size or 0) <= LARGEST
    }
    first = dict(list(wanted.items())[:MOST_FILES])
    texts = read_texts(first, host=host, workspace=workspace)
    return tuple(Guideline(path=path, text=text) for path, text in texts.items() if text)


def _places(change: Change) -> Iterator[str]:
    yield from GUIDELINE_FILES
    for folder in sorted(set(_folders(change.names)), key=lambda folder: (folder.count("/"), folder)):
        yield from (f"{folder}/{name}" for name in _NESTED)


def _folders(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        for parent in PurePosixPath(path).parents:
            if parent != PurePosixPath("."):
                yield str(parent)
