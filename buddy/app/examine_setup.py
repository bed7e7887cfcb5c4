"""Examining a set-up: the default branch and what the host says of the repository, gathered for the doctor's checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from buddy.app.memory_reading import MAX_LEARNINGS_BYTES
from buddy.app.ports.setup_host import SetupHost
from buddy.app.repository import Repository
from buddy.core.config_file import LoadedConfig, load_lenient
from buddy.core.doctor import Standing, read_first
from buddy.core.errors import InputError
from buddy.core.hosting import TreeEntry
from buddy.core.setup.config_text import CONFIG

Blob = Callable[[str], bytes]


def standing_on_host(host: SetupHost, *, page: str) -> Standing:
    """What stands on the host's default branch; `page` is the repository's web address. May raise Refusal."""
    about = host.about()
    tip = host.branch(about.default_branch)
    tree = host.tree(tip.sha) if tip is not None else None
    entries: Mapping[str, TreeEntry] = {} if tree is None else tree.entries
    files, loaded = _files(entries, host.blob)
    return Standing(
        branch=about.default_branch,
        tree=entries,
        files=files,
        page=page,
        has_token=True,
        archived=about.archived,
        permissions=about.permissions,
        creates_pulls=host.workflows_open_pulls(),
        record_branch_rules=host.rules_of(loaded.config.record.branch),
        loaded=loaded,
    )


def standing_here(repository: Repository, *, page: str) -> Standing:
    """What stands on the default branch as this machine knows it; all that only the host could say is unknown."""
    branch = repository.default_branch()
    commit = repository.commit(branch or "HEAD")
    if commit is None:
        raise InputError("this repository has no commit yet: commit what `buddy init` writes first.")
    tree = repository.tree(commit)
    files, loaded = _files(tree, repository.blob)
    return Standing(branch=branch or "HEAD", tree=tree, files=files, page=page, loaded=loaded)


def _files(tree: Mapping[str, TreeEntry], blob: Blob) -> tuple[dict[str, bytes], LoadedConfig]:
    """The contents that the checks read, the memory where the configuration has it among them."""
    files = {entry.path: blob(entry.sha) for entry in read_first(tree)}
    loaded = load_lenient(files.get(CONFIG))
    memory = tree.get(loaded.config.ai.learnings.file)
    if memory is not None and memory.is_regular_file and (memory.size or 0) <= MAX_LEARNINGS_BYTES:
        files[memory.path] = blob(memory.sha)
    return files, loaded
