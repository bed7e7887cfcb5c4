"""A git repository in memory: files, trees, commits, branches, and what GitHub works out from them."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from buddy.core.change import ChangedFile, FileStatus
from buddy.core.hosting import TreeEntry


@dataclass(frozen=True)
class File:
    """Content with a mode: 100644 a file, 100755 a program, 120000 a link to `content`."""

    content: bytes
    mode: str = "100644"


Files = Mapping[str, "str | bytes | File | None"]


@dataclass(frozen=True)
class Commit:
    """`author` is a login, None for an address that belongs to nobody."""

    sha: str
    parents: tuple[str, ...]
    files: Mapping[str, File]
    tree: str
    author: str | None
    message: str


class Repository:
    """`trees` holds every tree by its own sha and by that of each commit; `tree_files` whole states by tree."""

    def __init__(self, *, default_branch: str = "main") -> None:
        self.default_branch = default_branch
        self.protected: set[str] = set()
        self.branches: dict[str, str] = {}
        self.commits: dict[str, Commit] = {}
        self.blobs: dict[str, bytes] = {}
        self.trees: dict[str, dict[str, TreeEntry]] = {}
        self.tree_files: dict[str, dict[str, File]] = {}

    def push(
        self, branch: str, files: Files, *, onto: str | None = None, by: str | None = "alice", message: str = "Change"
    ) -> str:
        """Somebody's commit on a branch, made from the default one if missing; None deletes a file; gives the sha."""
        parent = onto or self.branches.get(branch) or self.branches.get(self.default_branch)
        kept = dict(self.commits[parent].files) if parent else {}
        for path, content in files.items():
            kept.pop(path, None)
            if content is not None:
                raw = content.encode() if isinstance(content, str) else content
                kept[path] = raw if isinstance(raw, File) else File(raw)
        sha = self.add_commit(kept, parents=(parent,) if parent else (), author=by, message=message)
        self.branches[branch] = sha
        return sha

    def add_commit(
        self, files: Mapping[str, File], *, parents: tuple[str, ...], author: str | None, message: str
    ) -> str:
        """A commit that hangs on no branch."""
        tree = self.add_tree(files)
        sha = _hash("commit", f"{len(self.commits)} {parents} {tree}".encode())
        self.commits[sha] = Commit(sha, parents, files, tree, author, message)
        self.trees[sha] = self.trees[tree]
        return sha

    def add_blob(self, content: bytes) -> str:
        sha = _hash("blob", content)
        self.blobs[sha] = content
        return sha

    def ancestors(self, sha: str) -> list[str]:
        """The commit itself first."""
        found = [sha]
        for each in found:
            found += [parent for parent in self.commits[each].parents if parent not in found]
        return found

    def ahead(self, base: str, head: str) -> list[str] | None:
        """The commits that only `head` has, oldest first; None where they have no history in common."""
        known = self.ancestors(base)
        mine = self.ancestors(head)
        return [sha for sha in self.commits if sha in mine and sha not in known] if {*known} & {*mine} else None

    def merge_base(self, one: str, other: str) -> str | None:
        """The youngest commit that both have; None where they have no history in common."""
        shared = {*self.ancestors(one)} & {*self.ancestors(other)}
        return next((sha for sha in reversed(self.commits) if sha in shared), None)

    def merged_files(self, base: str, head: str) -> dict[str, File]:
        """File by file; one that both sides changed in their own way is a conflict."""
        common = self.merge_base(base, head)
        old = self.commits[common].files if common else {}
        ours, theirs = self.commits[base].files, self.commits[head].files
        merged = {}
        for path in dict.fromkeys([*ours, *theirs]):
            was, mine, other = old.get(path), ours.get(path), theirs.get(path)
            assert mine == other or was in (mine, other), f"{path} is in conflict"
            kept = other if was == mine else mine
            if kept is not None:
                merged[path] = kept
        return merged

    def add_tree(self, files: Mapping[str, File]) -> str:
        """The tree of a state, and each folder's, by its own hash, as the git data API gives them."""
        folders: dict[str, dict[str, TreeEntry]] = {"": {}}
        for path, file in files.items():
            sha = self.add_blob(file.content)
            entry = TreeEntry(path=path, mode=file.mode, sha=sha, size=len(file.content))
            parts = path.split("/")
            for depth in range(len(parts)):
                folder = "/".join(parts[:depth])
                inside = "/".join(parts[depth:])
                folders.setdefault(folder, {})[inside] = replace(entry, path=inside)
        hashes = {name: _hash("tree", repr(sorted(entries.items())).encode()) for name, entries in folders.items()}
        for name, entries in folders.items():
            below = {path.removeprefix(f"{name}/" if name else ""): sha for path, sha in hashes.items()
                     if path != name and (not name or path.startswith(f"{name}/"))}  # fmt: skip
            trees = {path: TreeEntry(path=path, mode="040000", sha=sha, size=None) for path, sha in below.items()}
            self.trees[hashes[name]] = dict(sorted((entries | trees).items()))
        self.tree_files[hashes[""]] = dict(files)
        return hashes[""]


def compare(old: Mapping[str, File], new: Mapping[str, File]) -> list[ChangedFile]:
    """The changed files between two states of a repository."""
    gone = [path for path in old if path not in new]
    files = []
    for path in sorted(new):
        if old.get(path) == new[path]:
            continue
        before = old.get(path)
        source = next((each for each in gone if before is None and old[each] == new[path]), None)
        if source is not None:
            gone.remove(source)
            files.append(_changed(path, FileStatus.RENAMED, old[source], new[path], previous=source))
        else:
            files.append(_changed(path, FileStatus.MODIFIED if before else FileStatus.ADDED, before, new[path]))
    files += [_changed(path, FileStatus.REMOVED, old[path], None) for path in gone]
    return sorted(files, key=lambda file: file.path)


def right_lines(patch: str) -> Iterator[tuple[int, int]]:
    """(hunk, line) of every line that the head's side of a patch shows."""
    hunk, line = 0, 0
    for text in patch.split("\n"):
        if start := re.match(r"@@ -\S+ \+(\d+)", text):
            hunk, line = hunk + 1, int(start[1])
        elif text[:1] in {" ", "+"}:
            yield hunk, line
            line += 1


def _changed(
    path: str, status: FileStatus, old: File | None, new: File | None, *, previous: str | None = None
) -> ChangedFile:
    patch = _patch(old.content if old else b"", new.content if new else b"")
    lines = patch.split("\n") if patch else []
    return ChangedFile(
        path=path,
        status=status,
        previous_path=previous,
        patch=patch,
        blob=_hash("blob", new.content) if new else None,
        additions=sum(line.startswith("+") for line in lines),
        deletions=sum(line.startswith("-") for line in lines),
    )


def _patch(old: bytes, new: bytes) -> str | None:
    if old == new or b"\0" in old + new:
        return None
    one, other = ([f"{line}\n" for line in raw.decode("utf-8", "replace").split("\n")] for raw in (old, new))
    sides = [lines[:-1] if lines[-1] == "\n" else [*lines[:-1], lines[-1] + "\\ No newline at end of file\n"]
             for lines in (one, other)]  # fmt: skip
    diff = list(difflib.unified_diff(*sides, n=3))[2:]
    return "".join(diff).removesuffix("\n")


def _hash(kind: str, content: bytes) -> str:
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content).hexdigest()
