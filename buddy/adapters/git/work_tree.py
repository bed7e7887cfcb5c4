"""The work tree as git would commit it now: untracked files count, ignored ones do not, nothing is written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from buddy.adapters.git.command import Git
from buddy.core.change import ChangedFile, FileStatus


def untracked(git: Git) -> list[bytes]:
    """Paths of files that are neither tracked nor ignored; a repository inside the repository is not entered."""
    listed = git.run("ls-files", "-z", "--others", "--exclude-standard", "--full-name")
    return [path for path in listed.split(b"\0") if path and not path.endswith(b"/")]


@contextlib.contextmanager
def index_with_untracked(git: Git) -> Iterator[Mapping[str, str]]:
    """Variables for a copy of the index in which untracked files are announced, so that renames to them are found.

    Announcing (`add --intent-to-add`) runs no filter, and the one empty object it makes goes into the same folder.
    """
    names = git.line("rev-parse", "--path-format=absolute", "--git-path", "index", "--git-path", "objects")
    index, objects = names.split("\n")
    with tempfile.TemporaryDirectory(prefix="buddy-index-") as folder:
        copy = Path(folder) / "index"
        if os.path.isfile(index):
            shutil.copy2(index, copy)  # with its time: git takes files younger than the index for changed
        variables = {
            "GIT_INDEX_FILE": str(copy),
            "GIT_OBJECT_DIRECTORY": folder,
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(objects),
        }
        paths = untracked(git)
        if paths:
            git.run(
                "add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul",
                feed=b"\0".join(paths) + b"\0", extra=variables,
            )  # fmt: skip
        yield variables


def with_blob(file: ChangedFile, *, top: Path, algorithm: str) -> ChangedFile:
    """The file with the git hash of its bytes on disk as they are, so that line ends are not converted."""
    if file.status is FileStatus.REMOVED:
        return file
    content = _content(top / file.path)
    if content is None:
        return replace(file, blob=None)
    digest = hashlib.new(algorithm, b"blob %d\0" % len(content), usedforsecurity=False)
    digest.update(content)
    return replace(file, blob=digest.hexdigest())


def _quoted(path: str) -> str:
    """As git reads a path in a list that is split at colons."""
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _content(path: Path) -> bytes | None:
    """What git stores for a path: a file's bytes or a link's target; None for a submodule or what is gone."""
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            return os.fsencode(os.readlink(path))
        return path.read_bytes() if stat.S_ISREG(status.st_mode) else None
    except OSError:
        return None
