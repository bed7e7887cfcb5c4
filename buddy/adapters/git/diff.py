"""Reading `git diff --raw -z --patch`: what changed comes from the raw part, never from quoted headers (RET-07)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from buddy.adapters.git.command import text_of
from buddy.core.change import ChangedFile, FileStatus

DIFF_OPTIONS: Final = (
    "--raw",
    "-z",
    "--patch",
    "--no-abbrev",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-relative",
    "--find-renames=50%",
    "-l2000",
    "--unified=3",
    "--inter-hunk-context=0",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--submodule=short",
    f"-O{os.devnull}",  # no order file
    # "dirty" would start git inside each submodule, with that repository's configuration.
    "--ignore-submodules=dirty",
)
"""Every option that somebody's configuration could change the answer with."""

_STATUS: Final = {
    "A": FileStatus.ADDED,
    "C": FileStatus.COPIED,
    "D": FileStatus.REMOVED,
    "M": FileStatus.MODIFIED,
    "R": FileStatus.RENAMED,
    "T": FileStatus.CHANGED,
    "U": FileStatus.MODIFIED,  # in the middle of a merge
}


def parse_diff(output: bytes) -> list[ChangedFile]:
    """The changed files in git's order; a path that git names twice (an unmerged one) comes once."""
    entries, patches = _split(output)
    sections = _sections(patches)
    files: dict[str, ChangedFile] = {}
    for entry in entries:
        # A file that became a link, or the other way round, is shown as one removal and one addition.
        count = 0 if entry.letter == "U" else 2 if entry.letter == "T" else 1
        hunks = [_hunks(next(sections, b"")) for _ in range(count)]
        file = entry.changed_file(hunks[0] if count == 1 else None)
        if file.path not in files or entry.letter != "U":
            files[file.path] = file
    return list(files.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    letter: str
    blob: str
    path: str
    previous: str | None

    def changed_file(self, patch: str | None) -> ChangedFile:
        lines = patch.split("\n") if patch else []
        absent = not self.blob.strip("0") or self.letter == "D"
        return ChangedFile(
            path=self.path,
            status=_STATUS.get(self.letter, FileStatus.MODIFIED),
            previous_path=self.previous,
            patch=patch,
            blob=None if absent else self.blob,
            additions=sum(line.startswith("+") for line in lines),
            deletions=sum(line.startswith("-") for line in lines),
        )


def _split(output: bytes) -> tuple[list[_Entry], bytes]:
    """The raw entries, and the patches behind the empty field that ends them."""
    entries, at = [], 0
    while output.startswith(b":", at):
        head, at = _field(output, at)
        first, at = _field(output, at)
        _, _, _, blob, letter = head.decode("ascii").split(" ")
        second = None
        if letter[0] in "RC":
            second, at = _field(output, at)
        path = first if second is None else second
        previous = None if second is None else text_of(first)
        entries.append(_Entry(letter=letter[0], blob=blob, path=text_of(path), previous=previous))
    return entries, output[at:].lstrip(b"\0")


def _field(output: bytes, at: int) -> tuple[bytes, int]:
    end = output.index(b"\0", at)
    return output[at:end], end + 1


def _sections(patches: bytes) -> Iterator[bytes]:
    """One for each header; inside a hunk every line begins with a blank, a sign or a backslash, so none looks alike."""
    starts = [match.start() for match in re.finditer(rb"^diff --git ", patches, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(patches)], strict=True):
        yield patches[start:end]


def _hunks(section: bytes) -> str | None:
    """From the first hunk on, without the last line end, as GitHub's API gives a patch; None without hunks."""
    first = re.search(rb"^@@ ", section, re.MULTILINE)
    if first is None:
        return None
    return section[first.start() :].decode("utf-8", "replace").removesuffix("\n")
