"""API requests a flow, counted by the sandbox: what a review costs of the job's rate limit.

`python -m bench.api_requests` prints a table and writes bench/results/api_requests.json. The repository has a
configuration, learnings and CODEOWNERS, the pull request a hundred comments of both kinds; nothing is checked out
unless a flow says so, so that each file with findings costs a request for its text.
"""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from buddy.cli.action import run_action
from buddy.sandbox import READ_ONLY, Fault, Kind, Sandbox
from buddy.sandbox.handles.repo import RepoHandle
from buddy.sandbox.handles.thread import PullHandle

RESULTS = pathlib.Path(__file__).parent / "results/api_requests.json"
CODE = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(30))
BASE = {
    "src/app.py": CODE,
    "src/other.py": CODE,
    ".buddy/config.yml": "review: {maxComments: 10}\n",
    ".buddy/learnings.jsonl": '{"id": "l_note000001", "text": "keep it free of I/O", "paths": ["src/**"]}\n',
    "CODEOWNERS": "* @octo\n",
}
HEAD = {"src/app.py": CODE + "def g():\n    assert True\n", "src/other.py": "import os\n" + CODE}
FINDINGS = (("S101", "src/app.py", 122), ("F401", "src/other.py", 1), ("E501", "src/app.py", 1))
BOUNDS = {"first review": 12, "again": 9, "again, over the cap": 9, "again, lines refused": 9}
"""What is promised, without the requests for texts."""


class Scene:
    """One pull request in a sandbox of its own, and runs on it."""

    def __init__(self, box: Sandbox, folder: pathlib.Path) -> None:
        self.box = box
        self.folder = folder
        self.workspace = folder / "workspace"
        self.workspace.mkdir()
        self.repo: RepoHandle = box.repo("octo/widgets", BASE)
        self.repo.grant("alice", "write")
        self.repo.commit("topic", HEAD, by="alice")
        self.pull: PullHandle = self.repo.open_pull(by="alice", head="topic")
        for n in range(50):
            self.pull.comment(f"comment {n}", by="alice")
            self.pull.comment_on("src/app.py", 122, f"line {n}", by="alice")
        self.token = box.job_token(self.repo)

    def run(
        self, action: str = "opened", findings: Sequence[tuple[str, str, int]] = FINDINGS, **inputs: str
    ) -> dict[str, int]:
        """Run the action once; the requests it took, those for texts apart."""
        mark = self.box.journal.mark()
        (self.workspace / "report.sarif").write_text(_sarif(findings), encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as log:
            code = run_action(self._environment(action, inputs))
        assert code == 0, log.getvalue()
        made = self.box.journal.since(mark)
        texts = {self._blob(path) for path in HEAD}
        read = sum(entry.path.rpartition("/")[2] in texts for entry in made)
        return {
            "total": len(made),
            "writes": sum(entry.mutating for entry in made),
            "texts": read,
            "rest": len(made) - read,
        }

    def _blob(self, path: str) -> str:
        with self.box.state.lock:
            sha = self.repo.record.git.run("rev-parse", f"{self.pull.head_sha}:{path}")
        return sha.decode().strip() if isinstance(sha, bytes) else str(sha).strip()

    def _environment(self, action: str, inputs: Mapping[str, str]) -> dict[str, str]:
        payload = self.box.event("pull_request", action, about=self.pull)
        event = self.folder / "event.json"
        event.write_text(json.dumps(payload), encoding="utf-8")
        given = {"github-token": self.token, "findings": "*.sarif", **inputs}
        return {
            **self.box.environment("pull_request", payload),
            **{f"INPUT_{name.upper().replace('_', '-')}": value for name, value in given.items()},
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_WORKSPACE": str(self.workspace),
            "BUDDY_SECONDS_BETWEEN_WRITES": "0",
        }


@contextlib.contextmanager
def scene() -> Iterator[Scene]:
    """A new one for each flow."""
    with tempfile.TemporaryDirectory() as folder, Sandbox() as box:
        yield Scene(box, pathlib.Path(folder))


def measure() -> dict[str, dict[str, int]]:
    """Requests by flow."""
    rows: dict[str, dict[str, int]] = {}
    with scene() as it:
        rows["first review"] = it.run()
        rows["again"] = it.run()
        it.repo.commit("topic", {"src/app.py": "import os\n" + HEAD["src/app.py"]}, by="alice")
        moved = [(rule, path, line + (path == "src/app.py")) for rule, path, line in FINDINGS]
        rows["a second push"] = it.run("synchronize", moved)
    with scene() as it:
        it.repo.checkout(it.workspace, at="topic")
        rows["first review, checked out"] = it.run()
    with scene() as it:
        it.run(max_comments="1")
        rows["again, over the cap"] = it.run(max_comments="1")
    with scene() as it:
        it.box.faults.add(Fault(kind=Kind.REFUSE, status=422, path="/reviews$", times=None))
        rows["lines refused"] = it.run()
        rows["again, lines refused"] = it.run()
    with scene() as it:
        rows["dry run"] = it.run(dry_run="true")
    with scene() as it:
        it.token = it.box.job_token(it.repo, {**READ_ONLY, "issues": "read", "pull_requests": "read"})
        it.pull.record.user = it.box.user("dependabot[bot]", kind="Bot")
        rows["read-only token"] = it.run()
    with scene() as it:
        it.pull.set_draft(draft=True)
        rows["a draft"] = it.run()
    return rows


def table(rows: Mapping[str, Mapping[str, int]]) -> str:
    """The results for people; `rest` is what the bound is about."""
    lines = [f"{'flow':<28}{'requests':>9}{'writes':>8}{'texts':>7}{'rest':>6}{'bound':>7}"]
    for name, row in rows.items():
        bound = BOUNDS.get(name)
        over = "  over the bound" if bound is not None and row["rest"] > bound else ""
        numbers = f"{row['total']:>9}{row['writes']:>8}{row['texts']:>7}{row['rest']:>6}{bound or '-':>7}"
        lines.append(f"{name:<28}{numbers}{over}")
    return "\n".join(lines)


def _sarif(findings: Sequence[tuple[str, str, int]]) -> str:
    results: list[dict[str, Any]] = [
        {
            "ruleId": rule,
            "level": "warning",
            "message": {"text": rule},
            "locations": [
                {"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": line}}},
            ],
        }
        for rule, path, line in findings
    ]
    run = {"tool": {"driver": {"name": "ruff"}}, "results": results}
    return json.dumps({"version": "2.1.0", "runs": [run]})


def main() -> None:
    """Count, print, write."""
    rows = measure()
    print(table(rows))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
