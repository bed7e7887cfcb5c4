"""`.buddy-run/`: the folder in the workspace for what later steps read; it ignores itself in git."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import Final

from buddy.core.errors import InputError

RUN_FOLDER: Final = ".buddy-run"


def write_output(workspace: Path, name: str, content: bytes) -> str:
    """Write a file there and give its path relative to the workspace; InputError where the workspace forbids it.

    The path is relative because a container's absolute one means nothing to the next step on the host.
    """
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", name):
        raise ValueError(f"not the name of an output file: {name!r}")
    try:
        folder = _folder(workspace)
        _place(folder / ".gitignore", b"*\n", owner=workspace)
        _place(folder / name, content, owner=workspace)
    except OSError as error:
        raise InputError(f"cannot write {RUN_FOLDER}/{name} in the workspace: {error.strerror}") from error
    return f"{RUN_FOLDER}/{name}"


def _folder(workspace: Path) -> Path:
    folder = workspace / RUN_FOLDER
    with contextlib.suppress(FileExistsError):  # an earlier step made it
        folder.mkdir()
        _hand_over(folder, owner=workspace)
    if folder.is_symlink() or not folder.is_dir():
        raise InputError(f"{RUN_FOLDER} in the workspace is no folder of its own; Buddy does not write through links")
    return folder


def _place(path: Path, content: bytes, *, owner: Path) -> None:
    """Write beside and move over: a link in the file's place is replaced, not followed."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    with contextlib.suppress(FileNotFoundError):  # there is one only where a run died
        beside.unlink()
    with open(beside, "xb") as file:
        file.write(content)
    _hand_over(beside, owner=owner)
    os.replace(beside, path)


def _hand_over(path: Path, *, owner: Path) -> None:
    """A container runs as root: give what it makes to the workspace's owner, who has to be able to delete it."""
    if hasattr(os, "chown"):
        status = owner.stat()
        with contextlib.suppress(PermissionError):  # outside of a container it is the owner's already
            os.chown(path, status.st_uid, status.st_gid)
