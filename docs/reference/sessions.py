"""Plays what a page tells its reader to type, and writes what really came out beside it.

Three kinds of fences count, in the order of the page: ` ```console session ` holds commands, each with its output;
` ```python file=PATH ` holds a file that the reader writes, ` ```json append=PATH ` lines that the reader adds. All are
played in one new folder.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"(?ms)^```(?:console (session)|\w+ (file|append)=(\S+))\n(.*?)^```$")
_MOMENT = "2026-01-05T10:00:00Z"


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
        self.here = home / "work"
        self.here.mkdir()
        (home / "bin").mkdir()
        buddy = home / "bin" / "buddy"
        buddy.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m buddy.cli.main "$@"\n')
        buddy.chmod(0o755)

    def follow(self, fence: re.Match[str]) -> str:
        """What a fence says, done; the fence with what came of it."""
        session, how, name, body = fence.groups()
        if session:
            return f"```console session\n{''.join(map(self.types, _commands(body)))}```"
        path = self.here / name
        before = path.read_text(encoding="utf-8") if how == "append" else ""
        path.write_text(before + body, encoding="utf-8")
        return fence[0]

    def types(self, command: str) -> str:
        """The command line and its output, as a terminal shows them."""
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
        if done.returncode not in (0, 1):
            raise CommandFailed(f"{command}: exit code {done.returncode}\n{done.stdout}")
        self.here = Path(pwd.read_text(encoding="utf-8").strip())
        return f"$ {command}\n" + "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())

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
