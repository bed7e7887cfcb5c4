"""Chapters 4 and 5: a maintainer disagrees, a maintainer says something; both come back as one small pull request."""

from __future__ import annotations

import json

from rich.text import Text

from buddy.cli.demo.narrator import Narrator, claim, done, only
from buddy.cli.demo.page import diff, entries
from buddy.cli.demo.stage import LEARNINGS, Act, Stage
from buddy.core.gate import OWN_LOGIN
from buddy.core.memory.marker import visible
from buddy.sandbox.handles.comment import CommentHandle
from buddy.sandbox.handles.thread import PullHandle

_FALSE_POSITIVE = "False positive: which greeting is picked is no secret."
_RULE = "A greeting is one line: the terminal banner has no room for more."
_GLOB = "src/greeter/**"
_RECORD_TITLE = "chore(buddy): record learnings"


def disagreed(tell: Narrator, stage: Stage) -> PullHandle:
    """The next pull request, in which what was disagreed with is hidden."""
    tell.chapter("4. Maria disagrees with a finding", "A thumb of hers, and a merge: then it never comes back.")
    pull = stage.open_pull(
        "surprise", state="surprise", title="Greet people with a surprise", body="A greeting picked at random."
    )
    act = done(stage.review(pull, "opened", report="surprise"))
    claim([row["category"] for row in act.findings("inline")] == ["ruff/S311"], "one finding is posted", act)
    proposal = _proposal(tell, stage, pull)
    name = _approved(tell, stage, pull, proposal)
    return _hidden(tell, stage, name)


def remembered(tell: Narrator, stage: Stage, pull: PullHandle) -> None:
    """From a comment to the context of the next run."""
    tell.chapter("5. Maria says something once", "A command instead of a disagreement; no thumb is needed.")
    asked = pull.comment(f"@buddy-bot remember {_RULE} --paths {_GLOB}", by="maria")
    tell.says("Maria", asked.body)
    before = stage.main
    act = done(stage.hear(asked, on_line=False))
    row = only(act.transcript["commands"], "one command is answered", act)
    claim(row["outcome"] == "pending", "the command is taken", act)
    claim(("+1", OWN_LOGIN) in asked.reactions, "the command gets a thumb", act)
    tell.shows(pull.comments[-1].body, where=" below")
    record = _record_pull(tell, stage, act, before=before, names=[row["id"]])
    record.merge(by="maria")
    stage.push("farewell", {"docs/farewell.md": b"How people are seen off.\n"})
    act = done(stage.review(pull, "synchronize", report="farewell"))
    lines = [line for line in act.context.splitlines() if row["id"] in line and _RULE in line]
    line = only(lines, "the learning stands in the context of the next run", act)
    tell.facts(
        [f"Maria merges #{record.number}. The context file of the next run, for any model or agent to read, says:"]
    )
    tell.prints(Text(f"{line}\n"))


def _proposal(tell: Narrator, stage: Stage, pull: PullHandle) -> CommentHandle:
    finding = pull.review_comments[0]
    said = finding.reply(_FALSE_POSITIVE, by="maria")
    tell.says("Maria, below the finding ruff/S311", said.body)
    act = done(stage.hear(said, on_line=True))
    claim([row["state"] for row in act.transcript["proposals"]] == ["pending"], "one proposal is made", act)
    claim(len(pull.review_comments) == 3, "the proposal stands in the finding's thread", act)
    proposal = pull.review_comments[2]
    claim("ruff/S311" in visible(proposal.body) and "src/greeter/app.py" in proposal.body, "it spells out what", act)
    tell.shows(proposal.body, where=" in the same thread")
    return proposal


def _approved(tell: Narrator, stage: Stage, pull: PullHandle, proposal: CommentHandle) -> str:
    """Two thumbs, of which one counts; the id of what it made."""
    before = stage.main
    proposal.react("+1", by="theo")
    act = _next_run(stage, pull, "draft")
    claim([row["state"] for row in act.transcript["proposals"]] == ["pending"], "Theo's thumb decides nothing", act)
    claim(not stage.record_pulls(), "Theo's thumb records nothing", act)
    tell.says("Theo, who may only read", "👍")
    tell.facts(["the next run asks GitHub what Theo may: the proposal still waits, nothing is recorded"])
    proposal.react("+1", by="maria")
    act = _next_run(stage, pull, "final")
    row = only(act.transcript["proposals"], "there is one proposal", act)
    claim((row["state"], row["by"]) == ("approved", ["maria"]), "Maria's thumb approves", act)
    tell.says("Maria, who maintains it", "👍")
    name: str = only(row["ids"], "the proposal is one suppression", act)
    record = _record_pull(tell, stage, act, before=before, names=[name])
    record.merge(by="maria")
    claim(name in stage.learnings("main")[-1], "the merge brings the line to main", act)
    return name


def _next_run(stage: Stage, pull: PullHandle, text: str) -> Act:
    """GitHub tells nobody of a reaction: whatever happens next on the pull request makes it seen."""
    stage.push("surprise", {"docs/surprise.md": f"Greetings that surprise, {text}.\n".encode()})
    return done(stage.review(pull, "synchronize", report="surprise"))


def _record_pull(tell: Narrator, stage: Stage, act: Act, *, before: str, names: list[str]) -> PullHandle:
    """The one open record pull request, which holds exactly these."""
    found = stage.record_pulls()
    record = only(found, "one record pull request is open", act)
    claim(record.record.title == _RECORD_TITLE, "it has its usual title", act)
    changes = stage.changes(record)
    claim([json.loads(line[1:])["id"] for line in changes] == names, "it adds one line a learning", act)
    claim(stage.main == before, "nothing is committed to main", act)
    tell.facts(
        [
            f"Buddy opens #{record.number} `{record.record.title}`: {record.pull.head_ref} into {record.pull.base_ref}",
            f"its diff is {len(changes)} line, and main is still at {before[:7]}: nothing counts before the merge",
        ]
    )
    tell.prints(entries(record.record.body or ""), diff(LEARNINGS, changes))
    return record


def _hidden(tell: Narrator, stage: Stage, name: str) -> PullHandle:
    pull = stage.open_pull("farewell", state="farewell", title="See people off", body="A farewell picked at random.")
    act = done(stage.review(pull, "opened", report="farewell"))
    hidden = act.findings("suppressed")
    claim([(row["category"], row["suppressedBy"]) for row in hidden] == [("ruff/S311", name)], "it is hidden", act)
    claim(not act.findings("inline") and name in visible(pull.comments[0].body), "the summary names what hid it", act)
    tell.facts(
        [
            f"Maria merges it. Dana's next pull request, #{pull.number}, has the same finding in that file:",
            f"hidden by {name} of main, and listed with that id in the summary; nothing is posted",
        ]
    )
    return pull
