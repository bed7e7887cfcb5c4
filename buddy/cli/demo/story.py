"""The story that the demo tells: every line of it is read from what the real runs left behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from buddy.cli.demo.page import comment, drawn
from buddy.cli.demo.stage import Act, Stage
from buddy.core.errors import BuddyError
from buddy.core.memory.marker import visible
from buddy.sandbox.handles.thread import PullHandle


class DemoFailedError(BuddyError):
    """A run of the demo did not do what the story says."""

    exit_code = 70


def tell(console: Console, *, svg: Path | None = None) -> int:
    """Tells the story; raises DemoFailedError where the runs do not bear it out."""
    with Stage() as stage:
        console.print(Text(f"A GitHub in a box listens at {stage.address}; the action is this very Buddy.\n"))
        pull = stage.open_pull()
        _first(console, stage, pull)
        if svg is not None:
            svg.write_text(drawn(pull), encoding="utf-8")
        _second(console, stage, pull)
        _third(console, stage, pull)
    console.print(Rule("That was all. Nothing is left on this machine.", style="dim"))
    return 0


def _first(console: Console, stage: Stage, pull: PullHandle) -> None:
    _chapter(console, "1. Dana opens a pull request", "It brings its own .buddy/ folder, which says to hide the worst.")
    act = _reviewed(stage, pull, "opened", state="first")
    hidden = act.findings("suppressed")
    posted = act.findings("inline")
    _claim(len(posted) == 2, "two findings are posted", act)
    _claim({row["suppressedBy"] for row in hidden} == {"l_asserts4test"}, "the memory of main hides the asserts", act)
    _claim(any(w["id"] == "memory-edited" for w in act.transcript["warnings"]), "the tampering is reported", act)
    base = act.transcript["base"]
    _facts(
        console,
        [
            f"memory read from {base['from']}@{base['sha'][:7]}, not from the pull request",
            f"posted on their lines: {', '.join(row['category'] for row in posted)}",
            f"hidden by l_asserts4test of main: {len(hidden)} × ruff/S101 in tests/",
            "the head's .buddy/ changed nothing, and the summary says that it is there",
        ],
    )
    console.print(comment("github-actions[bot]", visible(pull.comments[0].body)))
    console.print(comment("github-actions[bot] on src/greeter/app.py", visible(pull.review_comments[1].body)))


def _second(console: Console, stage: Stage, pull: PullHandle) -> None:
    _chapter(console, "2. Dana pushes again", "Every line of the file has moved.")
    before = len(pull.review_comments)
    stage.push("second")
    act = _reviewed(stage, pull, "synchronize", state="second")
    known = act.findings("known")
    _claim(len(pull.review_comments) == before and len(known) == 2, "nothing is posted twice", act)
    _facts(console, [f"known from the first run, not posted again: {', '.join(row['category'] for row in known)}"])


def _third(console: Console, stage: Stage, pull: PullHandle) -> None:
    _chapter(
        console, "3. Dana fixes one of them", "The run starts from the memory that the last one left in its summary."
    )
    stage.push("third")
    act = _reviewed(stage, pull, "synchronize", state="third")
    memory = act.transcript["memory"]
    _claim(memory["loaded"] is True, "PR memory is loaded", act)
    _claim("1 addressed" in memory["after"]["progress"], "the fixed finding is addressed", act)
    _facts(
        console,
        [
            f"transcript: memory.loaded is true, from comment {memory['comment']}",
            f"before: {memory['before']['progress']}",
            f"after:  {memory['after']['progress']}",
            f"requests: {act.transcript['requests']['total']}, of them writes: {act.transcript['requests']['writes']}",
        ],
    )
    console.print(comment("github-actions[bot], the same comment, edited", visible(pull.comments[0].body)))


def _reviewed(stage: Stage, pull: PullHandle, action: str, *, state: str) -> Act:
    act = stage.review(pull, action, state=state)
    _claim(act.code == 0, "the run ends with exit code 0", act)
    return act


def _claim(holds: bool, what: str, act: Act) -> None:
    if not holds:
        raise DemoFailedError(f"The demo expected that {what}, but it did not.\n{act.log.strip()}")


def _chapter(console: Console, title: str, subtitle: str) -> None:
    console.print(Rule(Text(title, style="bold")))
    console.print(Text(subtitle, style="dim"))


def _facts(console: Console, facts: Sequence[str]) -> None:
    for fact in facts:
        console.print(Text("  ✓ ", style="green").append(fact, style="default"))
    console.print()
