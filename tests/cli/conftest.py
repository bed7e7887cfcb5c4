"""Two ways to run the command line: in this process (fast) and as a process of its own (true)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from buddy.cli.boundary import run
from buddy.cli.main import cli

PROJECT = Path(__file__).parents[2]
OURS = ("NO_COLOR", "FORCE_COLOR", "BUDDY_DEBUG", "COLUMNS")


@dataclass(frozen=True, kw_only=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder outside any repository, and the current one."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name in OURS or name.startswith(("GITHUB_", "RUNNER_", "GIT_DIR", "GIT_WORK_TREE")):
            monkeypatch.delenv(name)
    return tmp_path


@pytest.fixture
def buddy(here, capsys):
    """Run the command line in this process."""

    def ran(*args):
        capsys.readouterr()
        code = run(cli, [str(arg) for arg in args])
        captured = capsys.readouterr()
        return Ran(code=code, out=captured.out, err=captured.err)

    return ran


@pytest.fixture
def python(here):
    """Run Python with these arguments; what it prints is decoded as UTF-8."""

    def ran(*args, env=None, stdin=None):
        done = subprocess.run(
            [sys.executable, *map(str, args)],
            cwd=here,
            env={**os.environ, "PYTHONPATH": str(PROJECT), **(env or {})},
            input=stdin,
            capture_output=True,
            check=False,
        )
        return Ran(code=done.returncode, out=done.stdout.decode("utf-8"), err=done.stderr.decode("utf-8"))

    return ran


@pytest.fixture
def process(python):
    """Run the command line as a process of its own."""

    def ran(*args, **more):
        return python("-m", "buddy.cli.main", *args, **more)

    return ran
