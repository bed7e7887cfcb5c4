"""The demo as a newcomer starts it: it fails where the runs do not bear out the story."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from buddy.cli.demo.narrator import DemoFailedError, claim, done, only
from buddy.cli.demo.stage import Act

ROOT = Path(__file__).resolve().parents[2]


def act(code=0, log=""):
    return Act(code=code, log=log, transcript={}, context="", left=log)


def test_the_demo_tells_its_story_and_draws_the_pull_request(tmp_path):
    picture = tmp_path / "pull-request.svg"
    ran = subprocess.run(
        [sys.executable, "-m", "buddy.cli.main", "demo", "--svg", str(picture)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "160", "NO_COLOR": "1"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for fact in (
        "hidden by l_asserts4test of main: 2 × ruff/S101 in tests/",
        "the head's .buddy/ changed nothing",
        "known from the first run, not posted again: ruff/F841, ruff/S307",
        "transcript: memory.loaded is true",
        "hides findings of ruff/S311 in src/greeter/app.py",
        "the proposal still waits, nothing is recorded",
        "Buddy opens #3 `chore(buddy): record learnings`: buddy/learnings into main",
        "Dana's next pull request, #4, has the same finding in that file",
        "Buddy opens #5 `chore(buddy): record learnings`: buddy/learnings into main",
        '"note":"A greeting is one line',
        "no record pull request is open",
    ):
        assert fact in ran.stdout
    for reason in ("not-authorised", "question", "contains-secret", "unreadable"):
        assert f"│ {reason} " in ran.stdout
    assert re.search(r"hidden by l_[a-z2-7]{10} of main, and listed with that id", ran.stdout)
    assert "l_hushhushhush" not in ran.stdout
    assert "ghp_…" in ran.stdout
    assert not re.search("ghp_[0-9a-zA-Z]", ran.stdout)
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    "told",
    [
        lambda: claim(False, "it rains", act(log="it was dry")),
        lambda: only([], "it rains", act(log="it was dry")),
        lambda: only([1, 2], "it rains", act(log="it was dry")),
        lambda: done(act(code=1, log="it was dry")),
    ],
)
def test_the_demo_ends_with_the_log_of_the_run_that_does_not_bear_it_out(told):
    with pytest.raises(DemoFailedError, match="it was dry"):
        told()


def test_what_holds_goes_on():
    claim(True, "it rains", act())
    assert only([1], "it rains", act()) == 1
    assert done(act()) == act()
