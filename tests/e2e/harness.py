"""Runs of the action against the sandbox, as a process or, where there are many, inside this one."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from buddy.cli.action import run_action
from buddy.core.memory.marker import MarkerKind, read, visible

ROOT = Path(__file__).resolve().parents[2]
OWN_LOGIN = "github-actions[bot]"


@dataclass
class Ran:
    """What one run left behind."""

    code: int
    log: str
    outputs: dict
    summary: str
    workspace: Path

    @property
    def transcript(self):
        return json.loads((self.workspace / ".buddy-run" / "transcript.json").read_text())

    @property
    def context(self):
        return (self.workspace / ".buddy-run" / "context.md").read_text()


class Runner:
    """Starts the action for events of one sandbox."""

    def __init__(self, box, folder):
        self.box = box
        self.folder = folder
        self.count = 0

    def environment(self, event, action=None, *, about, token, workspace, inputs=None, **extra):
        payload = self.box.event(event, action, about=about, **extra)
        folder = self.folder / f"run{self.count}"
        folder.mkdir()
        self.count += 1
        (folder / "event.json").write_text(json.dumps(payload))
        for name in ("output", "summary"):
            (folder / name).touch()
        given = {f"INPUT_{name.upper()}": value for name, value in {"github-token": token, **(inputs or {})}.items()}
        return {
            **self.box.environment(event, payload),
            **given,
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "BUDDY_SECONDS_BETWEEN_WRITES": "0",
        }

    def process(self, environment):
        """`python -m buddy`, as the container starts it."""
        ran = subprocess.run(
            [sys.executable, "-m", "buddy"],
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1", **environment},
            cwd=environment["GITHUB_WORKSPACE"],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return self._ran(environment, ran.returncode, ran.stdout + ran.stderr)

    def here(self, environment):
        """The same entry without a new interpreter, for loops over many runs."""
        with contextlib.redirect_stdout(io.StringIO()) as log:
            code = run_action(environment)
        return self._ran(environment, code, log.getvalue())

    def _ran(self, environment, code, log):
        return Ran(
            code=code,
            log=log,
            outputs=outputs_of(Path(environment["GITHUB_OUTPUT"]).read_text()),
            summary=Path(environment["GITHUB_STEP_SUMMARY"]).read_text(),
            workspace=Path(environment["GITHUB_WORKSPACE"]),
        )


def outcomes(ran):
    """Category and outcome of each finding of a run."""
    return [(row["category"], row["outcome"]) for row in ran.transcript["findings"]]


def on_the_command_line(it, folder, *args, code=0, **variables):
    """`buddy ARGS` in a folder outside of any repository, with nothing but a token and addresses."""
    given = {"GITHUB_API_URL": it.box.api_url, "GITHUB_REPOSITORY": "octo/widgets", "GH_TOKEN": it.token, **variables}
    ran = subprocess.run(
        [sys.executable, "-m", "buddy.cli.main", *args],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **given},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == code, ran.stderr
    return ran


def outputs_of(text):
    """The last value of each output, as the runner reads the file."""
    found = {}
    lines = iter(text.split("\n"))
    for line in lines:
        name, separator, delimiter = line.partition("<<")
        if separator:
            value = []
            for inner in lines:
                if inner == delimiter:
                    break
                value.append(inner)
            found[name] = "\n".join(value)
    return found


def opened(body, *, repo, pr, login=OWN_LOGIN):
    """A comment as (payload, visible text), for comparing worlds: zlib's bytes say nothing."""
    marker = read(body, author_login=login, own_login=login, repo=repo, pr=pr, kinds=tuple(MarkerKind))
    return getattr(marker, "payload", marker), visible(body)


def sarif(*results, tool="ruff"):
    """A report; each result is (rule, level, path, line, message)."""
    return json.dumps(
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": tool}}, "results": [*map(_result, results)]}]}
    )


def _result(result):
    rule, level, path, line, message = result
    place = {"artifactLocation": {"uri": path}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": message},
        "locations": [{"physicalLocation": place}],
    }


APP = "def start():\n    x = 1\n    assert x\n    return x\n"
MORE = APP + "\n\ndef stop():\n    assert True\n    return None\n"
SUPPRESSION = {
    "id": "l_hidden0001",
    "kind": "suppression",
    "text": "asserts are fine here",
    "paths": ["src/app.py"],
    "match": {"category": "ruff/S101"},
}
NOTE = {"id": "l_note000001", "text": "start() must stay free of I/O", "paths": ["src/**"]}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


class Story:
    """A repository with one pull request, and the action set up on it; `fork` is who opens it from a fork."""

    def __init__(
        self,
        box,
        runner,
        tmp_path,
        *,
        memory=(),
        base=None,
        head=None,
        moves=None,
        fork=None,
        name="octo/widgets",
        title="Add stop()",
        body="So that it can end.",
    ):
        self.box, self.runner = box, runner
        files = {"src/app.py": APP, "README.md": "hello\n", **(base or {})}
        if memory:
            files[".buddy/learnings.jsonl"] = lines(*memory)
        self.repo = box.repo(name, files)
        self.repo.grant("alice", "write")
        self.source = self.repo.fork(by=fork) if fork else self.repo
        self.source.commit("topic", {"src/app.py": MORE} if head is None else head, moves=moves, by=fork or "alice")
        self.pull = self.repo.open_pull(
            by=fork or "alice", head=f"{fork}:topic" if fork else "topic", title=title, body=body
        )
        self.token = box.job_token(self.repo)
        self.workspace = tmp_path / "workspace"
        self.workspace.mkdir()

    def review(self, *results, here=False, tool="ruff", report=None, variables=None, **event):
        """`report` is a whole findings file instead of `results`; a variable that is None is taken away."""
        (self.workspace / "ruff.sarif").write_bytes(report or sarif(*results, tool=tool).encode())
        environment = self.environment(**event) | (variables or {})
        environment = {name: value for name, value in environment.items() if value is not None}
        return (self.runner.here if here else self.runner.process)(environment)

    def environment(self, *, action="opened", inputs=None, event="pull_request", token=None, **extra):
        return self.runner.environment(
            event,
            action,
            about=self.pull,
            token=token or self.token,
            workspace=self.workspace,
            inputs={"findings": "*.sarif", **(inputs or {})},
            **extra,
        )

    @property
    def everything(self):
        """All that Buddy wrote on the pull request."""
        comments = [*self.pull.comments, *self.pull.review_comments]
        return "\n".join(comment.body for comment in comments if comment.author == OWN_LOGIN)

    def hear(self, about, event=None, action="created", *, here=False, inputs=None, **extra):
        """A run for something that was said; a comment on a line or below, a review, or the closed pull request."""
        name = event or ("pull_request_review_comment" if hasattr(about.record, "spot") else "issue_comment")
        environment = self.runner.environment(
            name, action, about=about, token=self.token, workspace=self.workspace, inputs=inputs, **extra
        )
        return (self.runner.here if here else self.runner.process)(environment)

    def own(self, kind):
        """Buddy's comments of a kind, below and on lines."""
        everything = [*self.pull.comments, *self.pull.review_comments]
        return [comment for comment in everything if comment.body.startswith(f"<!-- buddy:{kind} ")]

    @property
    def record_pull(self):
        (found,) = [pull for pull in self.repo.pulls() if pull.record.title.startswith("chore(buddy)")]
        return found

    @property
    def summaries(self):
        return [comment for comment in self.pull.comments if comment.body.startswith("<!-- buddy:memory ")]

    def memory(self):
        (summary,) = self.summaries
        return opened(summary.body, repo=self.repo.record.id, pr=self.pull.number)[0]
