"""Plays what a page tells its reader to type, and writes what really came out beside it.

Four kinds of fences count, in the order of the page: ` ```console session ` holds commands, each with its output;
` ```console example ` the same, in a repository that is there from the first such fence on; ` ```python file=PATH `
holds a file that the reader writes, ` ```json append=PATH ` lines that the reader adds. All fences of a page are played
in one new folder. A command ends with 0 or 1; where the fence says `exit=2`, with that.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?ms)^```(?P<head>console (?P<played>session|example)(?: exit=(?P<code>\d+))?"
    r"|[\w-]+ (?P<how>file|append)=(?P<path>\S+))\n(?P<body>.*?)^```$"
)
EXAMPLE = ROOT / "fixtures/example-repository"
"""`main` is what the default branch holds, `topic` what a branch of that name changes; it is checked out."""
_MOMENT = "2026-01-05T10:00:00Z"


def is_played(page: str) -> bool:
    """Whether the page shows output that is written by playing it."""
    return any(fence["played"] for fence in FENCE.finditer(page))


class CommandFailed(Exception):
    """A command of a page ended as none of them should."""


def played(page: str) -> str:
    """The page with the output of every command as it is now; raises CommandFailed."""
    with tempfile.TemporaryDirectory(prefix="buddy-docs-") as folder:
        reader = Reader(Path(folder).resolve())
        return FENCE.sub(reader.follow, page)


class Reader:
    """Types commands in a shell whose folder is kept from one to the next."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._in_the_example = False
        self.here = home / "work"
        self.here.mkdir()
        (home / "bin").mkdir()
        buddy = home / "bin" / "buddy"
        buddy.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m buddy.cli.main "$@"\n')
        buddy.chmod(0o755)

    def follow(self, fence: re.Match[str]) -> str:
        """What a fence says, done; the fence with what came of it."""
        if fence["played"]:
            if fence["played"] == "example":
                self.has_the_example()
            allowed = (int(fence["code"]),) if fence["code"] else (0, 1)
            typed = [self.types(command, allowed=allowed) for command in _commands(fence["body"])]
            return f"```{fence['head']}\n{''.join(typed)}```"
        path = self.here / fence["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if fence["how"] == "append" else ""
        path.write_text(before + fence["body"], encoding="utf-8")
        return fence[0]

    def has_the_example(self) -> None:
        """Puts the reader into the example repository, on its branch, unless that was done."""
        if self._in_the_example:
            return
        self._in_the_example = True
        for command, branch in (
            ("git init --quiet --initial-branch main .", "main"),
            ("git switch -qc topic", "topic"),
        ):
            self.types(command)
            shutil.copytree(EXAMPLE / branch, self.here, dirs_exist_ok=True)
            self.types(f"git add . && git commit --quiet --message 'The {branch} of the example'")

    def types(self, command: str, *, allowed: Collection[int] = (0, 1)) -> str:
        """The command line and its output, as a terminal shows them; raises CommandFailed."""
        pwd = self._home / "pwd"
        done = subprocess.run(
            ["bash", "-c", f'{command}\ncode=$?; pwd > "{pwd}"; exit $code'],
            cwd=self.here,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if done.returncode not in allowed:
            raise CommandFailed(f"{command}: exit code {done.returncode}\n{done.stdout}")
        self.here = Path(pwd.read_text(encoding="utf-8").strip())
        shown = done.stdout.replace(str(self._home), "~").splitlines()
        return f"$ {command}\n" + "".join(f"{line.rstrip()}\n" for line in shown)

    def environment(self) -> dict[str, str]:
        """A reader whose name, clock and settings do not depend on who plays the page."""
        who = {"NAME": "Dana", "EMAIL": "dana@example.com", "DATE": _MOMENT}
        git = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
        path = os.pathsep.join([str(self._home / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
        return {
            **git,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "HOME": str(self._home),
            "LC_ALL": "C.UTF-8",
            "PATH": path,
            "PYTHONSAFEPATH": "1",
            "PYTHONUNBUFFERED": "1",
        }


def _commands(body: str) -> list[str]:
    return [line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ ")]
