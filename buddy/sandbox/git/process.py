"""Runs the `git` command on one bare repository, cut off from the configuration of the machine."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path


class GitError(Exception):
    """git ended with an error; the message is its own."""


class Git:
    """One bare repository; made on the first use of an empty directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._env = _clean_environment(directory)
        self._reader: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        if not (directory / "HEAD").exists():
            directory.mkdir(parents=True, exist_ok=True)
            self.run("-c", "init.defaultBranch=main", "init", "--quiet", "--bare", "--template=", str(directory))

    def run(self, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """Raises GitError where git's exit code is not 0."""
        code, out, err = self.attempt(*args, stdin=stdin, env=env)
        if code:
            raise GitError(f"git {args[0]}: {err.decode(errors='replace').strip()}")
        return out

    def attempt(self, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> tuple[int, bytes, bytes]:
        """Exit code, stdout, stderr, for the commands whose exit code is an answer."""
        try:
            done = self._run(args, stdin, env)
        except FileNotFoundError:
            raise GitError("The sandbox needs the git command, and it is not in PATH") from None
        return done.returncode, done.stdout, done.stderr

    def _run(
        self, args: tuple[str, ...], stdin: bytes, env: Mapping[str, str] | None
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(  # noqa: S603 - arguments are a list, no shell
            ["git", *args],  # noqa: S607 - git is looked up in PATH on purpose
            input=stdin,
            capture_output=True,
            env={**self._env, **(env or {})},
            check=False,
        )

    def read(self, name: str) -> tuple[str, str, bytes] | None:
        """(sha, type, content) of an object by sha, ref or `rev:path`; None where there is none.

        One process answers all reads. A name with a line break is refused: it would be two questions.
        """
        if "\n" in name or not name.strip():
            return None
        with self._lock:
            reader = self._reader_process()
            assert reader.stdin is not None
            assert reader.stdout is not None
            reader.stdin.write(name.encode("utf-8", "surrogateescape") + b"\n")
            reader.stdin.flush()
            head = reader.stdout.readline().decode(errors="replace").split()
            if len(head) != 3 or not head[2].isdigit():
                return None
            content = reader.stdout.read(int(head[2]))
            reader.stdout.read(1)
        return head[0], head[1], content

    def close(self) -> None:
        with self._lock:
            if self._reader is not None:
                assert self._reader.stdin is not None
                self._reader.stdin.close()
                self._reader.wait()
                assert self._reader.stdout is not None
                self._reader.stdout.close()
                self._reader = None

    def _reader_process(self) -> subprocess.Popen[bytes]:
        if self._reader is None:
            self._reader = subprocess.Popen(
                ["git", "cat-file", "--batch"],  # noqa: S607 - git is looked up in PATH on purpose
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=self._env,
            )
        return self._reader


def _clean_environment(directory: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    # nothing here outlives the process, so nothing needs to reach the disk or be packed
    settings = {"gc.auto": "0", "core.fsync": "none", "core.quotePath": "true"}
    keys = {f"GIT_CONFIG_KEY_{at}": key for at, key in enumerate(settings)}
    values = {f"GIT_CONFIG_VALUE_{at}": value for at, value in enumerate(settings.values())}
    return {
        **kept,
        **keys,
        **values,
        "GIT_CONFIG_COUNT": str(len(settings)),
        "GIT_DIR": str(directory),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
