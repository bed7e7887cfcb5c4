"""One trial: the action itself reviews a pull request in the sandbox, push by push, with its memory or without."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from buddy.sandbox import Sandbox
from evals.case import Case
from tests.e2e.harness import OWN_LOGIN, Runner, Story

SHOWN = frozenset({"inline", "summary", "known"})
"""Outcomes of findings that somebody gets to see."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """How the action is run: its inputs, more of the configuration, and whether each run is a process of its own."""

    inputs: Mapping[str, str]
    config: Mapping[str, Any] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    process: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """A finding that a review of the last push shows, with the text of its line."""

    path: str
    line: str
    category: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """What came of it. `repeats` are comments on a line that had one already, `again` what the model said twice.

    `troubles` are why it did not answer: then nothing about it can be judged. `dollars` is None for an unknown price.
    """

    seen: tuple[Seen, ...]
    repeats: int
    again: int
    tokens: int
    dollars: float | None
    troubles: tuple[str, ...]


def run_trial(case: Case, setting: Setting, *, memory: bool) -> Trial:
    """Raises RuntimeError when a run of the action itself fails."""
    with tempfile.TemporaryDirectory(prefix="buddy-eval-") as folder, Sandbox() as box:
        story = Story(
            box,
            Runner(box, Path(folder)),
            Path(folder),
            memory=case.learnings if memory else (),
            base={**case.base, ".buddy/config.yml": yaml.safe_dump(_config(case, setting))},
            head=dict(case.pushes[0]),
            title=case.title,
            body=case.body,
        )
        runs: list[dict[str, Any]] = []
        lines: dict[int, tuple[str, str]] = {}
        for push in range(len(case.pushes)):
            runs.append(_push(story, case, setting, push))
            made = [comment for comment in story.pull.review_comments if _is_finding(comment)]
            fresh = [comment.record for comment in made if comment.id not in lines]
            lines |= {one.id: (one.spot.path, _line(case.head(push), one.spot.path, one.spot.line)) for one in fresh}
        last = case.head(len(case.pushes) - 1)
        models = [run["model"] for run in runs if run.get("model")]
        prices = [model["usage"]["dollars"] for model in models]
        return Trial(
            seen=tuple(_seen(row, last) for row in runs[-1]["findings"] if row["outcome"] in SHOWN),
            repeats=sum(count - 1 for count in Counter(lines.values()).values()),
            again=sum(model["dropped"].get("already-known", 0) for model in models),
            tokens=sum(model["usage"]["inputTokens"] + model["usage"]["outputTokens"] for model in models),
            dollars=None if None in prices else sum(prices),
            troubles=tuple(model["trouble"] for model in models if model["trouble"])
            or (() if models else ("unasked",)),
        )


def _config(case: Case, setting: Setting) -> dict[str, Any]:
    more = {key: dict(value) for key, value in setting.config.items()}
    more["review"] = {"profile": case.profile, **more.get("review", {})}
    return {"version": 1, **more}


def _push(story: Story, case: Case, setting: Setting, push: int) -> dict[str, Any]:
    if push:
        if push == 1 and case.reply is not None:
            for comment in story.pull.review_comments:
                if _is_finding(comment):
                    comment.reply(case.reply, by="alice")
        story.repo.commit("topic", dict(case.pushes[push]), by="alice")
    ran = story.review(
        action="synchronize" if push else "opened",
        inputs=dict(setting.inputs),
        variables=dict(setting.variables),
        here=not setting.process,
    )
    if ran.code != 0:
        raise RuntimeError(f"{case.name}, push {push + 1}: the action ended with {ran.code}\n{ran.log}")
    transcript: dict[str, Any] = ran.transcript
    return transcript


def _is_finding(comment: Any) -> bool:
    return bool(comment.author == OWN_LOGIN and comment.body.startswith("<!-- buddy:finding "))


def _seen(row: Mapping[str, Any], files: Mapping[str, str]) -> Seen:
    path = row.get("path") or ""
    return Seen(
        path=path,
        line=_line(files, path, row.get("line")),
        category=row["category"],
    )


def _line(files: Mapping[str, str], path: str, number: int | None) -> str:
    lines = files.get(path, "").split("\n")
    return lines[number - 1].strip() if number is not None and 0 < number <= len(lines) else ""
