"""A folder of source files, read as one state of the source: regular files only, links are not followed."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from buddy.app.source_tree import LARGEST_SOURCE


class Folder:
    """The files below `top`; paths are relative to it, with `/`."""

    def __init__(self, top: Path) -> None:
        self._top = top
        self._names: dict[str, dict[str, str]] = {}

    def spelling(self, path: str) -> str | None:
        """The path as it is on disk, found by its composed form; None where there is no such file."""
        if self._is_file(path):
            return path
        found: list[str] = []
        for part in path.split("/"):
            name = self._listed("/".join(found)).get(unicodedata.normalize("NFC", part))
            if name is None:
                return None
            found.append(name)
        spelled = "/".join(found)
        return spelled if self._is_file(spelled) else None

    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The files' bytes, without what is missing, a link, no regular file, or larger than `LARGEST_SOURCE`."""
        read = ((path, self._content(path)) for path in paths)
        return {path: content for path, content in read if content is not None}

    def _content(self, path: str) -> bytes | None:
        if not self._is_file(path):
            return None
        try:
            return (self._top / path).read_bytes()
        except OSError:
            return None

    def _is_file(self, path: str) -> bool:
        """Without following a link in any part: git has no path behind one."""
        current = self._top
        parts = path.split("/")
        if not all(parts) or ".." in parts or "\0" in path:
            return False
        try:
            for part in parts[:-1]:
                current = current / part
                if not stat.S_ISDIR(os.lstat(current).st_mode):
                    return False
            file = os.lstat(current / parts[-1])
        except (OSError, ValueError):
            return False
        return stat.S_ISREG(file.st_mode) and file.st_size <= LARGEST_SOURCE

    def _listed(self, folder: str) -> dict[str, str]:
        """Composed name to name on disk; the composed spelling wins where both exist."""
        if folder not in self._names:
            try:
                names = sorted(os.listdir(self._top / folder))
            except (OSError, ValueError):
                names = []
            by_form: dict[str, str] = {}
            for name in names:
                form = unicodedata.normalize("NFC", name)
                if form not in by_form or name == form:
                    by_form[form] = name
            self._names[folder] = by_form
        return self._names[folder]
