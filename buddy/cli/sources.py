"""Which state of the source a command reads: a folder, the working tree, or a commit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from buddy.cli.places import work_tree

if TYPE_CHECKING:
    from buddy.app.repository import Repository
    from buddy.app.source_tree import SourceTree


def source_tree(*, root: Path | None, ref: str | None) -> SourceTree:
    """`ref` of the repository around `root` (default: here), else the folder `root`, else the working tree.

    Outside any repository the working tree is the current folder.
    """
    if ref is not None:
        from buddy.app.local_change import commit_of

        repository = repository_at(root or Path.cwd())
        return source_of(repository, commit_of(repository, ref))
    from buddy.adapters.folder import Folder

    return Folder(root if root is not None else work_tree(Path.cwd()) or Path.cwd())


def source_of(repository: Repository, commit: str | None) -> SourceTree:
    """The files of a commit, or of the working tree for None."""
    if commit is None:
        from buddy.adapters.folder import Folder

        return Folder(Path(repository.top))
    from buddy.app.source_tree import CommitTree

    return CommitTree(repository, commit)


def repository_at(folder: Path) -> Repository:
    """The git repository around a folder; raises InputError outside of one."""
    from buddy.adapters.git.repository import GitRepository

    return GitRepository.discover(folder)
