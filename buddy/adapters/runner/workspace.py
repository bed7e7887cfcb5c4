"""The job's working directory: findings files by glob, sources by content hash, Buddy's own folder for its output.

The workspace holds what the pull request's author wrote. Nothing is followed out of it, and nothing but regular
files is opened.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from buddy.adapters.runner.run_folder import RUN_FOLDER, write_output
from buddy.app.ports import NO_MATCH
from buddy.core.errors import InputError

LARGEST_FILE: Final = 50 * 1024 * 1024  # bytes
MOST_FILES: Final = 500
_SKIPPED: Final = frozenset({".git", RUN_FOLDER})


class RunnerWorkspace:
    """A folder that exists; InputError where it does not."""

    def __init__(self, root: str | Path) -> None:
        try:
            self._root = Path(root).resolve(strict=True)
        except (OSError, ValueError) as error:
            raise InputError(f"GITHUB_WORKSPACE: {str(root)!r} is no folder") from error
        if not self._root.is_dir():
            raise InputError(f"GITHUB_WORKSPACE: {str(root)!r} is no folder")
        self._reasons: dict[str, str] = {}

    def report_files(self, globs: Sequence[str]) -> Mapping[str, bytes | None]:
        """Files by relative path: in the order of the globs, sorted within one, at most 500 of at most 50 MB.

        A glob that is none, or matches nothing, stands for itself with None; so does a file that could not be read.
        `why_unread` has the reasons.
        """
        found: dict[str, bytes | None] = {}
        for glob in globs:
            try:
                paths = self._matches(glob)
            except _Unread as unread:
                found[glob] = None
                self._reasons[glob] = str(unread)
                continue
            for path in paths:
                if path not in found:
                    found[path] = self._report(path, seen=len(found))
        return found

    def why_unread(self, path: str) -> str:
        """The reason of a None that `report_files` gave; empty for anything else."""
        return self._reasons.get(path, "")

    def blob(self, path: str, sha: str) -> bytes | None:
        """The file's bytes as they are if they have this git hash (SHA-1 or SHA-256), else None."""
        algorithm = {40: "sha1", 64: "sha256"}.get(len(sha))
        if algorithm is None or not _is_plain(path):
            return None
        try:
            self._refuse_links(path)
            content = _read(self._root / path)
        except _Unread:
            return None
        digest = hashlib.new(algorithm, b"blob %d\0" % len(content), usedforsecurity=False)
        digest.update(content)
        return content if digest.hexdigest() == sha.lower() else None

    def write(self, name: str, content: bytes) -> str:
        """Put a file into `.buddy-run/`; gives its path relative to the workspace."""
        return write_output(self._root, name, content)

    def _matches(self, glob: str) -> list[str]:
        """Relative paths of what a glob names; folders only where they are named without a pattern."""
        pattern = self._relative(glob)
        if not re.search(r"[*?\[]", pattern):
            return [pattern]
        try:
            hits = [path.relative_to(self._root).as_posix() for path in self._root.glob(pattern) if not path.is_dir()]
        except (ValueError, OSError, re.error, RecursionError) as error:
            raise _Unread(f"is no glob that can be used: {error}") from error
        kept = sorted(hit for hit in hits if not _SKIPPED & {hit.split("/", 1)[0]})
        if not kept:
            raise _Unread(NO_MATCH)
        return kept

    def _relative(self, glob: str) -> str:
        root = self._root.as_posix()
        pattern = glob.removeprefix(root + "/") if glob.startswith(root + "/") else glob
        if PurePosixPath(pattern).is_absolute() or re.match(r"[A-Za-z]:", pattern):
            raise _Unread("is absolute: write it relative to the workspace, which a container sees at another place")
        parts = [part for part in pattern.split("/") if part not in {"", "."}]
        if not parts or ".." in parts or "\0" in pattern:
            raise _Unread("leads out of the workspace")
        if sum(part == "**" for part in parts) > 4:
            raise _Unread("has more than four **")
        return "/".join(parts)

    def _report(self, path: str, *, seen: int) -> bytes | None:
        try:
            if seen >= MOST_FILES:
                raise _Unread(f"is one too many: at most {MOST_FILES} files are read")
            return _read(self._inside(path))
        except _Unread as unread:
            self._reasons[path] = str(unread)
            return None

    def _inside(self, path: str) -> Path:
        try:
            real = (self._root / path).resolve(strict=True)
        except FileNotFoundError as error:
            raise _Unread(NO_MATCH) from error
        except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links (Python 3.11 and 3.12)
            raise _Unread("leads nowhere") from error
        if not real.is_relative_to(self._root):
            raise _Unread("is a symbolic link out of the workspace")
        return real

    def _refuse_links(self, path: str) -> None:
        place = self._root
        for part in path.split("/"):
            place = place / part
            if place.is_symlink():
                raise _Unread("is a symbolic link")


class _Unread(Exception):
    """Why something of the workspace is not read; the end of a sentence that begins with its name."""


def _is_plain(path: str) -> bool:
    parts = path.split("/")
    return "\0" not in path and not {"", ".", ".."} & set(parts)


def _read(path: Path) -> bytes:
    """A regular file's bytes; opening neither follows a link put there meanwhile nor waits for a pipe."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with _telling(), open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise _Unread("is a folder" if stat.S_ISDIR(status.st_mode) else "is no regular file")
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise _Unread(f"is larger than {LARGEST_FILE >> 20} MB")
    return content


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except IsADirectoryError as error:
        raise _Unread("is a folder") from error
    except OSError as error:
        raise _Unread(f"cannot be read: {error.strerror}") from error
