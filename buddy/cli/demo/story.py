"""The story that the demo tells, chapter by chapter: every line of it is read from what the real runs left behind."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from buddy.cli.demo import learning, refusing, reviewing
from buddy.cli.demo.narrator import Narrator
from buddy.cli.demo.page import drawn
from buddy.cli.demo.stage import Stage
from buddy.sandbox.clock import Clock


def tell(console: Console, *, svg: Path | None = None) -> int:
    """Tells the story; raises DemoFailedError where the runs do not bear it out."""
    narrator = Narrator(console)
    with Stage(clock=Clock(start=datetime.now(UTC))) as stage:
        narrator.prints(Text(f"A GitHub in a box listens at {stage.address}; the action is this very Buddy.\n"))
        pull = reviewing.open_first(stage)
        reviewing.opened(narrator, stage, pull)
        if svg is not None:
            svg.write_text(drawn(pull), encoding="utf-8")
        reviewing.pushed(narrator, stage, pull)
        reviewing.fixed(narrator, stage, pull)
        following = learning.disagreed(narrator, stage)
        learning.remembered(narrator, stage, following)
        refusing.refused(narrator, stage, following)
    narrator.ends("That was all. Nothing is left on this machine.")
    return 0
