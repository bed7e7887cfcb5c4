"""A repository on this machine, read through the `git` program: never written, never fetched."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from buddy.adapters.git.command import Git, GitFailed, text_of
from buddy.adapters.git.diff import DIFF_OPTIONS, parse_diff
from buddy.adapters.git.line_log import line_log
from buddy.adapters.git.work_tree import index_with_untracked, untracked, with_blob
from buddy.core.change import Change, ChangedFile
from buddy.core.errors import InputError
from buddy.core.hosting import TreeEntry
from buddy.core.record.line_history import LineCommit

_MOST_SUBJECTS = 100
_BATCH = 500


class GitRepository:
    """The repository port; InputError carries what git said wherever it refuses."""

    def __init__(self, git: Git, *, top: Path, bare: bool) -> None:
        self._git = git
        self._top = top
        self._bare = bare

    @classmethod
    def discover(cls, start: str | Path = ".", *, environ: Mapping[str, str] | None = None) -> GitRepository:
        """The repository that holds `start`, looked for upwards; InputError where there is none (CLI-06)."""
        place = Path(start)
        folder = place if place.is_dir() else place.parent
        git = Git(folder, environ=environ)
        try:
            inside, bare = git.line("rev-parse", "--is-inside-work-tree", "--is-bare-repository").split("\n")
        except GitFailed as error:
            if "not a git repository" in str(error):
                raise InputError(f"{folder.absolute()} is in no git repository: run it inside of one") from error
            raise
        if inside != "true" and bare != "true":
            raise InputError(f"{folder.absolute()} is inside a .git folder: run it in the work tree")
        shown = ("--show-toplevel",) if inside == "true" else ("--absolute-git-dir",)
        top = Path(git.line("rev-parse", *shown))
        git = Git(top, environ=environ)
        own = _is_own(top) and _is_own(Path(git.line("rev-parse", "--absolute-git-dir")))
        return cls(git if own else git.distrusted(), top=top, bare=inside != "true")

    @property
    def top(self) -> str:
        """The work tree's top folder; the repository's own folder where it is bare."""
        return str(self._top)

    def commit(self, ref: str) -> str | None:
        """The commit of a name, hash, tag or expression such as `HEAD~2`; fed to git, so it is never an option."""
        if not ref.strip() or re.search(r"[\0\r\n]", ref):
            return None
        peel = "" if ref.startswith(":/") else "^{commit}"  # `:/words` takes all that follows for words
        asked = f"{ref}{peel}\n".encode("utf-8", "surrogateescape")
        answer = self._git.run("cat-file", "--batch-check", feed=asked)
        found = re.fullmatch(rb"([0-9a-f]{40,64}) commit [0-9]+\n", answer)
        return found[1].decode() if found else None

    def head(self) -> str | None:
        """What is checked out; None before the first commit."""
        return self.commit("HEAD")

    def branch(self) -> str | None:
        """The branch that is checked out, with or without a commit; None where HEAD is detached."""
        return self._asked("symbolic-ref", "--quiet", "--short", "HEAD")

    def default_branch(self) -> str | None:
        """Of `origin`, or of the only remote: what its HEAD names, else main, else master; else the local ones."""
        remote = self._remote()
        names = ["main", "master"]
        if remote is not None:
            names = [*self._remote_head(remote), f"{remote}/main", f"{remote}/master", *names]
        spelled = {name: f"refs/remotes/{name}" if "/" in name else f"refs/heads/{name}" for name in names}
        return next((name for name, ref in spelled.items() if self.commit(ref)), None)

    def remote_address(self) -> str | None:
        """Where `origin`, or the only remote, is; None without one."""
        remote = self._remote()
        try:
            return None if remote is None else self._git.line("remote", "get-url", remote)
        except GitFailed:
            return None

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor; None where the histories that are here share none."""
        try:
            return self._git.line("merge-base", "--end-of-options", _hash(one), _hash(other)) or None
        except GitFailed as error:
            if error.status == 1:
                return None
            raise

    def is_shallow(self) -> bool:
        """True for a clone whose history was cut off."""
        return self._git.line("rev-parse", "--is-shallow-repository") == "true"

    def change(self, base: str, head: str | None) -> Change:
        """What two commits, or a commit and the work tree, differ in: plainly, so `base` should be a merge base."""
        if head is not None:
            output = self._git.run("diff", *DIFF_OPTIONS, "--end-of-options", _hash(base), _hash(head), "--")
            files = parse_diff(output)
        else:
            files = self._work_tree_change(base)
        return Change(files=tuple(files), total=len(files))

    def subjects(self, base: str, head: str) -> Sequence[str]:
        """Newest first, at most a hundred."""
        span = f"{_hash(base)}..{_hash(head)}"
        output = self._git.run(
            "log",
            "-z",
            "--format=%s",
            "--encoding=UTF-8",
            f"--max-count={_MOST_SUBJECTS}",
            "--end-of-options",
            span,
            "--",
        )
        return [line.decode("utf-8", "replace") for line in output.split(b"\0")[:-1]] if output else []

    def line_log(self, commit: str, path: str, words: str) -> Sequence[LineCommit]:
        """What the commits up to this one did to the lines of a file that hold these words, oldest first."""
        return line_log(self._git, _hash(commit), path, words)

    def tree(self, commit: str) -> Mapping[str, TreeEntry]:
        """Every file, symlink and submodule by path, without folders."""
        output = self._git.run("ls-tree", "-r", "-z", "--long", "--full-tree", "--end-of-options", _hash(commit))
        return {entry.path: entry for line in output.split(b"\0") if line and (entry := _entry(line))}

    def blob(self, sha: str) -> bytes:
        """The bytes as they are stored, before any conversion of line ends."""
        return self._git.run("cat-file", "blob", _hash(sha))

    def blobs(self, shas: Collection[str]) -> Mapping[str, bytes]:
        """Many blobs by their hash, in one process a few hundred of them; what is not here is left out."""
        found: dict[str, bytes] = {}
        wanted = list(dict.fromkeys(map(_hash, shas)))
        for start in range(0, len(wanted), _BATCH):
            feed = "".join(f"{sha}\n" for sha in wanted[start : start + _BATCH]).encode()
            found.update(_blobs(self._git.run("cat-file", "--batch", feed=feed)))
        return found

    def paths(self) -> Collection[str]:
        """Tracked files that are there, and untracked ones that are not ignored; without submodules."""
        self._need_work_tree()
        staged = self._git.run("ls-files", "-z", "--stage", "--full-name").split(b"\0")
        tracked = {line.partition(b"\t")[2] for line in staged if line and not line.startswith(b"160000")}
        deleted = set(self._git.run("ls-files", "-z", "--deleted", "--full-name").split(b"\0"))
        return sorted(text_of(path) for path in (tracked - deleted) | set(untracked(self._git)))

    def _work_tree_change(self, base: str) -> list[ChangedFile]:
        self._need_work_tree()
        algorithm = self._git.line("rev-parse", "--show-object-format")
        with index_with_untracked(self._git) as variables:
            output = self._git.run("diff", *DIFF_OPTIONS, "--end-of-options", _hash(base), "--", extra=variables)
        return [with_blob(file, top=self._top, algorithm=algorithm) for file in parse_diff(output)]

    def _remote(self) -> str | None:
        remotes = self._git.line("remote").split("\n")
        return "origin" if "origin" in remotes else remotes[0] if len(remotes) == 1 and remotes[0] else None

    def _remote_head(self, remote: str) -> list[str]:
        try:
            target = self._git.line("symbolic-ref", "--quiet", f"refs/remotes/{remote}/HEAD")
        except GitFailed:
            return []
        return [target.removeprefix("refs/remotes/")]

    def _asked(self, *command: str) -> str | None:
        try:
            return self._git.line(*command) or None
        except GitFailed:
            return None

    def _need_work_tree(self) -> None:
        if self._bare:
            raise InputError(f"{self._top} is a bare repository without a work tree: name a commit with --head")


def _is_own(folder: Path) -> bool:
    """True where this user owns it; systems without owners have only one."""
    return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()


def _blobs(output: bytes) -> Iterator[tuple[str, bytes]]:
    """What `cat-file --batch` prints: a line `hash type size` and the content, or a line `hash missing`."""
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        about = output[at:end].decode("ascii").split(" ")
        at = end + 1
        if len(about) == 3:
            size = int(about[2])
            if about[1] == "blob":
                yield about[0], output[at : at + size]
            at += size + 1


def _hash(value: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{40}([0-9a-f]{24})?", value):
        raise InputError(f"{value[:80]!r} is no full hash of a git object")
    return value


def _entry(line: bytes) -> TreeEntry:
    about, _, path = line.partition(b"\t")
    mode, _, sha, size = about.decode("ascii").split()
    return TreeEntry(path=text_of(path), mode=mode, sha=sha, size=int(size) if size.isdigit() else None)
