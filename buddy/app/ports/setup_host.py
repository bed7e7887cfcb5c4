"""What examining a set-up needs of the repository host: the default branch, and settings that few tokens may see."""

from __future__ import annotations

from typing import Protocol

from buddy.core.hosting import Branch, RepositoryAbout, Tree


class SetupHost(Protocol):
    """Every method may raise Refusal. None is "this token may not look", never a guess."""

    def about(self) -> RepositoryAbout: ...
    def branch(self, name: str) -> Branch | None: ...
    def tree(self, ref: str, *, recursive: bool = True) -> Tree | None: ...
    def blob(self, sha: str) -> bytes: ...
    def workflows_open_pulls(self) -> bool | None:
        """Whether the setting lets workflows open pull requests."""
        ...

    def rules_of(self, branch: str) -> tuple[str, ...] | None:
        """The kinds of rules that hold for a branch of this name, which need not exist."""
        ...
