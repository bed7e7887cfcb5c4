"""Where a command looks when no file is named: upwards from the current directory, as git does."""

from __future__ import annotations

import os
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


def repository_path(given: str) -> str:
    """A file that somebody named here, as the repository calls it; it need not exist.

    An absolute path, and one that begins with `./` or `../`, is meant from where one stands. Any other is one of the
    repository, unless only the current folder has it. Outside of a repository paths stay as they are.
    """
    path = given.strip().replace(os.sep, "/")
    top = work_tree(Path.cwd())
    if top is None or not path:
        return path.removeprefix("./")
    from_here = path.startswith(("./", "../")) or Path(path).is_absolute()
    if not from_here and (os.path.lexists(top / path) or not os.path.lexists(path)):
        return path
    for place, root in ((os.path.abspath(path), top), (os.path.realpath(path), top.resolve())):
        if Path(place).is_relative_to(root):
            return Path(place).relative_to(root).as_posix()
    raise InputError(f"{given} is not in the repository {top}.")


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
