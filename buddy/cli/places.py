"""Where a command looks when no file is named: upwards from the current directory, as git does."""

from __future__ import annotations

from pathlib import Path

from buddy.core.errors import InputError

LARGEST_FILE = 100 * 1024 * 1024
"""Bytes of any file that a command is given; a device has no end (P11)."""


def work_tree(start: Path) -> Path | None:
    """The nearest folder upwards that holds `.git` (a folder, or a file in a linked work tree); None outside."""
    start = start.absolute()
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), None)


def default_file(name: str, *, option: str) -> Path:
    """`name` at the top of the work tree; raises InputError when there is none, naming the option that helps."""
    top = work_tree(Path.cwd())
    if top is None:
        raise InputError(
            f"no file was named and {Path.cwd()} is not inside a git repository. "
            f"Name a file ({option}) or run this inside a repository."
        )
    path = top / name
    if not path.is_file():
        raise InputError(f"there is no {name} in {top}. Create it, or name another file ({option}).")
    return path


def read_bytes(path: Path) -> bytes:
    """The file's content, a pipe's too; raises InputError with the file's name and the system's reason."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{path} cannot be read: {reason}.") from None
    if len(content) > LARGEST_FILE:
        raise InputError(f"{path} cannot be read: it is larger than {LARGEST_FILE >> 20} MiB.")
    return content
