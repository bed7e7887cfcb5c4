"""What people did to the body of a record pull request: which boxes they unticked; and the cells to carry on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_KEY = r"[A-Za-z]_[A-Za-z0-9_.-]{2,64}"
_BOX = re.compile(rf"^[ \t>]*(?:[-*+]|\d{{1,9}}[.)])[ \t]+\[(?P<tick>[ xX]?)\][ \t]+`*(?P<key>{_KEY})(?![A-Za-z0-9_-])")
_ROW = re.compile(rf"^\|[ \t]*`(?P<key>{_KEY})`(?:[ \t]+on[ \t]+`(?P<line>{_KEY})`)?[ \t]*\|(?P<rest>.*)\|[ \t]*$")
_BAR = re.compile(r"(?<!\\)\|")
_CELLS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row of the table: the line it stands for, and the Markdown of the cells that only the entry's maker knows."""

    line: str
    said_in: str
    approved_by: str
    note: str


def ticks(body: str) -> dict[str, bool]:
    """Each entry's box by its key. A box that stands twice counts as ticked only if both are (P4)."""
    found: dict[str, bool] = {}
    for line in body.splitlines():
        box = _BOX.match(line)
        if box:
            found[box["key"]] = box["tick"] in ("x", "X") and found.get(box["key"], True)
    return found


def rows(body: str) -> Mapping[str, Row]:
    """The rows of the table by key; one that was edited beyond recognition is left out."""
    found: dict[str, Row] = {}
    for line in body.splitlines():
        row = _ROW.match(line.strip())
        cells = [cell.strip() for cell in _BAR.split(row["rest"])] if row else []
        if row and len(cells) == _CELLS:
            found.setdefault(
                row["key"],
                Row(line=row["line"] or row["key"], said_in=cells[3], approved_by=cells[4], note=cells[5]),
            )
    return found
