"""The stage: a sandbox with one repository and one pull request, and the action as GitHub would start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from buddy.sandbox import Sandbox
from buddy.sandbox.handles.thread import PullHandle

PROJECT = Path(__file__).parent / "project"


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """One run of the action: its exit code, its log and its transcript."""

    code: int
    log: str
    transcript: dict[str, Any]

    def findings(self, outcome: str) -> list[dict[str, Any]]:
        """The transcript's findings with this outcome."""
        return [row for row in self.transcript.get("findings", []) if row["outcome"] == outcome]


class Stage:
    """Use it as a context manager; everything it makes is gone afterwards."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="buddy-demo-")
        self._box = Sandbox()
        self._runs = 0

    def __enter__(self) -> Stage:
        self._box.start()
        self._repo = self._box.repo("octo/greeter", _files("base"))
        self._repo.grant("maria", "maintain")
        self._repo.grant("dana", "write")
        self._token = self._box.job_token(self._repo)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._box.__exit__(kind, error, trace)
        self._folder.cleanup()

    @property
    def address(self) -> str:
        """Where the sandbox listens."""
        return self._box.server_url

    def open_pull(self) -> PullHandle:
        """Dana's pull request."""
        self._repo.commit("shout", _files("first"), by="dana", message="Add shout()")
        return self._repo.open_pull(
            by="dana",
            head="shout",
            title="Let people be greeted loudly",
            body="Adds `shout()`, so that a greeting is heard in the back rows.",
        )

    def push(self, state: str) -> None:
        """Dana pushes again."""
        self._repo.commit("shout", _files(state), by="dana", message="Change shout()")

    def review(self, pull: PullHandle, action: str, *, state: str) -> Act:
        """The action runs for an event, in a workspace that holds nothing but the linter's report."""
        self._runs += 1
        folder = Path(self._folder.name) / f"run{self._runs}"
        workspace = folder / "workspace"
        workspace.mkdir(parents=True)
        (workspace / "ruff.sarif").write_bytes((PROJECT / f"{state}.sarif").read_bytes())
        payload = self._box.event("pull_request", action, about=pull)
        (folder / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        given = {
            **self._box.environment("pull_request", payload),
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "INPUT_GITHUB-TOKEN": self._token,
            "INPUT_FINDINGS": "*.sarif",
            "BUDDY_SECONDS_BETWEEN_WRITES": "0",
        }
        ran = subprocess.run(
            [sys.executable, "-m", "buddy"],
            cwd=workspace,
            env={**_own_environment(), **given},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        transcript = workspace / ".buddy-run" / "transcript.json"
        return Act(
            code=ran.returncode,
            log=ran.stdout + ran.stderr,
            transcript=json.loads(transcript.read_bytes()) if transcript.exists() else {},
        )


def _files(state: str) -> dict[str, bytes]:
    folder = PROJECT / state
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _own_environment() -> dict[str, str]:
    """This process's, without what a runner may have set, and able to find this very Buddy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "INPUT_"))}
    return {**kept, "PYTHONPATH": str(PROJECT.parents[3]), "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}
