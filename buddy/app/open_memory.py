"""Opening the memory for a local command: from a commit's git objects, or from a file that the user named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from buddy.app.local_change import LocalChange
from buddy.app.memory_reading import CONFIG_FILE, read_config, read_learnings
from buddy.app.repository import Repository
from buddy.core.config import Config
from buddy.core.config_file import LoadedConfig
from buddy.core.hosting import TreeEntry
from buddy.core.learnings.document import LearningsDocument
from buddy.core.notice import Notice


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenedMemory:
    """Configuration and learnings; `source` says in words where the learnings stood."""

    config: Config
    document: LearningsDocument
    source: str
    notices: tuple[Notice, ...] = ()


def open_memory(
    repository: Repository,
    commit: str,
    *,
    config: LoadedConfig | None = None,
    document: LearningsDocument | None = None,
    file: str | None = None,
) -> OpenedMemory:
    """What stands at the commit, never the work tree's state of it (P1); `config` and `document` are files given.

    `file` is the path to read at the commit where it is not the configured one. Missing means empty. Only a regular
    file counts.
    """
    files = _Commit(repository, commit)
    loaded = config if config is not None else read_config(files, CONFIG_FILE)
    path = file if file is not None else loaded.config.ai.learnings.file
    if document is None:
        document = read_learnings(files, path, enabled=file is not None or loaded.config.ai.learnings.enabled)
    return OpenedMemory(
        config=loaded.config, document=document, source=f"{path} at {commit[:12]}", notices=loaded.notices
    )


def newer_memory(repository: Repository, local: LocalChange, memory: OpenedMemory) -> Iterator[Notice]:
    """A notice when the tip of the base branch has another memory than the merge base: a review in CI reads the tip."""
    if local.tip == local.base:
        return
    path = memory.config.ai.learnings.file
    before, after = (repository.tree(commit).get(path) for commit in (local.base, local.tip))
    if after is not None and (before is None or before.sha != after.sha):
        yield Notice(
            id="newer-memory",
            message=f"`{path}` is newer on {local.ref}; with `--base {local.ref}` it is read, as in CI.",
        )


def memory_of_files(*, config: LoadedConfig | None, document: LearningsDocument, name: str) -> OpenedMemory:
    """No repository at all: the files that were given, defaults for the rest."""
    loaded = config if config is not None else LoadedConfig(config=Config())
    return OpenedMemory(config=loaded.config, document=document, source=name, notices=loaded.notices)


class _Commit:
    """The files of a commit of the repository here."""

    def __init__(self, repository: Repository, commit: str) -> None:
        self._repository = repository
        self._tree = repository.tree(commit)

    def entry(self, path: str) -> TreeEntry | None:
        return self._tree.get(path)

    def read(self, entry: TreeEntry) -> bytes:
        return self._repository.blob(entry.sha)
