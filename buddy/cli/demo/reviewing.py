"""Chapters 1 to 3: a pull request is reviewed, three times, with the memory of main."""

from __future__ import annotations

from buddy.cli.demo.narrator import Narrator, claim, done
from buddy.cli.demo.stage import Stage
from buddy.sandbox.handles.thread import PullHandle

_BRANCH = "shout"


def open_first(stage: Stage) -> PullHandle:
    """The pull request of these chapters."""
    return stage.open_pull(
        _BRANCH,
        state="first",
        title="Let people be greeted loudly",
        body="Adds `shout()`, so that a greeting is heard in the back rows.",
    )


def opened(tell: Narrator, stage: Stage, pull: PullHandle) -> None:
    """Findings are posted, some are hidden, and the head's own memory counts for nothing."""
    tell.chapter("1. Dana opens a pull request", "It brings its own .buddy/ folder, which says to hide the worst.")
    act = done(stage.review(pull, "opened", report="first"))
    hidden = act.findings("suppressed")
    posted = act.findings("inline")
    claim(len(posted) == 2, "two findings are posted", act)
    claim({row["suppressedBy"] for row in hidden} == {"l_asserts4test"}, "the memory of main hides the asserts", act)
    claim(any(w["id"] == "memory-edited" for w in act.transcript["warnings"]), "the tampering is reported", act)
    base = act.transcript["base"]
    tell.facts(
        [
            f"memory read from {base['from']}@{base['sha'][:7]}, not from the pull request",
            f"posted on their lines: {', '.join(row['category'] for row in posted)}",
            f"hidden by l_asserts4test of main: {len(hidden)} × ruff/S101 in tests/",
            "the head's .buddy/ changed nothing, and the summary says that it is there",
        ]
    )
    tell.shows(pull.comments[0].body)
    tell.shows(pull.review_comments[1].body, where=" on src/greeter/app.py")


def pushed(tell: Narrator, stage: Stage, pull: PullHandle) -> None:
    """What is known is not posted twice."""
    tell.chapter("2. Dana pushes again", "Every line of the file has moved.")
    before = len(pull.review_comments)
    stage.push_state(_BRANCH, "second")
    act = done(stage.review(pull, "synchronize", report="second"))
    known = act.findings("known")
    claim(len(pull.review_comments) == before and len(known) == 2, "nothing is posted twice", act)
    tell.facts([f"known from the first run, not posted again: {', '.join(row['category'] for row in known)}"])


def fixed(tell: Narrator, stage: Stage, pull: PullHandle) -> None:
    """The memory of the pull request is loaded and goes on."""
    tell.chapter("3. Dana fixes one of them", "The run starts from the memory that the last one left in its summary.")
    stage.push_state(_BRANCH, "third")
    act = done(stage.review(pull, "synchronize", report="third"))
    memory = act.transcript["memory"]
    claim(memory["loaded"] is True, "PR memory is loaded", act)
    claim("1 addressed" in memory["after"]["progress"], "the fixed finding is addressed", act)
    tell.facts(
        [
            f"transcript: memory.loaded is true, from comment {memory['comment']}",
            f"before: {memory['before']['progress']}",
            f"after:  {memory['after']['progress']}",
            f"requests: {act.transcript['requests']['total']}, of them writes: {act.transcript['requests']['writes']}",
        ]
    )
    tell.shows(pull.comments[0].body, where=", the same comment, edited")
