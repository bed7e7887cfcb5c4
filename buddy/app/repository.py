"""What the local verbs need of a git repository, in Buddy's words; the git adapter and the tests' fakes satisfy it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from buddy.core.change import Change
from buddy.core.hosting import TreeEntry
from buddy.core.record.line_history import LineCommit


class Repository(Protocol):
    """A repository on this machine. `commit` arguments are full hashes, as `commit()` gives them."""

    @property
    def top(self) -> str:
        """Absolute path of the work tree's top folder."""
        ...

    def commit(self, ref: str) -> str | None:
        """The commit that a name, hash or tag stands for; None where there is none. Nothing is an option to git."""
        ...

    def head(self) -> str | None:
        """The commit that is checked out, detached or not; None on a branch without commits."""
        ...

    def default_branch(self) -> str | None:
        """The upstream default branch as a ref (`origin/main`), else a local `main` or `master`; None without any."""
        ...

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor; None where the histories share none that is here (see `is_shallow`)."""
        ...

    def is_shallow(self) -> bool:
        """Whether history was cut off by `--depth`."""
        ...

    def change(self, base: str, head: str | None) -> Change:
        """What lies between two commits, renames found; `head` None is the work tree with its untracked files."""
        ...

    def subjects(self, base: str, head: str) -> Sequence[str]:
        """First lines of the commits' messages between the two, newest first; at most a hundred."""
        ...

    def line_log(self, commit: str, path: str, words: str) -> Sequence[LineCommit]:
        """The commits up to this one that added or took away lines of a file with these words, oldest first."""
        ...

    def tree(self, commit: str) -> Mapping[str, TreeEntry]:
        """Every path below a commit: files, symlinks, submodules."""
        ...

    def blob(self, sha: str) -> bytes:
        """The content of a git object."""
        ...

    def blobs(self, shas: Collection[str]) -> Mapping[str, bytes]:
        """The content of many at once; one that is not here (a partial clone) is left out."""
        ...

    def paths(self) -> Collection[str]:
        """Files of the work tree as git spells them: tracked ones, and untracked ones that are not ignored."""
        ...
