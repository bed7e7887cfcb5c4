"""Files of a work tree that a set-up looks at and makes: through no link, over no file, whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from buddy.adapters.disk.memory_file import LocalMemoryFile
from buddy.app.ports import FileChanged, Seen
from buddy.core.errors import InputError
from buddy.core.setup import Found, PlannedFile

LARGEST: Final = 1 << 20
"""Bytes of a file that is looked at; workflows and attributes are far smaller (P11)."""


class RepositoryFiles:
    """The files below `top`; paths are relative to it, with `/`."""

    def __init__(self, top: Path) -> None:
        self._top = top

    def look(self, paths: Iterable[str]) -> dict[str, Found]:
        """What stands at each path, and what is in the way of writing there."""
        return {path: self._found(path) for path in paths}

    def write(self, files: Sequence[PlannedFile]) -> tuple[str, ...]:
        """Write them in this order and give their paths.

        Each is written only where nothing changed since `before` was read. InputError says which are written and
        which are not; running it again does the rest.
        """
        written: list[str] = []
        for file in files:
            since = Seen(content=file.before or b"", exists=file.before is not None)
            try:
                LocalMemoryFile(self._top / file.path, top=self._top).write(file.after, since=since)
            except (InputError, FileChanged) as error:
                left = ", ".join(each.path for each in files[len(written) :])
                done = ", ".join(written) or "nothing"
                raise InputError(f"{error}", f"Written: {done}. Not written: {left}.") from None
            written.append(file.path)
        return tuple(written)

    def _found(self, path: str) -> Found:
        place = self._top
        parts = path.split("/")
        try:
            for part in parts[:-1]:
                inside = place / part
                if not os.path.lexists(inside):
                    return Found(obstacle=_unwritable(place))
                if obstacle := _no_folder(inside, shown=inside.relative_to(self._top).as_posix()):
                    return Found(obstacle=obstacle)
                place = inside
            return self._file(place / parts[-1])
        except OSError as error:
            return Found(obstacle=f"it cannot be looked at: {error.strerror or error}")

    def _file(self, file: Path) -> Found:
        if not os.path.lexists(file):
            return Found(obstacle=_unwritable(file.parent))
        status = file.lstat()
        if stat.S_ISLNK(status.st_mode):
            return Found(obstacle="it is a symbolic link, which GitHub does not follow")
        if not stat.S_ISREG(status.st_mode):
            return Found(obstacle="it is no regular file")
        if status.st_size > LARGEST:
            return Found(obstacle=f"it is larger than {LARGEST >> 20} MiB")
        return Found(content=file.read_bytes())


def _no_folder(place: Path, *, shown: str) -> str | None:
    mode = place.lstat().st_mode
    if stat.S_ISLNK(mode):
        return f"{shown} is a symbolic link, which GitHub does not follow"
    return None if stat.S_ISDIR(mode) else f"{shown} is no folder"


def _unwritable(folder: Path) -> str | None:
    return None if os.access(folder, os.W_OK | os.X_OK) else f"the folder {folder} is read-only"
