"""Real repositories in a temporary folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from buddy.adapters.git.repository import GitRepository

ENVIRON = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.invalid",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.invalid",
    "GIT_AUTHOR_DATE": "2026-11-29T10:00:00Z",
    "GIT_COMMITTER_DATE": "2026-11-29T10:00:00Z",
}


class Scene:
    """A repository to prepare with plain git, and to look at through the adapter."""

    def __init__(self, top: Path) -> None:
        self.top = top

    def git(self, *arguments: str, **extra: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.top, env=ENVIRON | extra, capture_output=True, check=True, text=True
        )
        return done.stdout.strip()

    def write(self, files: dict[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(self, files: dict[str, str | bytes] | None = None, *, message: str = "change") -> str:
        """Write, add everything, commit; the commit's hash."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def open(self) -> GitRepository:
        return GitRepository.discover(self.top, environ=ENVIRON)


@pytest.fixture
def scenes(tmp_path: Path) -> Callable[..., Scene]:
    """Makes empty repositories by name; further words go to `git init`."""

    def make(name: str = "repo", *options: str) -> Scene:
        scene = Scene(tmp_path / name)
        scene.top.mkdir()
        scene.git("init", "-q", "-b", "main", *options)
        return scene

    return make


@pytest.fixture
def scene(scenes: Callable[..., Scene]) -> Scene:
    return scenes()


@pytest.fixture
def environ() -> dict[str, str]:
    return dict(ENVIRON)
