"""Where a command looks when no file is named: upwards from the current directory, as git does."""

from __future__ import annotations

from pathlib import Path

from buddy.core.errors import InputError


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
    """The file's content; raises InputError with the file's name and the system's reason."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{path} cannot be read: {reason}.") from None
