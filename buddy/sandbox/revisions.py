"""What a name in a request means: a branch, a tag, a full ref, a sha, or nothing."""

from __future__ import annotations

import re

from buddy.sandbox.git.history import tip
from buddy.sandbox.git.objects import Commit, read_commit
from buddy.sandbox.records import Repo

_HEX = re.compile(r"[0-9a-f]{7,40}")


def commit_named(repo: Repo, name: str) -> Commit | None:
    """Branch before tag before sha; git's own revision language (`~`, `^`, `@{}`) is not understood."""
    short = name.removeprefix("refs/")
    for ref in (f"refs/heads/{name}", f"refs/tags/{name}", f"refs/{short}"):
        sha = None if re.search(r"[\s~^:?*\[\\]|\.\.|@\{", name) else tip(repo.git, repo.ref(ref))
        if sha is not None:
            return read_commit(repo.git, sha)
    return read_commit(repo.git, name) if _HEX.fullmatch(name) else None
