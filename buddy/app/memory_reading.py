"""How configuration and learnings are read at a commit (P1), whoever gives its files: the host or a repository here."""

from __future__ import annotations

from typing import Protocol

from buddy.core.config import Config
from buddy.core.config_file import MAX_BYTES, LoadedConfig, load_lenient
from buddy.core.hosting import TreeEntry
from buddy.core.learnings.document import LearningsDocument, parse, unreadable
from buddy.core.notice import Notice

CONFIG_FILE = ".buddy/config.yml"
MAX_LEARNINGS_BYTES = 64 * 1024 * 1024


class FilesAtCommit(Protocol):
    """The paths of one commit."""

    def entry(self, path: str) -> TreeEntry | None:
        """What stands at a path, None where nothing does."""
        ...

    def read(self, entry: TreeEntry) -> bytes: ...


def read_config(files: FilesAtCommit, path: str) -> LoadedConfig:
    """Missing means every default; what is no regular file or too large means that, too, and is said."""
    entry = files.entry(path)
    if entry is None:
        return LoadedConfig(config=Config())
    if not entry.is_regular_file:
        return _defaults(f"`{path}` on base is {_what(entry)}, not a regular file; every key has its default.")
    if entry.size is not None and entry.size > MAX_BYTES:
        return _defaults(f"`{path}` on base is larger than {MAX_BYTES >> 10} KiB; every key has its default.")
    return load_lenient(files.read(entry))


def read_learnings(files: FilesAtCommit, path: str, *, enabled: bool = True) -> LearningsDocument:
    """Missing means empty; what is no regular file or too large is the document's one problem."""
    entry = files.entry(path) if enabled else None
    if entry is None:
        return parse(b"")
    if not entry.is_regular_file:
        return unreadable(f"`{path}` on base is {_what(entry)}, not a regular file")
    if entry.size is not None and entry.size > MAX_LEARNINGS_BYTES:
        return unreadable(f"`{path}` on base is larger than {MAX_LEARNINGS_BYTES >> 20} MiB")
    return parse(files.read(entry))


def _defaults(message: str) -> LoadedConfig:
    return LoadedConfig(config=Config(), notices=(Notice(id="config-unreadable", message=message),))


def _what(entry: TreeEntry) -> str:
    return {"120000": "a symbolic link", "160000": "a submodule", "040000": "a folder"}.get(entry.mode, "special")
