"""Files of other tools that the user named, sorted by their formats; of a folder those that have a known name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from buddy.cli.groups import or_nearest
from buddy.cli.places import read_bytes, work_tree
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.core.interop.conversion import Format

_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__"})
_MOST_FILES = 200_000
"""Files of a folder that are looked at, by name only (P11)."""


def sorted_by_format(paths: Sequence[Path], *, named: str | None) -> dict[str, dict[str, bytes]]:
    """For each format its files, by path from the top of their work tree; InputError for a file that none knows."""
    from buddy.core.interop.formats import FORMATS, guess

    found: dict[str, dict[str, bytes]] = {}
    for path in paths:
        if path.is_dir():
            for name, inside in _known_in(path, named=named):
                found.setdefault(name, {})[shown(inside, start=path)] = read_bytes(inside)
            continue
        content = read_bytes(path)
        key = shown(path)
        known = named or getattr(guess(key, content), "name", None)
        if known is None:
            raise InputError(f"{path}: no known format has such a file. Name one (--from): {', '.join(FORMATS)}.")
        found.setdefault(known, {})[key] = content
    if not found:
        raise InputError(f"there is no file of a known format in {', '.join(map(str, paths))}.")
    return {name: found[name] for name in FORMATS if name in found}


def format_named(name: str) -> Format:
    """The format; InputError with the nearest name."""
    from buddy.core.interop.formats import FORMATS, load

    if name not in FORMATS:
        raise InputError(f"there is no format '{name}'{or_nearest(name, list(FORMATS))}")
    return load(name)


def shown(path: Path, *, start: Path | None = None) -> str:
    """The path from the top of its work tree, else from the folder that was named.

    Of a lone file outside of any work tree it is the part that its tool looks for, such as `.github/…`.
    """
    absolute = Path(os.path.abspath(path))
    top = work_tree(absolute.parent) or (Path(os.path.abspath(start)) if start is not None else None)
    if top is not None and absolute.is_relative_to(top):
        return absolute.relative_to(top).as_posix()
    parts = PurePosixPath(absolute.as_posix()).parts
    hidden = [at for at, part in enumerate(parts[:-1]) if part.startswith(".")]
    return "/".join(parts[hidden[-1] :] if hidden else parts[-1:])


def matching(folder: Path, one: Format) -> Iterator[tuple[str, Path]]:
    """The files below a folder that stand where this format's files stand, by path from the folder."""
    from buddy.core.globs import GlobSet

    globs = GlobSet(tuple(one.patterns))
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix()
        if globs and globs.matches(name) is not None:
            yield name, path


def _known_in(folder: Path, *, named: str | None) -> Iterator[tuple[str, Path]]:
    from buddy.core.globs import GlobSet
    from buddy.core.interop.formats import FORMATS, load

    names = [named] if named is not None else list(FORMATS)
    globs = {name: GlobSet(tuple(load(name).patterns)) for name in names}
    for path in _walk(folder):
        key = shown(path, start=folder)
        name = next((name for name in names if globs[name] and globs[name].matches(key) is not None), None)
        if name is not None:
            yield name, path


def _walk(folder: Path) -> Iterator[Path]:
    """Regular files in the order of their names; links are not followed."""
    seen = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in sorted(files):
            seen += 1
            if seen > _MOST_FILES:
                raise InputError(f"{folder} holds more than {_MOST_FILES:,} files. Name the files themselves.")
            path = Path(place) / name
            if path.is_file() and not path.is_symlink():
                yield path
