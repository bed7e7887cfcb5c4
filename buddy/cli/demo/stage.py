"""The stage: a sandbox with one repository and its people, and the action as GitHub would start it for an event."""

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

from buddy.core.gate import OWN_LOGIN
from buddy.sandbox import Sandbox
from buddy.sandbox.clock import Clock
from buddy.sandbox.handles.comment import CommentHandle
from buddy.sandbox.handles.thread import PullHandle

PROJECT = Path(__file__).parent / "project"
LEARNINGS = ".buddy/learnings.jsonl"


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """One run of the action: its exit code, its log, transcript and context, and `left`: all text that it left."""

    code: int
    log: str
    transcript: dict[str, Any]
    context: str
    left: str

    def findings(self, outcome: str) -> list[dict[str, Any]]:
        """The transcript's findings with this outcome."""
        return [row for row in self.transcript.get("findings", []) if row["outcome"] == outcome]


class Stage:
    """Use it as a context manager; everything it makes is gone afterwards.

    Maria maintains `octo/greeter`, Dana may write to it, Theo may look. Without a `clock` every stage has the same
    commits.
    """

    def __init__(self, *, clock: Clock | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="buddy-demo-")
        self._box = Sandbox(clock=clock)
        self._runs = 0

    def __enter__(self) -> Stage:
        self._box.start()
        self._repo = self._box.repo("octo/greeter", _files("base"))
        for login, role in (("maria", "maintain"), ("dana", "write"), ("theo", "read")):
            self._repo.grant(login, role)
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

    @property
    def main(self) -> str:
        """The commit that `main` is at."""
        return self._repo.tip("main") or ""

    def open_pull(self, branch: str, *, state: str, title: str, body: str) -> PullHandle:
        """Dana's pull request: `main` with the files of one of the project's states."""
        self._repo.commit(branch, _files(state), by="dana", message=title)
        return self._repo.open_pull(by="dana", head=branch, title=title, body=body)

    def push(self, branch: str, files: dict[str, bytes]) -> None:
        """Dana pushes again."""
        self._repo.commit(branch, files, by="dana", message="Go on")

    def push_state(self, branch: str, state: str) -> None:
        """Dana pushes one of the project's states."""
        self.push(branch, _files(state))

    def record_pulls(self) -> list[PullHandle]:
        """The open pull requests that Buddy made."""
        return [
            pull
            for pull in self._repo.pulls()
            if pull.record.state == "open" and pull.record.user and pull.record.user.login == OWN_LOGIN
        ]

    def learnings(self, branch: str) -> list[str]:
        """The lines of the learnings file there."""
        return (self._repo.read(branch, LEARNINGS) or b"").decode().splitlines()

    def changes(self, pull: PullHandle) -> list[str]:
        """What git says that a pull request adds and takes away, line by line."""
        git = self._repo.record.git
        said = git.run("diff", "--unified=0", "--no-color", f"{self.main}...{pull.head_sha}").decode()
        return [line for line in said.splitlines() if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")]

    def review(self, pull: PullHandle, action: str, *, report: str) -> Act:
        """The run for a change of a pull request."""
        return self._run("pull_request", action, about=pull, report=report)

    def hear(self, comment: CommentHandle, *, on_line: bool) -> Act:
        """The run for something that a person said, on a line of the diff or below."""
        return self._run("pull_request_review_comment" if on_line else "issue_comment", "created", about=comment)

    def _run(self, event: str, action: str, *, about: PullHandle | CommentHandle, report: str | None = None) -> Act:
        """In a workspace that holds nothing but the linter's report."""
        self._runs += 1
        folder = Path(self._folder.name) / f"run{self._runs}"
        workspace = folder / "workspace"
        workspace.mkdir(parents=True)
        if report is not None:
            (workspace / "ruff.sarif").write_bytes((PROJECT / f"{report}.sarif").read_bytes())
        payload = self._box.event(event, action, about=about)
        (folder / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        given = {
            **self._box.environment(event, payload),
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
        log = ran.stdout + ran.stderr
        files = [folder / "output", folder / "summary", *sorted((workspace / ".buddy-run").rglob("*"))]
        left = {path.name: path.read_text(encoding="utf-8") for path in files if path.is_file()}
        return Act(
            code=ran.returncode,
            log=log,
            transcript=json.loads(left.get("transcript.json", "{}")),
            context=left.get("context.md", ""),
            left="\n".join((log, *left.values())),
        )


def _files(state: str) -> dict[str, bytes]:
    folder = PROJECT / state
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _own_environment() -> dict[str, str]:
    """This process's, without what a runner may have set, and able to find this very Buddy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "INPUT_"))}
    return {**kept, "PYTHONPATH": str(PROJECT.parents[3]), "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}
