"""Rows for people: a table on a wide terminal, blocks on a narrow one, plain unwrapped lines in a pipe.

Cells are foreign text: neutralised for a terminal (P9) and never read as rich's markup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from buddy.cli.streams import colour, put
from buddy.core.text.surfaces import terminal

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 90
"""Columns below which a table would be mostly wrapped cells."""

STYLES = {
    "critical": "bold red",
    "major": "red",
    "minor": "yellow",
    "nit": "dim",
    "suppressed": "dim",
    "hidden-by-tool": "dim",
    "dead": "bold yellow",
}


def put_rows(rows: Sequence[Sequence[str]], *, heads: Sequence[str] = ()) -> None:
    """Write rows of equal length to stdout: the last column may fold, the others stay whole where they fit.

    `heads` name the columns, on a terminal only: a pipe gets rows and nothing else.
    """
    if not rows:
        return
    cells = [[one_line(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for line in _aligned(cells):
            put(line)
    elif _width() < NARROW:
        _put_blocks(cells, heads or [""] * len(cells[0]))
    else:
        _put_table(cells, heads)


def put_heading(text: str) -> None:
    """Write a line of Buddy's own words to stdout, bold on a terminal."""
    text = terminal(text)
    put(f"\x1b[1m{text}\x1b[0m" if colour(sys.stdout) else text)


def one_line(text: str) -> str:
    """Foreign text as one line for a terminal."""
    return " ".join(terminal(text).split())


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _put_blocks(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> None:
    from rich.text import Text

    console = console_on(sys.stdout)
    for first, *rest in rows:
        console.print(Text(first, style="bold"), overflow="fold")
        for head, cell in zip(heads[1:], rest, strict=True):
            named = f"{head}: {cell}" if head and cell else cell
            console.print(Text(f"  {named}", style=STYLES.get(cell, "")), overflow="fold")


def _put_table(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=bool(heads), header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for column in range(len(rows[0])):
        head = Text(heads[column]) if heads else ""
        table.add_column(head, overflow="fold", ratio=3 if column == len(rows[0]) - 1 else None)
    for row in rows:
        table.add_row(*(Text(cell, style=STYLES.get(cell, "")) for cell in row))
    console_on(sys.stdout).print(table)


def console_on(stream: TextIO) -> Console:
    """Rich without its own ideas about markup, emoji and highlighting; a closed pipe is left to the boundary."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise

    return Plain(file=stream, no_color=not colour(stream), markup=False, emoji=False, highlight=False, width=_width())


def _width() -> int:
    """Columns of the terminal; the variable COLUMNS wins."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and 0 < int(given) < 10_000:
        return int(given)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
