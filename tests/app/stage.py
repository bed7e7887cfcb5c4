"""A review of one pull request on a host in memory: what is there, what was said, what was written."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from buddy.app.review import ReviewOptions, review
from buddy.app.review_gather import ReviewJob
from tests.fakes.host import FakeHost
from tests.fakes.runner import FakeLog, FakeWorkspace

OWN_LOGIN = "github-actions[bot]"
BASE = "def start():\n    x = 1\n    assert x\n    return x\n"
HEAD = BASE + "\n\ndef stop():\n    assert True\n    return None\n"
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


class Stage:
    """`topic` against `main` with one changed file, `src/app.py`; each run is given a report of findings."""

    def __init__(self, base: Mapping[str, Any] | None = None, head: Mapping[str, Any] | None = None) -> None:
        self.host = FakeHost()
        self.host.push("main", {"src/app.py": BASE, **(base or {})})
        self.host.push("topic", {"src/app.py": HEAD} if head is None else head)
        self.number = self.host.open_pull(head="topic", title="Add stop()", body="So that it can end.")
        self.workspace = FakeWorkspace()
        self.log = FakeLog()

    def job(self, **changes: Any) -> ReviewJob:
        job = ReviewJob(
            number=self.number,
            head_sha=self.host.branches["topic"],
            base_ref="main",
            default_branch="main",
            repository_id=1,
            draft=False,
            own_login=OWN_LOGIN,
            marker_key=None,
            reports=("r.sarif",),
            config_file=".buddy/config.yml",
            roots=(),
            max_comments=None,
        )
        return dataclasses.replace(job, **changes)

    def report(self, *findings: tuple[str, str, int], tool: str = "ruff", level: str = "error") -> None:
        """Each finding is (rule, path, line)."""
        self.workspace.reports["r.sarif"] = sarif(*findings, tool=tool, level=level)

    def review(
        self,
        *findings: tuple[str, str, int],
        options: ReviewOptions | None = None,
        log: FakeLog | None = None,
        **job: Any,
    ) -> int:
        if findings:
            self.report(*findings)
        else:
            self.workspace.reports.setdefault("r.sarif", sarif())
        self.log = log or FakeLog()
        self.host.calls.clear()
        self.host.writes.clear()
        return review(
            self.job(**job),
            host=self.host,
            workspace=self.workspace,
            log=self.log,
            options=options or ReviewOptions(),
            event={"name": "pull_request", "action": "opened", "pr": self.number, "head": "…"},
            now=NOW,
        )

    @property
    def outcomes(self) -> list[str]:
        return [row["outcome"] for row in self.workspace.transcript["findings"]]

    @property
    def summary(self) -> str:
        """The body of the only summary."""
        (body,) = [each.body for each in self.host.pull_requests[self.number].comments if each.author == OWN_LOGIN]
        return body

    @property
    def warnings(self) -> dict[str, str]:
        return {row["id"]: row["message"] for row in self.workspace.transcript["warnings"]}


def sarif(*findings: tuple[str, str, int], tool: str = "ruff", level: str = "error") -> bytes:
    results = [
        {
            "ruleId": rule,
            "level": level,
            "message": {"text": f"{rule} at {line}"},
            "locations": [
                {"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": line}}},
            ],
        }
        for rule, path, line in findings
    ]
    run = {"tool": {"driver": {"name": tool}}, "results": results}
    return json.dumps({"version": "2.1.0", "runs": [run]}).encode()
