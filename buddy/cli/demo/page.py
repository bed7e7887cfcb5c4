"""How the demo shows comments: on the terminal, and as a picture of the pull request."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from buddy.core.gate import OWN_LOGIN
from buddy.core.memory.marker import visible
from buddy.sandbox.handles.thread import PullHandle


def drawn(pull: PullHandle) -> str:
    """An SVG of the summary and of one comment on a line, from what was really posted."""
    console = Console(record=True, width=110, file=io.StringIO(), force_terminal=True)
    console.print(comment(OWN_LOGIN, visible(pull.comments[0].body)))
    console.print(comment(f"{OWN_LOGIN} on src/greeter/app.py", visible(pull.review_comments[1].body)))
    return _without_fonts(console.export_svg(title="Let people be greeted loudly #1"))


def comment(author: str, body: str, *, folded: bool = False) -> Panel:
    """One comment as a terminal shows it; `body` is Buddy's own Markdown. Folded, it is what a page on GitHub shows."""
    text = Group(Markdown(_plain(body, folded=folded)))
    return Panel(text, title=Text(author), title_align="left", border_style="dim")


def diff(file: str, lines: Sequence[str]) -> Panel:
    """Changed lines of a file, as git shows them."""
    text = Text()
    for line in lines:
        text.append(line + "\n", style="green" if line.startswith("+") else "red")
    text.rstrip()
    return Panel(text, title=Text(file), title_align="left", border_style="dim")


def answer(body: str) -> Markdown:
    """A short comment of Buddy's, for a cell."""
    return Markdown(visible(body).strip())


def entries(body: str) -> Padding:
    """The table in the body of a record pull request, one cell a line, so that it fits a narrow terminal."""
    head, _, *rows = [_cells(line) for line in body.splitlines() if line.startswith("|")] or [[], []]
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        for name, value in zip(head, row, strict=True):
            if value:
                table.add_row(Text(name, style="dim"), Markdown(value))
    return Padding(table, (0, 4))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _plain(body: str, *, folded: bool) -> str:
    """A terminal cannot fold `<details>`: they are shown open or left out, with the summary as a heading."""
    out = io.StringIO()
    inside = False
    for line in body.split("\n"):
        summary = line.removeprefix("<details><summary>")
        if summary != line:
            inside = True
            out.write(f"**{'▸' if folded else '▾'} {summary.removesuffix('</summary>')}**\n")
        elif line == "</details>":
            inside = False
        elif not (inside and folded):
            out.write(line.removeprefix("<sub>").removesuffix("</sub>") + "\n")
    return out.getvalue()


def _without_fonts(svg: str) -> str:
    """rich names fonts on a server, which a picture on a page must not ask for; any monospace one will do."""
    return re.sub(r"\s*@font-face \{[^}]*\}", "", svg)
