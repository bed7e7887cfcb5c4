"""Two ways to run the command line: in this process (fast) and as a process of its own (true)."""

from __future__ import annotations

import io
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
def typed(monkeypatch):
    """Give the command line of this process something on stdin."""

    def given(text):
        content = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return given


@pytest.fixture
def python(here):
    """Run Python with these arguments; what it prints is decoded as UTF-8."""

    def ran(*args, env=None, stdin=None, cwd=here):
        done = subprocess.run(
            [sys.executable, *map(str, args)],
            cwd=cwd,
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


def _result(rule, path, line, message, level):
    place = {"artifactLocation": {"uri": path}, **({"region": {"startLine": line}} if line else {})}
    locations = [{"physicalLocation": place}] if path else []
    return {"ruleId": rule, "level": level, "message": {"text": message}, "locations": locations}


@pytest.fixture
def sarif(here):
    """Write a SARIF file of (rule, path, line) results of the tool `Lint`; gives its name."""

    def written(name, *results, level="error", **more):
        listed = [_result(rule, path, line, f"{rule} is broken", level) for rule, path, line in results]
        listed = [{**result, **more} for result in listed]
        log = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint"}}, "results": listed}]}
        (here / name).write_text(json.dumps(log), encoding="utf-8")
        return name

    return written


@pytest.fixture
def files(here):
    """Write text files by relative path."""

    def written(**contents):
        for name, text in contents.items():
            path = here / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    return written


class Repo:
    """A real repository to run commands in."""

    def __init__(self, top):
        self.top = top

    def git(self, *args):
        identity = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        settings = [*identity, "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"]
        done = subprocess.run(["git", *settings, *args], cwd=self.top, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def write(self, **contents):
        for name, text in contents.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def commit(self, message="change", **contents):
        self.write(**contents)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repo(here):
    """An empty repository, which is the current folder."""
    found = Repo(here)
    found.git("init", "-q", "-b", "main")
    return found


def learning(id_, text, **more):
    """A line of a learnings file."""
    return json.dumps({"id": id_, "text": text, **more}, ensure_ascii=False) + "\n"


def suppression(id_, category, *paths, **match):
    """A line that hides a category below paths."""
    return learning(
        id_, f"{category} is fine here", kind="suppression", paths=paths, match={"category": category, **match}
    )


@pytest.fixture
def lines():
    """The two makers of lines: `lines.learning` and `lines.suppression`."""
    return type("Lines", (), {"learning": staticmethod(learning), "suppression": staticmethod(suppression)})
