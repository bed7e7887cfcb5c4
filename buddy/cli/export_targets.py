"""Where an export goes: the files that stand there, what would change in them, and writing each as a whole."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from buddy.cli.foreign_files import matching
from buddy.cli.places import read_bytes, work_tree
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.core.interop.conversion import Format


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """One file of an export. `before` is None where there is none yet."""

    name: str
    path: Path
    before: bytes | None
    content: bytes

    @property
    def state(self) -> str:
        """What would become of it: `new`, `changed` or `same`."""
        if self.before is None:
            return "new"
        return "same" if self.before == self.content else "changed"

    def diff(self) -> Iterator[str]:
        """The change line by line, as `diff -u` shows it; nothing for `same`."""
        old, new = (side.decode("utf-8", "replace").splitlines() for side in (self.before or b"", self.content))
        source = "/dev/null" if self.before is None else self.name
        yield from difflib.unified_diff(old, new, source, self.name, lineterm="")


class Place:
    """The folder, or the one file, that `--output` names; the top of the work tree without it."""

    def __init__(self, output: Path | None, to: Format) -> None:
        self._lone = output if output is not None and to.file is not None and not output.is_dir() else None
        self._folder = (output or work_tree(Path.cwd()) or Path.cwd()).absolute()
        self._to = to
        if output is not None and self._lone is None and output.exists() and not output.is_dir():
            raise InputError(f"{output} is no folder, and {to.title} is several files. Name a folder (--output DIR).")

    def existing(self) -> Mapping[str, bytes]:
        """What stands there already, by path from the folder."""
        name = self._to.file
        if self._lone is not None and name is not None:
            return {name: read_bytes(self._lone)} if self._lone.exists() else {}
        found = {key: read_bytes(path) for key, path in matching(self._folder, self._to)} if self._to.patterns else {}
        if name is not None and name not in found and (self._folder / name).is_file():
            found[name] = read_bytes(self._folder / name)
        return found

    def target(self, name: str, content: bytes, existing: Mapping[str, bytes]) -> Target:
        """The file of this name; InputError where it would lie outside of the folder."""
        path = self._lone or self._folder / name
        if self._lone is None and not path.resolve().is_relative_to(self._folder.resolve()):
            raise InputError(f"{name} would be written outside of {self._folder}.")
        return Target(name=name, path=path, before=existing.get(name), content=content)

    def write(self, target: Target) -> None:
        """The file as a whole, if it is still as it was read; InputError or FileChanged otherwise."""
        from buddy.adapters.disk.memory_file import LocalMemoryFile
        from buddy.app.ports import Seen

        file = LocalMemoryFile(target.path, top=None if self._lone is not None else self._folder)
        file.write(target.content, since=Seen(content=target.before or b"", exists=target.before is not None))
