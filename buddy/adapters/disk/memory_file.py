"""The learnings file in a work tree: replaced as a whole, so that whatever happens one of its two states is there.

Only a regular file that no link leads to is the memory (P1), so nothing else is read for editing or written.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from buddy.adapters.disk.lock import PATIENCE, locked
from buddy.app.ports import FileChanged, Seen
from buddy.core.errors import InputError

LARGEST_FILE: Final = 100 * 1024 * 1024
"""Bytes of a learnings file (P11)."""


class LocalMemoryFile:
    """The port on a disk. Inside the work tree `top` no folder on the way may be a link either.

    `name` is how the user knows the file, the path where nothing else is given.
    """

    def __init__(
        self, path: Path, *, top: Path | None = None, name: str | None = None, patience: float = PATIENCE
    ) -> None:
        self._path = Path(os.path.abspath(path))
        self._top = Path(os.path.abspath(top)) if top is not None else None
        self._patience = patience
        self.name = str(path) if name is None else name

    def read(self) -> Seen:
        """What stands there now."""
        with self._explaining("read"):
            self._demand_plain_way()
            try:
                descriptor = os.open(self._path, os.O_RDONLY | _NO_LINK | _NO_WAIT | _BINARY)
            except FileNotFoundError:
                return Seen(content=b"", exists=False)
            with open(descriptor, "rb") as file:
                self._demand_regular(os.fstat(file.fileno()))
                content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise InputError(f"{self.name} cannot be read: it is larger than {LARGEST_FILE >> 20} MiB.")
        return Seen(content=content, exists=True)

    def write(self, content: bytes, *, since: Seen) -> None:
        """A new file beside it, written to the disk, takes its place; its mode and owner stay."""
        with self._explaining("written"):
            self._demand_plain_way()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self._path.parent, patience=self._patience):
                if self.read() != since:
                    raise FileChanged(
                        f"{self.name} was changed by somebody else since it was read, so nothing was written. "
                        "Look at it and try again."
                    )
                self._replace(content)

    def _replace(self, content: bytes) -> None:
        old = self._writable_status()
        beside = self._path.with_name(f".{self._path.name}.part")
        beside.unlink(missing_ok=True)  # of a process that died
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY
            with open(os.open(beside, flags, 0o666 if old is None else 0o600), "wb") as file:
                file.write(content)
                if old is not None:
                    _as_before(file.fileno(), beside, old)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self._path)
        except BaseException:
            with contextlib.suppress(OSError):  # what went wrong first is what is told
                beside.unlink(missing_ok=True)
            raise
        _sync(self._path.parent)

    def _writable_status(self) -> os.stat_result | None:
        """None for a new file. Replacing needs only the folder's permission, but a protected file was protected."""
        try:
            status = os.lstat(self._path)
        except FileNotFoundError:
            return None
        self._demand_regular(status)
        if not status.st_mode & 0o222 or not os.access(self._path, os.W_OK):
            raise InputError(f"{self.name} is read-only, so it is left as it is. Allow writing to it and try again.")
        return status

    def _demand_regular(self, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            what = next(words for test, words in _KINDS if test(status.st_mode))
            raise InputError(f"{self.name} is {what}: only a regular file can be the memory of a repository.")

    def _demand_plain_way(self) -> None:
        """No part of the way below the top of the work tree is a link: git has nothing behind one (P1)."""
        folders = list(self._path.parents)
        if self._top is not None and self._top in folders:
            for folder in reversed(folders[: folders.index(self._top)]):
                if folder.is_symlink():
                    raise InputError(
                        f"{self.name} is not the memory of this repository: {folder} is a symbolic link, and reviews "
                        "read what git keeps."
                    )
        with contextlib.suppress(FileNotFoundError):  # a new one may be made
            self._demand_regular(os.lstat(self._path))

    @contextlib.contextmanager
    def _explaining(self, done: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(f"{self.name} cannot be {done}: {error.strerror or error}.") from None
        except ValueError as error:  # a NUL in the name
            raise InputError(f"{self.name!r} cannot be {done}: {error}.") from None


_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)
_BINARY: Final = getattr(os, "O_BINARY", 0)
_KINDS: Final = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISDIR, "a folder"),
    (lambda _: True, "a device or a pipe"),
)


def _as_before(descriptor: int, path: Path, old: os.stat_result) -> None:
    if hasattr(os, "fchown"):
        with contextlib.suppress(PermissionError):  # only root gives files away; who edits may keep it
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.chmod(path, stat.S_IMODE(old.st_mode))


def _sync(folder: Path) -> None:
    """The new name too is to outlive a loss of power; a system that cannot promise it has replaced the file anyway."""
    if sys.platform == "win32":  # pragma: no cover - folders cannot be opened there
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
