"""What recording needs of the host: git objects, Buddy's own branches, and pull requests from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, Protocol

from buddy.app.ports.host import Host
from buddy.core.hosting import Commit, RecordPull

PullState = Literal["open", "closed", "all"]

MOST_COMMITS: Final = 1_000
"""How many commits `commits_ahead` gives at most; that many of them do not prove that there are no others."""


class RecordHost(Host, Protocol):
    """Writes reach no branch outside `buddy/` (P2): asking for one raises, and nothing is sent."""

    def commit(self, sha: str) -> Commit: ...

    def create_blob(self, content: bytes) -> str:
        """Gives its sha; the same content twice is the same blob."""
        ...

    def create_tree(self, base_tree: str, files: Mapping[str, str]) -> str:
        """The base tree (by its own sha, not a commit's) with these blobs at these paths as regular files."""
        ...

    def create_commit(self, *, tree: str, parents: Sequence[str], message: str) -> str:
        """By whom the token stands for, now; it hangs on no branch yet."""
        ...

    def create_branch(self, name: str, sha: str) -> None:
        """ALREADY_EXISTS when somebody else was faster."""
        ...

    def move_branch(self, name: str, sha: str) -> None:
        """Never forced: NOT_FAST_FORWARD when `sha` does not hold the tip, NOT_FOUND when the branch is gone."""
        ...

    def delete_branch(self, name: str) -> None:
        """Its open pull requests close; a branch that is gone already is deleted."""
        ...

    def commits_ahead(self, base: str, head: str) -> Sequence[Commit]:
        """What `head` has and `base` has not (branches or shas), oldest first, at most MOST_COMMITS.

        NOT_FOUND when one of them is gone or they have no history in common.
        """
        ...

    def pulls(self, *, head: str, base: str | None = None, state: PullState) -> Sequence[RecordPull]:
        """All pull requests from this repository's branch `head`, newest first; the branch need not exist any more."""
        ...

    def pull(self, number: int) -> RecordPull: ...

    def create_pull(self, *, title: str, body: str, head: str, base: str) -> RecordPull:
        """Open one; ALREADY_EXISTS, NOTHING_TO_MERGE and NO_PULL_REQUESTS are the refusals to expect."""
        ...

    def update_pull(self, number: int, *, body: str | None = None, title: str | None = None) -> None:
        """Change what is given; None leaves a field as it is."""
        ...
