"""Reading `git log --patch` of one file: which commits added or took away lines that hold some words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from buddy.adapters.git.command import Git, text_of
from buddy.core.record.line_history import LineCommit

_MOST = 500
"""Commits that are read; a line that changed more often tells nothing by its older ones (P11)."""
_HEAD = re.compile(rb"\0([0-9a-f]{40,64})\0([^\0]*)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0")
_OPTIONS = (
    f"--max-count={_MOST}",
    "--format=%x00%H%x00%cI%x00%an%x00%P%x00%B%x00",
    "--encoding=UTF-8",
    "--diff-merges=first-parent",
    "--patch",
    "--text",
    "--unified=0",
    "--no-renames",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
)


def line_log(git: Git, commit: str, path: str, words: str) -> Sequence[LineCommit]:
    """Oldest first; merges count against their first parent. `words` are compared letter by letter."""
    pattern = re.sub(r"[^A-Za-z0-9_-]", lambda found: f"[{found[0]}]", words)
    output = git.run("log", *_OPTIONS, f"-G{pattern}", "--end-of-options", commit, "--", path)
    return list(_commits(output, words.encode()))[::-1]


def _commits(output: bytes, words: bytes) -> Iterator[LineCommit]:
    heads = list(_HEAD.finditer(output))
    for at, head in enumerate(heads):
        end = heads[at + 1].start() if at + 1 < len(heads) else len(output)
        sha, date, author, parents, message = head.groups()
        changed = [line for line in _changed(output[head.end() : end]) if words in line]
        yield LineCommit(
            sha=sha.decode("ascii"),
            date=text_of(date),
            author=author.decode("utf-8", "replace"),
            message=message.decode("utf-8", "replace"),
            merges=b" " in parents,
            removed=[line[1:] for line in changed if line.startswith(b"-")],
            added=[line[1:] for line in changed if line.startswith(b"+")],
        )


def _changed(patch: bytes) -> Iterator[bytes]:
    """The lines of the hunks; what stands before the first one are headers."""
    _, _, hunks = patch.partition(b"\n@@ ")
    for line in hunks.split(b"\n"):
        if line.startswith((b"-", b"+")):
            yield line.removesuffix(b"\r")
