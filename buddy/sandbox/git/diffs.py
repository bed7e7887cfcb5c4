"""Diffs between two commits: changed files with their patches, hunks, and where a line went."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from buddy.sandbox.git.process import Git

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_STATUS = {"A": "added", "D": "removed", "M": "modified", "R": "renamed", "C": "copied", "T": "changed"}
_FIND_RENAMES = ("-M50%", "-l10000")


class Side(Enum):
    LEFT = "LEFT"
    RIGHT = "RIGHT"


@dataclass(frozen=True, kw_only=True, slots=True)
class FileDiff:
    """`patch` begins at the first `@@`; None for binary files and where no line changed."""

    path: str
    old_path: str | None
    status: str
    sha: str
    additions: int
    deletions: int
    patch: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DiffLine:
    """A line of a patch: `position` counts from the line below the first hunk header, headers included."""

    hunk: int
    position: int
    old: int | None
    new: int | None
    text: str

    def at(self, side: Side) -> int | None:
        return self.new if side is Side.RIGHT else self.old


@lru_cache(maxsize=128)
def diff_files(git: Git, old: str, new: str) -> tuple[FileDiff, ...]:
    """What `new` changed against `old` (two-dot; give the merge base), renames found, in git's order."""
    raw = git.run("diff-tree", "-r", *_FIND_RENAMES, "--no-commit-id", "-z", "--raw", "--numstat", old, new)
    changes, counts = _split_raw(raw)
    patches = _patches(git, old, new) if changes else iter(())
    found = []
    for letter, sha, paths in changes:
        patch = _next_patch(patches, sections=2 if letter == "T" else 1)
        added, removed = counts.get(paths[-1], (None, None))
        found.append(
            FileDiff(
                path=paths[-1],
                old_path=paths[0] if len(paths) == 2 else None,
                status=_STATUS[letter],
                sha=sha,
                additions=added or 0,
                deletions=removed or 0,
                patch=patch if added is not None else None,
            )
        )
    return tuple(found)


def diff_lines(patch: str) -> Iterator[DiffLine]:
    """The lines of a patch that a comment can be placed on: context, added, removed."""
    hunk = old = new = 0
    for position, text in enumerate(patch.split("\n")):
        header = _HUNK.match(text)
        if header:
            hunk, old, new = hunk + 1, int(header[1]), int(header[3])
        elif text.startswith("\\"):
            continue
        else:
            sign = text[:1]
            yield DiffLine(
                hunk=hunk,
                position=position,
                old=None if sign == "+" else old,
                new=None if sign == "-" else new,
                text=text,
            )
            old += sign != "+"
            new += sign != "-"


def hunk_until(patch: str, line: DiffLine) -> str:
    """What a comment on `line` shows as its `diff_hunk`: its hunk from the header down to the line."""
    rows = patch.split("\n")[: line.position + 1]
    start = max(at for at, row in enumerate(rows) if _HUNK.match(row))
    return "\n".join(rows[start:])


def moved_line(git: Git, old_blob: str, new_blob: str, line: int) -> int | None:
    """Where a line of one text stands in another; None where it was changed or taken away."""
    if old_blob == new_blob:
        return line
    out = git.run("diff", "--no-color", "-U0", old_blob, new_blob).decode("utf-8", "replace")
    shift = 0
    for row in out.split("\n"):
        hunk = _HUNK.match(row)
        if not hunk:
            continue
        start, length, new_length = int(hunk[1]), int(hunk[2] or "1"), int(hunk[4] or "1")
        # a pure insertion names the line before it and has no length
        if line < start or (length == 0 and line == start):
            break
        if start <= line < start + length:
            return None
        shift += new_length - length
    return line + shift


def _split_raw(
    raw: bytes,
) -> tuple[list[tuple[str, str, list[str]]], dict[str, tuple[int | None, int | None]]]:
    fields = raw.decode("utf-8", "replace").split("\0")
    changes: list[tuple[str, str, list[str]]] = []
    at = 0
    while at < len(fields) and fields[at].startswith(":"):
        head = fields[at].split(" ")
        letter = head[4][0]
        names = 2 if letter in "RC" else 1
        # the object name of a removed file is its old one, as GitHub shows it
        sha = head[2] if letter == "D" else head[3]
        changes.append((letter, sha, fields[at + 1 : at + 1 + names]))
        at += 1 + names
    return changes, dict(_counts(fields[at:]))


def _counts(fields: list[str]) -> Iterator[tuple[str, tuple[int | None, int | None]]]:
    at = 0
    while at < len(fields) and fields[at]:
        added, removed, path = fields[at].split("\t", 2)
        at += 1
        if not path:
            path = fields[at + 1]
            at += 2
        numbers = (None, None) if added == "-" else (int(added), int(removed))
        yield path, numbers


def _patches(git: Git, old: str, new: str) -> Iterator[str]:
    """One text a `diff --git` section; names are quoted here, so no name can look like a section."""
    out = git.run("diff-tree", "-r", *_FIND_RENAMES, "--no-commit-id", "-p", "--no-color", old, new)
    section: list[str] | None = None
    for row in out.decode("utf-8", "replace").split("\n"):
        if row.startswith("diff --git "):
            if section is not None:
                yield _body(section)
            section = []
        elif section is not None:
            section.append(row)
    if section is not None:
        yield _body(section[:-1])


def _body(section: list[str]) -> str:
    start = next((at for at, row in enumerate(section) if row.startswith("@@ ")), len(section))
    return "\n".join(section[start:])


def _next_patch(patches: Iterator[str], *, sections: int) -> str | None:
    bodies = [next(patches, "") for _ in range(sections)]
    return "\n".join(body for body in bodies if body) or None
