"""Blobs, trees and commits as values, read from and written to a repository with true SHA-1 names."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from buddy.sandbox.git.process import Git, GitError

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
SHA = re.compile(r"[0-9a-f]{40}")

_KINDS = {"040000": "tree", "160000": "commit"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line of a tree; `path` is relative to the tree that was asked for."""

    path: str
    mode: str
    sha: str

    @property
    def kind(self) -> str:
        return _KINDS.get(self.mode, "blob")


@dataclass(frozen=True, kw_only=True, slots=True)
class Signature:
    name: str
    email: str
    when: datetime

    def line(self) -> str:
        """As it stands in a commit object; git refuses these characters in names."""
        name = re.sub(r"[<>\n\0]", "", self.name).strip() or "nobody"
        email = re.sub(r"[<>\n\0]", "", self.email).strip()
        return f"{name} <{email}> {int(self.when.timestamp())} +0000"


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    sha: str
    tree: str
    parents: tuple[str, ...]
    author: Signature
    committer: Signature
    message: str


def read_blob(git: Git, sha: str) -> bytes | None:
    found = git.read(sha) if SHA.fullmatch(sha) else None
    return found[2] if found and found[1] == "blob" else None


def read_tree(git: Git, name: str) -> tuple[str, list[Entry]] | None:
    """(sha, entries) of a tree named by its sha, a commit or a ref; None where it names no tree."""
    found = git.read(f"{name}^{{tree}}")
    if found is None or found[1] != "tree":
        return None
    return found[0], list(_tree_entries(found[2]))


def walk_tree(git: Git, sha: str, *, prefix: str = "") -> Iterator[Entry]:
    """All entries below a tree, folders before what is in them, in git's order."""
    found = read_tree(git, sha)
    for entry in found[1] if found else ():
        path = prefix + entry.path
        yield Entry(path=path, mode=entry.mode, sha=entry.sha)
        if entry.kind == "tree":
            yield from walk_tree(git, entry.sha, prefix=path + "/")


def find_entry(git: Git, commit: str, path: str) -> Entry | None:
    """The entry at a path, resolved folder by folder without following symlinks; None where there is none."""
    found = read_tree(git, commit)
    entry: Entry | None = None
    for part in path.split("/"):
        if found is None:
            return None
        entry = next((each for each in found[1] if each.path == part), None)
        if entry is None:
            return None
        found = read_tree(git, entry.sha) if entry.kind == "tree" else None
    return None if entry is None else Entry(path=path, mode=entry.mode, sha=entry.sha)


def read_commit(git: Git, name: str) -> Commit | None:
    found = git.read(f"{name}^{{commit}}")
    if found is None or found[1] != "commit":
        return None
    head, _, message = found[2].decode("utf-8", "replace").partition("\n\n")
    fields = [line.partition(" ")[::2] for line in head.split("\n") if not line.startswith(" ")]
    one = dict(fields)
    return Commit(
        sha=found[0],
        tree=one["tree"],
        parents=tuple(value for key, value in fields if key == "parent"),
        author=_signature(one["author"]),
        committer=_signature(one["committer"]),
        message=message,
    )


def write_blob(git: Git, content: bytes) -> str:
    return git.run("hash-object", "-w", "--stdin", stdin=content).decode().strip()


def write_commit(
    git: Git, *, tree: str, parents: Sequence[str], author: Signature, committer: Signature, message: str
) -> str:
    lines = [f"tree {tree}", *(f"parent {each}" for each in parents)]
    lines += [f"author {author.line()}", f"committer {committer.line()}", "", message]
    content = "\n".join(lines).encode("utf-8", "replace")
    return git.run("hash-object", "-t", "commit", "-w", "--stdin", stdin=content).decode().strip()


def write_tree(git: Git, *, base: str | None, entries: Sequence[tuple[str, str, str | None]]) -> str:
    """The tree `base` with `entries` of (path, mode, sha) laid over it; a sha of None takes the path away.

    Raises GitError where git refuses: a missing object, a path such as `.git/x` or `a//b`.
    """
    rows = [row for each in entries for row in _files_of(git, base, *each)]
    lines = b"".join(f"{mode if sha else '0'} {sha or '0' * 40}\t{path}\0".encode() for path, mode, sha in rows)
    with tempfile.TemporaryDirectory(prefix="index-") as folder:
        env = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        git.run("read-tree", base if base else "--empty", env=env)
        code, _, err = git.attempt("update-index", "-z", "--index-info", stdin=lines, env=env)
        if code or err:
            raise GitError(err.decode(errors="replace").strip())
        return git.run("write-tree", env=env).decode().strip()


def _files_of(
    git: Git, base: str | None, path: str, mode: str, sha: str | None
) -> Iterator[tuple[str, str, str | None]]:
    """The index knows no folders: a folder is its files, in place of those that stand there."""
    if mode != "040000":
        yield path, mode, sha
        return
    there = find_entry(git, base, path) if base else None
    for each in walk_tree(git, there.sha, prefix=path + "/") if there and there.kind == "tree" else ():
        if each.kind != "tree":
            yield each.path, each.mode, None
    for each in walk_tree(git, sha, prefix=path + "/") if sha else ():
        if each.kind != "tree":
            yield each.path, each.mode, each.sha


def _tree_entries(content: bytes) -> Iterator[Entry]:
    at = 0
    while at < len(content):
        end = content.index(b"\0", at)
        mode, _, name = content[at:end].partition(b" ")
        sha = content[end + 1 : end + 21].hex()
        yield Entry(path=name.decode("utf-8", "surrogateescape"), mode=mode.decode().rjust(6, "0"), sha=sha)
        at = end + 21


def _signature(line: str) -> Signature:
    name, _, rest = line.partition(" <")
    email, _, when = rest.rpartition("> ")
    return Signature(name=name, email=email, when=datetime.fromtimestamp(int(when.split()[0]), UTC))
