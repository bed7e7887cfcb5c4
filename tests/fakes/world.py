"""A repository with pull requests in memory, and the acts of people on it. Nothing of it is a request."""

from __future__ import annotations

import difflib
import hashlib
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from buddy.core.change import ChangedFile, FileStatus
from buddy.core.hosting import Comment, ReviewComment, TreeEntry


@dataclass(frozen=True)
class File:
    """Content with a mode: 100644 a file, 100755 a program, 120000 a link to `content`."""

    content: bytes
    mode: str = "100644"


Files = Mapping[str, "str | bytes | File | None"]


@dataclass(frozen=True)
class Commit:
    sha: str
    parents: tuple[str, ...]
    files: Mapping[str, File]


@dataclass
class Pull:
    """`head` is a branch, or `owner:branch` of a fork; each review comment stands with the commit it was made on."""

    number: int
    head: str
    base: str
    title: str
    body: str
    author: str | None
    draft: bool
    state: str = "open"
    locked: bool = False
    fork_deleted: bool = False
    comments: list[Comment] = field(default_factory=list)
    review_comments: list[tuple[ReviewComment, str]] = field(default_factory=list)


class World:
    """What tests prepare and look at; `login` is who Buddy is."""

    def __init__(
        self, *, repository: str = "octo/widgets", login: str = "github-actions[bot]", default_branch: str = "main"
    ) -> None:
        self.repository, self.login, self.default_branch = repository, login, default_branch
        self.protected: set[str] = set()
        self.branches: dict[str, str] = {}
        self.commits: dict[str, Commit] = {}
        self.blobs: dict[str, bytes] = {}
        self.trees: dict[str, dict[str, TreeEntry]] = {}
        self.pulls: dict[int, Pull] = {}
        self._ids = itertools.count(1_000)
        self._ticks = itertools.count()

    def commit(self, branch: str, files: Files, *, onto: str | None = None) -> str:
        """One commit on a branch (made from the default one where missing); None deletes a file; gives the sha."""
        parent = onto or self.branches.get(branch) or self.branches.get(self.default_branch)
        kept = dict(self.commits[parent].files) if parent else {}
        for path, content in files.items():
            kept.pop(path, None)
            if content is not None:
                raw = content.encode() if isinstance(content, str) else content
                kept[path] = raw if isinstance(raw, File) else File(raw)
        sha = _hash("commit", f"{len(self.commits)} {parent}".encode())
        self.commits[sha] = Commit(sha, (parent,) if parent else (), kept)
        self.branches[branch] = sha
        self._store(sha, kept)
        return sha

    def open_pull(
        self,
        *,
        head: str,
        base: str | None = None,
        by: str | None = "alice",
        title: str = "A change",
        body: str = "",
        draft: bool = False,
    ) -> int:
        """`head` is a branch, or `owner:branch` for a fork's (commit to it by that name)."""
        number = len(self.pulls) + 1
        self.pulls[number] = Pull(number, head, base or self.default_branch, title, body, by, draft)
        return number

    def change_pull(self, number: int, **fields: Any) -> None:
        """Set fields: `base` (retarget), `state`, `locked`, `draft`, `title`, `body`, `author`, `fork_deleted`."""
        for name, value in fields.items():
            assert hasattr(self.pulls[number], name), name
            setattr(self.pulls[number], name, value)

    def comment_as(self, number: int, by: str | None, body: str, *, kind: str = "User") -> Comment:
        """Somebody comments; None is an account that is gone meanwhile."""
        comment = Comment(
            id=next(self._ids), author=by, author_type=kind, body=body, created_at=(now := self._now()), updated_at=now,
            url=f"https://github.test/{self.repository}/pull/{number}",
        )  # fmt: skip
        self.pulls[number].comments.append(comment)
        return comment

    def review_comment_as(
        self, number: int, by: str | None, body: str, *, path: str, line: int | None, commit: str | None = None,
        reply_to: int | None = None, kind: str = "User",
    ) -> ReviewComment:  # fmt: skip
        """Somebody comments on the diff, at the head unless `commit` is given."""
        comment = ReviewComment(
            id=next(self._ids), author=by, author_type=kind, body=body, path=path, line=line, original_line=line,
            in_reply_to=reply_to, created_at=(now := self._now()), updated_at=now,
            url=f"https://github.test/{self.repository}/pull/{number}/files",
        )  # fmt: skip
        pull = self.pulls[number]
        pull.review_comments.append((comment, commit or self.head_of(pull)))
        return comment

    def edit_comment(self, comment: int, body: str) -> bool:
        """False where there is no such comment in a conversation."""
        for pull in self.pulls.values():
            for at, each in enumerate(pull.comments):
                if each.id == comment:
                    pull.comments[at] = replace(each, body=body, updated_at=self._now())
                    return True
        return False

    def remove_comment(self, comment: int) -> bool:
        """False where there is no such comment in a conversation."""
        for pull in self.pulls.values():
            for each in list(pull.comments):
                if each.id == comment:
                    pull.comments.remove(each)
                    return True
        return False

    def remove_review_comment(self, comment: int) -> bool:
        """False where there is no such comment on a diff."""
        for pull in self.pulls.values():
            for each in list(pull.review_comments):
                if each[0].id == comment:
                    pull.review_comments.remove(each)
                    return True
        return False

    def head_of(self, pull: Pull) -> str:
        return self.branches[pull.head]

    def changed_files_of(self, pull: Pull) -> list[ChangedFile]:
        """Against the merge base, in the order of paths; equal content under another name is a rename."""
        head = self.head_of(pull)
        theirs = self.ancestors(head)
        base = next((sha for sha in self.ancestors(self.branches[pull.base]) if sha in theirs), None)
        return compare(self.commits[base].files if base else {}, self.commits[head].files)

    def ancestors(self, sha: str) -> list[str]:
        """The commit itself first."""
        found = [sha]
        for each in found:
            found += [parent for parent in self.commits[each].parents if parent not in found]
        return found

    def _store(self, commit: str, files: Mapping[str, File]) -> None:
        """Trees by commit, and each folder's by its own hash, as the git data API gives them."""
        folders: dict[str, dict[str, TreeEntry]] = {"": {}}
        for path, file in files.items():
            sha = _hash("blob", file.content)
            self.blobs[sha] = file.content
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
        self.trees[commit] = self.trees[hashes[""]]

    def _now(self) -> str:
        tick = next(self._ticks)
        return f"2026-11-29T{10 + tick // 3600:02}:{tick // 60 % 60:02}:{tick % 60:02}Z"


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
