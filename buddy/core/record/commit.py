"""The commit messages of record branches: counts and keys, never a word that somebody wrote (REC-10)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from buddy.core.hosting import Commit

TITLE = "chore(buddy): record learnings"
"""Of the commits and of the pull request."""

_TRAILER = re.compile(r"^Buddy-Ids:[ \t]*(.*)$", re.MULTILINE)
_AGAIN = re.compile(r"^Buddy-Again:[ \t]*(.*)$", re.MULTILINE)
_KEY = re.compile(r"[A-Za-z]_[A-Za-z0-9_.-]{2,64}")
_NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts:
    """Lines that the file of the target does not have like this."""

    added: int = 0
    changed: int = 0
    archived: int = 0
    removed: int = 0

    def __str__(self) -> str:
        parts = (("added", self.added), ("changed", self.changed), ("archived", self.archived), ("gone", self.removed))
        return ", ".join(f"{count} {word}" for word, count in parts if count) or "nothing"


def message(counts: Counts, keys: Collection[str], *, again: Collection[str] = ()) -> str:
    """`keys` are all entries that stand on the branch with this commit, `again` those that a merge pushed off it."""
    trailers = [f"Buddy-Ids: {' '.join(sorted(keys)) or _NONE}"]
    if again:
        trailers.append(f"Buddy-Again: {' '.join(sorted(again))}")
    return "\n".join([TITLE, "", f"Learnings against the target branch: {counts}.", "", *trailers])


def keys_of(text: str) -> frozenset[str] | None:
    """The keys that a commit message lists, None where it is none of Buddy's."""
    return _keys(_TRAILER.findall(text)) if _TRAILER.search(text) else None


def _keys(lines: Sequence[str]) -> frozenset[str]:
    return frozenset(key for key in " ".join(lines).split() if _KEY.fullmatch(key))


@dataclass(frozen=True, kw_only=True, slots=True)
class History:
    """What the commits of a record branch tell that its target does not have.

    `tip` and `tree` are those of the last commit, None where there is none; `base` is the target's commit on which
    they stand. `written` are the keys that Buddy has put there, `foreign` says whether anybody else committed.
    """

    tip: str | None
    tree: str | None
    base: str | None
    written: frozenset[str]
    foreign: bool


def history(
    commits: Sequence[Commit], *, own_logins: Collection[str] | None, before: Collection[str] = (), cut: bool = False
) -> History:
    """Read commits, oldest first.

    A commit is Buddy's if it has the trailer and, unless `own_logins` is None, one of these authors. What came up to
    a commit of `before` belonged to another pull request and counts as nobody's. `cut`: there may be more commits.
    """
    shas = {commit.sha for commit in commits}
    past = _reachable(commits, before)
    written: set[str] = set()
    foreign = cut
    for commit in commits:
        keys = keys_of(commit.message)
        if keys is None or (own_logins is not None and commit.author not in own_logins):
            foreign = True
        elif commit.sha not in past:
            written = (written | keys) - _keys(_AGAIN.findall(commit.message))
    outside = (parent for commit in reversed(commits) for parent in reversed(commit.parents) if parent not in shas)
    tip = commits[-1] if commits else None
    return History(
        tip=tip.sha if tip else None,
        tree=tip.tree if tip else None,
        base=next(outside, None),
        written=frozenset(written),
        foreign=foreign,
    )


def _reachable(commits: Sequence[Commit], heads: Collection[str]) -> set[str]:
    parents = {commit.sha: commit.parents for commit in commits}
    found: set[str] = set()
    ahead = [sha for sha in heads if sha in parents]
    while ahead:
        sha = ahead.pop()
        if sha not in found:
            found.add(sha)
            ahead += [parent for parent in parents[sha] if parent in parents]
    return found
