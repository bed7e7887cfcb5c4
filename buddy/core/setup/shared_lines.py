"""Lines that a new set-up adds to files of others: `.gitattributes` and CODEOWNERS, byte for byte as they are else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from buddy.core.globs import GlobSet

ATTRIBUTES: Final = ".gitattributes"
MEMORY: Final = ".buddy/learnings.jsonl"
UNION: Final = f"{MEMORY} merge=union"
OWNERS: Final = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""Where GitHub looks, in this order; only the first one counts."""


def merges_by_union(content: bytes, *, path: str = MEMORY) -> bool:
    """Whether the last line about the memory's path that says anything of merging says union."""
    merge = None
    for pattern, *words in _lines(content):
        if _covers(pattern, path):
            said = [word for word in words if word.lstrip("-!").partition("=")[0] == "merge"]
            merge = said[-1] if said else merge
    return merge == "merge=union"


def owners_of_memory(content: bytes) -> Sequence[str]:
    """Who owns `.buddy/`: the last line that covers it decides, one without an owner takes it away."""
    found: list[str] = []
    for pattern, *words in _lines(content):
        if pattern == "*" or all(_covers(pattern, path) for path in (MEMORY, ".buddy/config.yml")):
            found = [word for word in words if word.startswith("@") or "@" in word[1:]]
    return found


def with_line(content: bytes | None, line: str) -> bytes:
    """The file and the line at its end, in the file's own kind of line end; raises ValueError where it is no text."""
    old = content or b""
    if b"\0" in old or old[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ValueError("it is not UTF-8 text")
    crlf = old.count(b"\r\n")
    end = b"\r\n" if crlf > old.count(b"\n") - crlf else b"\n"
    gap = end if old.strip(b"\xef\xbb\xbf") and not old.endswith(b"\n") else b""
    return old + gap + line.encode() + end


def _covers(pattern: str, path: str) -> bool:
    if pattern in ("*", "**"):
        return True
    anchored = pattern if "/" in pattern.rstrip("/") or not pattern.endswith("/") else f"**/{pattern}"
    return GlobSet([anchored.removeprefix("/")]).matches(path) is not None


def _lines(content: bytes) -> list[list[str]]:
    text = content.decode("utf-8-sig", "replace")
    words = [line.partition(" #")[0].split() for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [line for line in words if line]
