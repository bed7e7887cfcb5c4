"""Who tells the story: chapters and facts on the terminal, and claims, which end it where a run does not hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.box import ROUNDED
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from buddy.cli.demo.page import comment
from buddy.cli.demo.stage import Act
from buddy.core.errors import BuddyError
from buddy.core.gate import OWN_LOGIN
from buddy.core.memory.marker import visible

T = TypeVar("T")


class DemoFailedError(BuddyError):
    """A run of the demo did not do what the story says."""

    exit_code = 70


class Narrator:
    """Prints to a console; what it claims of a run has to hold."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def chapter(self, title: str, subtitle: str) -> None:
        """A heading, and what to look at."""
        self._console.print(Rule(Text(title, style="bold")))
        self._console.print(Text(subtitle, style="dim"))

    def facts(self, facts: Iterable[str]) -> None:
        """What was claimed of the runs, in words."""
        table = Table.grid(padding=(0, 1, 0, 0))
        for fact in facts:
            table.add_row(Text("  ✓", style="green"), Text(fact))
        self._console.print(table)
        self._console.print()

    def says(self, who: str, said: str) -> None:
        """Something that a person does on the pull request."""
        self._console.print(Text(f"  {who}: ", style="bold").append(said, style="italic not bold"))

    def shows(self, body: str, *, where: str = "") -> None:
        """One of Buddy's comments, without its marker and folded."""
        self._console.print(comment(f"{OWN_LOGIN}{where}", visible(body), folded=True))

    def prints(self, *parts: RenderableType) -> None:
        """Anything else."""
        self._console.print(*parts, sep="\n")

    def lists(self, head: Sequence[str], rows: Iterable[Sequence[RenderableType]]) -> None:
        """A table."""
        table = Table(*head, show_lines=True, box=ROUNDED, border_style="dim")
        for row in rows:
            table.add_row(*row)
        self._console.print(table)

    def ends(self, text: str) -> None:
        """The last line."""
        self._console.print(Rule(text, style="dim"))


def claim(holds: bool, what: str, act: Act) -> None:
    """Raises DemoFailedError with the run's log."""
    if not holds:
        raise DemoFailedError(f"The demo expected that {what}, but it did not.\n{act.log.strip()}")


def only(rows: Sequence[T], what: str, act: Act) -> T:
    """The one of them; raises DemoFailedError where there is another number."""
    claim(len(rows) == 1, what, act)
    return rows[0]


def done(act: Act) -> Act:
    """A run that ended well."""
    claim(act.code == 0, "the run ends with exit code 0", act)
    return act
