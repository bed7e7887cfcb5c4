"""Events that the sandbox delivers have every field that GitHub's examples have."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from buddy.sandbox import Sandbox

EXAMPLES = json.loads(
    gzip.decompress((Path(__file__).resolve().parents[2] / "fixtures" / "github-api" / "events.json.gz").read_bytes())
)

OF_THE_SENDER = {"installation", "organization"}
"""Depend on how the webhook was set up and on who owns the repository."""

OF_PUSHES = {"stargazers", "master_branch", "name", "email"}
"""A push, and only a push, describes its repository in an older form."""


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


@pytest.fixture(scope="module")
def subjects(box: Sandbox) -> dict[str, Any]:
    repo = box.repo("octo/widgets", {"a.py": "1\n2\n"})
    repo.commit("topic", {"a.py": "1\n3\n"}, by="alice")
    pull = repo.open_pull(by="alice", head="topic")
    line = pull.comment_on("a.py", 2, "here", by="bob")
    line.edit("there")
    comment = repo.open_issue("A question", by="bob").comment("x", by="bob")
    comment.edit("y")
    review = pull.review("whole", by="bob")
    repo.commit("topic", {"b.py": "1\n"}, by="alice")
    return {
        "pull_request": pull,
        "issue_comment": comment,
        "pull_request_review": review,
        "pull_request_review_comment": line,
        "workflow_run": pull,
        "workflow_dispatch": repo,
        "push": repo,
    }


@pytest.mark.parametrize("example", sorted(EXAMPLES))
def test_an_event_has_every_field_of_the_example(box, subjects, example):
    name, _, action = example.partition(".")
    built = box.event(name, action or None, about=subjects[name])
    assert list(_missing(EXAMPLES[example], built, "")) == []


def _missing(wanted: dict[str, Any], found: Any, at: str) -> Iterator[str]:
    if not isinstance(found, dict):
        return
    for name, below in wanted.items():
        if name in OF_THE_SENDER or (name in OF_PUSHES and at.startswith(".repository") and name not in found):
            continue
        if name not in found:
            yield f"{at}.{name}"
        elif isinstance(below, dict):
            yield from _missing(below, found[name], f"{at}.{name}")
