"""The demo as a newcomer starts it: it fails where the runs do not bear out the story."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_demo_tells_its_story_and_draws_the_pull_request(tmp_path):
    picture = tmp_path / "pull-request.svg"
    ran = subprocess.run(
        [sys.executable, "-m", "buddy.cli.main", "demo", "--svg", str(picture)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "NO_COLOR": "1"},
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
    ):
        assert fact in ran.stdout
    assert "l_hushhushhush" not in ran.stdout
    assert picture.read_text(encoding="utf-8").startswith("<svg")
