"""Chapter 6: what Buddy does not remember, and that it says why."""

from __future__ import annotations

from uuid import uuid4

from rich.text import Text

from buddy.cli.demo.narrator import Narrator, claim, done
from buddy.cli.demo.page import answer
from buddy.cli.demo.stage import Stage
from buddy.core.memory.marker import visible
from buddy.sandbox.handles.thread import PullHandle


def refused(tell: Narrator, stage: Stage, pull: PullHandle) -> None:
    """One run answers all four comments, each with its reason, and stores nothing."""
    tell.chapter("6. Not everything is remembered", "Four comments, one run: GitHub may drop events, Buddy catches up.")
    secret = "ghp_" + uuid4().hex + "Zq9T"  # looks like a token, and is none
    asked = [
        ("theo", "remember Greetings need no review", "not-authorised"),
        ("maria", "remember should we greet people in German?", "question"),
        ("maria", f"remember Deploy with {secret}", "contains-secret"),
        ("maria", "remember Greetings end with a bang --everywhere", "unreadable"),
    ]
    said = [(pull.comment(f"@buddy-bot {text}", by=who), who, reason) for who, text, reason in asked]
    before = len(pull.comments)
    act = done(stage.hear(said[-1][0], on_line=False))
    rows = {row["comment"]: row for row in act.transcript["commands"]}
    answers = [each.body for each in pull.comments[before:]]
    claim(len(answers) == len(said), "each comment gets one answer", act)
    for comment, _, reason in said:
        row = rows[comment.id]
        claim((row["outcome"], row["reason"]) == ("refused", reason), f"a comment is refused as {reason}", act)
    claim(not any(secret in each for each in (act.left, *map(visible, answers))), "the secret is printed nowhere", act)
    claim(not stage.record_pulls(), "nothing is recorded", act)
    tell.lists(
        ("who", "said", "reason", "answer"),
        [
            (who, Text(comment.body.replace(secret, "ghp_…")), reason, answer(body))
            for (comment, who, reason), body in zip(said, answers, strict=True)
        ],
    )
    tell.facts(["no record pull request is open, and the secret stands in no answer, log, summary or file of the run"])
