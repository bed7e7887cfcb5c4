"""Running `git` so that neither the environment nor a configuration changes what it answers.

No hook, pager, monitor or external diff is started. Filters (such as LFS) do run in a repository of one's own, as they
do for `git diff`; in somebody else's nothing that its configuration names is started, and nothing is fetched.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from buddy.core.errors import InputError

_KEPT: Final = frozenset({"GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"})
_SET: Final = {
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_CONFIG: Final = (
    "core.quotepath=off",
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    # In a container the repository belongs to another user (ACT-01). What that check guards against, programs named
    # in the repository's configuration, is switched off here and in `distrusted`.
    "safe.directory=*",
    "core.bigFileThreshold=5m",  # larger files are compared as binary ones
    "diff.suppressBlankEmpty=false",
    "log.showSignature=false",
)


class GitFailed(InputError):
    """git ended with an error; `status` is its exit code."""

    def __init__(self, problem: str, *, status: int) -> None:
        super().__init__(problem)
        self.status = status


class Git:
    """Runs git in one folder; everything in and out is bytes, since a path need not be text."""

    def __init__(self, folder: Path, *, environ: Mapping[str, str] | None = None) -> None:
        given = os.environ if environ is None else environ
        self._folder = folder
        self._environ = {name: value for name, value in given.items() if not name.startswith("GIT_") or name in _KEPT}
        self._environ |= _SET

    def distrusted(self) -> Git:
        """The same for a repository of somebody else: no filters, no fetching of what a partial clone lacks."""
        try:
            names = self.run(
                "config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|smudge|process|required)$"
            )
        except GitFailed:  # it has none
            names = b""
        overrides = {text_of(name): "" for name in names.split(b"\0") if name} | {"protocol.allow": "never"}
        other = Git(self._folder, environ=self._environ)
        other._environ["GIT_CONFIG_COUNT"] = str(len(overrides))
        for number, (name, value) in enumerate(overrides.items()):
            other._environ[f"GIT_CONFIG_KEY_{number}"] = name
            other._environ[f"GIT_CONFIG_VALUE_{number}"] = "false" if name.endswith(".required") else value
        return other

    def run(self, *arguments: str, feed: bytes = b"", extra: Mapping[str, str] | None = None) -> bytes:
        """Standard output; GitFailed on any other exit code than 0, InputError where git cannot be started."""
        command = ["git", "--no-pager", *(part for pair in _CONFIG for part in ("-c", pair)), *arguments]
        try:
            done = subprocess.run(  # noqa: S603 - no shell, and names are fed or follow --end-of-options
                command,
                cwd=self._folder,
                env=self._environ | dict(extra or {}),
                input=feed,
                capture_output=True,
                check=False,
            )
        except FileNotFoundError as error:
            raise InputError(_not_found(self._folder)) from error
        except OSError as error:
            raise InputError(f"git could not be started in {self._folder}: {error.strerror}") from error
        if done.returncode != 0:
            raise GitFailed(_problem(arguments, done.stderr), status=done.returncode)
        return done.stdout

    def line(self, *arguments: str) -> str:
        """Standard output without its final line end, as a path or a name."""
        return text_of(self.run(*arguments).removesuffix(b"\n"))


def text_of(raw: bytes) -> str:
    """A path as text; bytes that are not UTF-8 survive as surrogates, as everywhere in Python."""
    return raw.decode("utf-8", "surrogateescape")


def _not_found(folder: Path) -> str:
    if not folder.is_dir():
        return f"{folder} is no folder"
    return "git is not installed or not on the PATH: install it to work inside a repository"


def _problem(arguments: Sequence[str], stderr: bytes) -> str:
    lines = [line for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "no reason")
    hint = ""
    if "missing" in said or "bad object" in said or "unable to read" in said:
        hint = "; fetch more history: git fetch --unshallow, or a whole clone"
    elif "unknown option" in said or "unrecognized argument" in said:
        hint = "; Buddy needs git 2.31 or later"
    return f"git {arguments[0]} failed: {said[:500]}{hint}"
