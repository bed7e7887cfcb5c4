"""A change cut into pieces that a prompt can hold: one hunk each, cleaned, numbered, without secrets (P10, P11)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from buddy.core import tokens
from buddy.core.change import ChangedFile, FileStatus
from buddy.core.findings.hunks import Hunk, hunks
from buddy.core.secrets import find, redact
from buddy.core.text import invisible

LONGEST_LINE = 400
"""Characters of a line that are shown; what is longer is mostly generated."""

CUT = " …[cut]"
"""What stands at the end of a line that is not shown whole."""

_MASK = "[redacted]"
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----")
_BASE64 = re.compile("[A-Za-z0-9+/]+={0,2}")
_ENCODED_ROW = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One hunk of one file. `text` is what the model sees, `numbered` the right side's lines by number.

    `exact` are the numbers of those lines that are shown as they stand: not cut, cleaned or masked.
    `digest` names the change that the hunk makes, whatever its line numbers are: eight hex digits. `hidden` counts
    invisible characters that were taken out, `masked` the lines in which something looked like a secret.
    """

    path: str
    text: str
    numbered: Mapping[int, str]
    exact: frozenset[int] = frozenset()
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


def shown_path(path: str) -> str:
    """A file's name as a prompt has it: a name is foreign text, too."""
    return redact(invisible.clean(path).text)


def heading(path: str) -> str:
    """The line above a file's pieces."""
    return f"file {json.dumps(shown_path(path), ensure_ascii=False)}"


def _piece(file: ChangedFile, hunk: Hunk) -> Piece:
    stands = [text.removesuffix("\r") for _, text in hunk.lines]  # the end of a line is no part of it
    cleaned = [invisible.clean(text) for text in stands]
    shown, masked = _masked([" ".join(one.text.split("\n")) for one in cleaned])
    rows: list[str] = [f"@@ from line {hunk.start} @@ {_short(redact(invisible.clean(hunk.heading).text))}".rstrip()]
    numbered: dict[int, str] = {}
    exact: set[int] = set()
    number = hunk.start
    for (sign, _), text, stood in zip(hunk.lines, shown, stands, strict=True):
        if sign == "-":
            rows.append(f"{'':>6} -{_short(text)}")
            continue
        numbered[number] = text
        if text == stood and _short(text) == text:
            exact.add(number)
        rows.append(f"{number:>6} {sign}{_short(text)}")
        number += 1
    text = "\n".join(rows)
    return Piece(
        path=file.path,
        text=text,
        numbered=numbered,
        exact=frozenset(exact),
        digest=_digest(hunk),
        tokens=tokens.estimate(text) + 1,
        hidden=sum(one.removed for one in cleaned),
        masked=masked,
    )


def _masked(lines: list[str]) -> tuple[list[str], int]:
    """Searched as one text without signs and numbers, since a private key goes over several lines."""
    text = "\n".join(lines)
    hits = find(text)
    tail = set(_key_rows(lines))
    if not hits and not tail:
        return lines, 0
    characters = list(text)
    touched = set(tail)
    for hit in hits:
        for at in range(hit.start, hit.end):
            if characters[at] != "\n":
                characters[at] = "\0"
        first = text.count("\n", 0, hit.start)
        touched.update(range(first, first + text.count("\n", hit.start, hit.end) + 1))
    masked = "".join(characters).split("\n")
    return [_MASK if row in tail else _named(line) for row, line in enumerate(masked)], len(touched)


def _key_rows(lines: list[str]) -> Iterator[int]:
    """The rows of a private key of which the hunk shows a part only, so that no shape of a whole one is seen."""
    bare = [_bare(line) for line in lines]
    encoded = [False, *map(_is_encoded, bare), False]
    ends = [*(_KEY_END.search(line) is not None for line in lines), False]
    for row, text in enumerate(bare):
        of_several = encoded[row + 1] and (encoded[row] or encoded[row + 2])
        above_end = ends[row + 1] and _BASE64.fullmatch(text) is not None
        if ends[row] or of_several or above_end:
            yield row


def _bare(line: str) -> str:
    """Without what quotes and joins the rows of a text in source code."""
    return line.strip(" \t\"'`+,;\\").removesuffix("\\n")


def _is_encoded(text: str) -> bool:
    """A whole row of base64: of a key or of an image, and nothing to be reviewed either way."""
    return len(text) >= _ENCODED_ROW and _BASE64.fullmatch(text) is not None and len(set(text)) > 16


def _named(line: str) -> str:
    while "\0" in line:
        start = line.index("\0")
        end = start + len(line[start:]) - len(line[start:].lstrip("\0"))
        line = f"{line[:start]}{_MASK}{line[end:]}"
    return line


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + CUT


def _digest(hunk: Hunk) -> str:
    changed = "\n".join(f"{sign}{text.rstrip()}" for sign, text in hunk.lines if sign != " ")
    return hashlib.sha256(changed.encode("utf-8", "surrogatepass")).hexdigest()[:8]
