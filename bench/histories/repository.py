"""A local history, read through git's own commands; git's line tracking is the truth of the benchmark."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from buddy.core.findings.fingerprint_source import split
from buddy.core.findings.symbols import SUFFIXES, suffix_of

STEPS = ((1, 10), (10, 60), (60, 300))
"""First-parent steps between the two commits of a pair: a push, a pull request, the life of a suppression."""

CODE = frozenset(SUFFIXES) - {".md", ".markdown", ".mdx"}
"""Prose is left out: hardly a tool reports on it, and its lines are too distinct to make a method fail."""

FILES_A_PAIR = 40
LARGEST_FILE = 400_000


_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


class Repository:
    """A local history, read through git's own commands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._blobs = subprocess.Popen(
            ["git", "-C", str(path), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(self.path), *arguments], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    def commits(self, start: str | None, end: str) -> list[str]:
        """First parents, oldest first."""
        span = end if start is None else f"{start}..{end}"
        return self.git("rev-list", "--first-parent", "--reverse", span).split()

    def text(self, blob: str) -> str | None:
        assert self._blobs.stdin is not None
        assert self._blobs.stdout is not None
        self._blobs.stdin.write(blob.encode() + b"\n")
        self._blobs.stdin.flush()
        header = self._blobs.stdout.readline().split()
        if len(header) != 3:
            return None
        content = self._blobs.stdout.read(int(header[2]) + 1)[:-1]
        if len(content) > LARGEST_FILE or b"\0" in content:
            return None
        return content.decode("utf-8", "replace")

    def changed(self, old: str, new: str) -> Iterator[tuple[str, str, str, str]]:
        """(old path, new path, old blob, new blob) of modified and renamed files."""
        fields = iter(self.git("diff", "--raw", "-M", "-z", "--no-abbrev", "-l2000", old, new).split("\0"))
        for meta in fields:
            if not meta:
                continue
            _, mode, before, after, status = meta.split()
            path = next(fields)
            other = next(fields) if status[0] in "RC" else path
            if status[0] in "MR" and mode.startswith("100"):
                yield path, other, before, after

    def tracked(self, old: str, new: str, path: str) -> dict[int, tuple[str, int]]:
        """New line to (old path, old line) for the lines that blame traces to `old`."""
        lines: dict[int, tuple[str, int]] = {}
        names: dict[str, str] = {}
        here: tuple[str, int, int] | None = None
        blame = self.git("blame", "-w", "-M", "--first-parent", "--porcelain", f"{old}..{new}", "--", path)
        for line in blame.split("\n"):
            if line.startswith("\t"):
                if here is not None and here[0] == old:
                    lines[here[2]] = (names[old], here[1])
                here = None
            elif here is None:
                sha, before, after = line.split()[:3] if line else ("", "0", "0")
                here = (sha, int(before), int(after))
            elif line.startswith("filename "):
                names[here[0]] = line.removeprefix("filename ")
        return lines

    def compared(self, old_blob: str, new_blob: str, length: int) -> dict[int, int]:
        """New line to old line, as the diff of the two ends has it."""
        lines: dict[int, int] = {}
        before, after = 1, 1
        hunks = _HUNK.finditer(self.git("diff", "-w", "-U0", "--no-color", old_blob, new_blob))
        for start, count, new_start, new_count in (
            *((int(hunk[1]), int(hunk[2] or 1), int(hunk[3]), int(hunk[4] or 1)) for hunk in hunks),
            (0, 0, length, 0),
        ):
            end = new_start + (new_count == 0)  # an empty side names the line before it
            lines |= {number: before + number - after for number in range(after, end)}
            before, after = start + (count or 1), end + new_count
        return lines


@dataclass(frozen=True, kw_only=True, slots=True)
class Ends:
    """The files that changed between two commits, and where each line of the new side stood on the old one."""

    old_text: Mapping[str, str]
    new_text: Mapping[str, str]
    renames: Mapping[str, str]
    origins: Mapping[tuple[str, int], tuple[str, int]]


def ends(repository: Repository, old: str, new: str, seed: int) -> Ends:
    files = [each for each in repository.changed(old, new) if suffix_of(each[1]) in CODE]
    random.Random(seed).shuffle(files)
    old_text: dict[str, str] = {}
    new_text: dict[str, str] = {}
    renames: dict[str, str] = {}
    origins: dict[tuple[str, int], tuple[str, int]] = {}
    for before, after, old_blob, new_blob in files[:FILES_A_PAIR]:
        was, now = repository.text(old_blob), repository.text(new_blob)
        if was is None or now is None:
            continue  # binary or huge
        old_text[before], new_text[after] = was, now
        tracked = repository.tracked(old, new, after)
        taken = set(tracked.values())
        for number, line in repository.compared(old_blob, new_blob, len(split(now))).items():
            if number not in tracked and (before, line) not in taken:
                tracked[number] = (before, line)
        origins |= {(after, number): origin for number, origin in tracked.items()}
        if before != after:
            renames[before] = after
    return Ends(old_text=old_text, new_text=new_text, renames=renames, origins=origins)


def pairs_of(commits: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, str]]:
    chosen = random.Random(seed)
    for number in range(count):
        low, high = STEPS[number % len(STEPS)]
        steps = min(chosen.randint(low, high), len(commits) - 1)
        if steps > 0:
            start = chosen.randrange(len(commits) - steps)
            yield commits[start], commits[start + steps]
