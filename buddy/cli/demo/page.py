"""How the demo shows comments: on the terminal, and as a picture of the pull request."""

from __future__ import annotations

import io
import re

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from buddy.core.memory.marker import visible
from buddy.sandbox.handles.thread import PullHandle


def drawn(pull: PullHandle) -> str:
    """An SVG of the summary and of one comment on a line, from what was really posted."""
    console = Console(record=True, width=110, file=io.StringIO(), force_terminal=True)
    console.print(comment("github-actions[bot]", visible(pull.comments[0].body)))
    console.print(comment("github-actions[bot] on src/greeter/app.py", visible(pull.review_comments[1].body)))
    return _without_fonts(console.export_svg(title="Let people be greeted loudly #1"))


def comment(author: str, body: str) -> Panel:
    """One comment as a terminal shows it; `body` is Buddy's own Markdown."""
    return Panel(Group(Markdown(_plain(body))), title=Text(author), title_align="left", border_style="dim")


def _plain(body: str) -> str:
    """GitHub folds `<details>`; a terminal shows them open, with the summary as a heading."""
    out = io.StringIO()
    for line in body.split("\n"):
        stripped = line.removeprefix("<details><summary>")
        if stripped != line:
            out.write(f"**▾ {stripped.removesuffix('</summary>')}**\n")
        elif line.startswith("<sub>"):
            out.write(line.removeprefix("<sub>").removesuffix("</sub>") + "\n")
        elif line != "</details>":
            out.write(line + "\n")
    return out.getvalue()


def _without_fonts(svg: str) -> str:
    """rich names fonts on a server, which a picture on a page must not ask for; any monospace one will do."""
    return re.sub(r"\s*@font-face \{[^}]*\}", "", svg)
