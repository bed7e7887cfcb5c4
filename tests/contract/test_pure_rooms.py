"""core and app see no clock, environment, disk, network or process; ruff's banned-api list holds the names.

The list is only as good as its power to fail, so each kind is planted here. Builtins are beyond that list (they are
imported from nowhere); the small walk below covers them.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PURE = ("buddy/core", "buddy/app")
BUILTINS = {"open", "input", "breakpoint", "__import__"}

PLANTED = {
    "the clock, by datetime": "from datetime import UTC, datetime as d\nd.now(UTC)\n",
    "the clock, by date": "import datetime\ndatetime.date.today()\n",
    "the clock, by time": "import time\ntime.time()\n",
    "the environment": "import os\nos.environ\n",
    "the environment, by another name": "from os import getenv as g\ng('HOME')\n",
    "the disk, by path": "from pathlib import Path\nPath('x').read_text()\n",
    "the disk, by io": "import io\nio.open('x')\n",
    "a process": "from subprocess import run\nrun(['ls'])\n",
    "the network": "import socket\n",
    "chance": "import random\n",
    "a fresh id": "import uuid\nuuid.uuid4()\n",
    "a log": "import logging\n",
    "standard output": "import sys\nsys.stdout.write('x')\n",
}


def banned(source: str, *, path: str) -> bool:
    """Whether ruff, as configured for this project, refuses the source at that place."""
    command = [sys.executable, "-m", "ruff", "check", "--quiet", "--select", "TID251", "--stdin-filename", path, "-"]
    done = subprocess.run(command, input=source, text=True, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 1


def builtins_used(source: str) -> set[str]:
    """Builtins read by that name; a module that binds the name itself (a local, a parameter) means its own."""
    nodes = list(ast.walk(ast.parse(source)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return (BUILTINS & {node.id for node in names}) - bound


@pytest.mark.parametrize("room", PURE)
@pytest.mark.parametrize("what", PLANTED)
def test_a_pure_room_may_not_reach_for(what: str, room: str) -> None:
    assert banned(PLANTED[what], path=f"{room}/planted.py")


def test_the_rooms_that_talk_to_the_outside_may() -> None:
    everything = "\n".join(PLANTED.values())
    for path in ("buddy/adapters/x.py", "buddy/cli/x.py", "buddy/sandbox/x.py", "tests/x.py", "bench/x.py"):
        assert not banned(everything, path=path), path


def test_pure_paths_and_given_times_are_fine_in_the_pure_rooms() -> None:
    source = "from datetime import datetime\nfrom pathlib import PurePosixPath\ndatetime.fromisoformat('2026-01-01')\n"
    assert not banned(source, path="buddy/core/planted.py")


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_uses_no_builtin_that_reaches_outside(room: str) -> None:
    modules = sorted((ROOT / room).rglob("*.py"))
    assert modules
    assert {str(path): used for path in modules if (used := builtins_used(path.read_text(encoding="utf-8")))} == {}


def test_a_builtin_that_reaches_outside_would_be_seen() -> None:
    assert builtins_used("def f(opened):\n    with open(opened) as file:\n        return file\n") == {"open"}
    assert builtins_used("def f(open):\n    return open\n") == set()


@pytest.mark.parametrize("room", PURE)
def test_no_comment_in_a_pure_room_switches_the_list_off(room: str) -> None:
    assert [str(path) for path in (ROOT / room).rglob("*.py") if "noqa: TID251" in path.read_text("utf-8")] == []
