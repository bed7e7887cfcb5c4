"""A change cut into pieces that a prompt can hold: one hunk each, cleaned, numbered, without secrets (P10, P11)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from buddy.core import tokens
from buddy.core.change import ChangedFile, FileStatus
from buddy.core.findings.hunks import Hunk, hunks
from buddy.core.secrets import find
from buddy.core.text import invisible

LONGEST_LINE = 400
"""Characters of a line that are shown; what is longer is mostly generated."""

_CUT = " …[cut]"
_MASK = "[redacted]"


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One hunk of one file. `text` is what the model sees, `numbered` the right side's lines by number.

    `digest` names the change that the hunk makes, whatever its line numbers are: eight hex digits. `hidden` counts
    invisible characters that were taken out, `masked` the lines in which something looked like a secret.
    """

    path: str
    text: str
    numbered: Mapping[int, str]
    digest: str
    tokens: int
    hidden: int = 0
    masked: int = 0


def pieces(file: ChangedFile) -> Iterator[Piece]:
    """The hunks of a file; none for a removed, binary or very large one."""
    if file.status is FileStatus.REMOVED:
        return
    for hunk in hunks(file.patch):
        if any(sign != " " for sign, _ in hunk.lines):
            yield _piece(file, hunk)


def _piece(file: ChangedFile, hunk: Hunk) -> Piece:
    cleaned = [invisible.clean(text) for _, text in hunk.lines]
    shown, masked = _masked([" ".join(one.text.split("\n")) for one in cleaned])
    rows: list[str] = [f"@@ from line {hunk.start} @@ {_short(invisible.clean(hunk.heading).text)}".rstrip()]
    numbered: dict[int, str] = {}
    number = hunk.start
    for (sign, _), text in zip(hunk.lines, shown, strict=True):
        if sign == "-":
            rows.append(f"{'':>6} -{_short(text)}")
            continue
        numbered[number] = text
        rows.append(f"{number:>6} {sign}{_short(text)}")
        number += 1
    text = "\n".join(rows)
    return Piece(
        path=file.path,
        text=text,
        numbered=numbered,
        digest=_digest(hunk),
        tokens=tokens.estimate(text) + 1,
        hidden=sum(one.removed for one in cleaned),
        masked=masked,
    )


def _masked(lines: list[str]) -> tuple[list[str], int]:
    """Searched as one text without signs and numbers, since a private key goes over several lines."""
    text = "\n".join(lines)
    hits = find(text)
    if not hits:
        return lines, 0
    characters = list(text)
    touched: set[int] = set()
    for hit in hits:
        for at in range(hit.start, hit.end):
            if characters[at] != "\n":
                characters[at] = "\0"
        first = text.count("\n", 0, hit.start)
        touched.update(range(first, first + text.count("\n", hit.start, hit.end) + 1))
    return [_named(line) for line in "".join(characters).split("\n")], len(touched)


def _named(line: str) -> str:
    while "\0" in line:
        start = line.index("\0")
        end = start + len(line[start:]) - len(line[start:].lstrip("\0"))
        line = f"{line[:start]}{_MASK}{line[end:]}"
    return line


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + _CUT


def _digest(hunk: Hunk) -> str:
    changed = "\n".join(f"{sign}{text.rstrip()}" for sign, text in hunk.lines if sign != " ")
    return hashlib.sha256(changed.encode("utf-8", "surrogatepass")).hexdigest()[:8]
