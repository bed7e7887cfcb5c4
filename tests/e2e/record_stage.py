"""A repository in the sandbox, people who act on it, and the record verb with the real adapter."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import SecretStr

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.app.record import RecordJob, record
from buddy.core.config import RecordConfig
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.record import Learning, Source, Status
from buddy.core.record.outcome import Recorded
from buddy.core.record.pending import Pending, SaidIn
from buddy.sandbox import Sandbox
from buddy.sandbox.git.diffs import diff_files
from buddy.sandbox.git.history import commits_between, merge_base
from buddy.sandbox.git.objects import Commit, read_commit, write_commit
from buddy.sandbox.handles.thread import PullHandle

FILE = ".buddy/learnings.jsonl"
BRANCH = "buddy/learnings"
OWN_LOGIN = "github-actions[bot]"
FIRST = Learning(id="l_aaaaaaaaaa", text="Handlers must return a Result", paths=("src/**",))


def pending(name: str, text: str, *, minute: int = 0, **fields: Any) -> Pending:
    """`name` is ten letters; `minute` is when it was said."""
    record_fields = {key: fields.pop(key) for key in ("paths", "kind", "match", "updated_at") if key in fields}
    return Pending(
        record=Learning(
            id=f"l_{name}",
            text=text,
            source=Source(pr=7, comment=98123, n=0, by="alice", via="remember"),
            created_at=f"2026-11-29T10:{minute:02}:00Z",
            **record_fields,
        ),
        source=SaidIn(pr=7, comment=98123, url="https://github.com/octo/widgets/pull/7#issuecomment-98123"),
        approvers=("alice",),
        **fields,
    )


ONE = pending("oneoneonea", "Integration tests need TEST_DB_URL", paths=("tests/**",), author="alice")
TWO = pending("twotwotwob", "Never log request bodies", minute=1)
THREE = pending("threethree", "Use the repository pattern for storage", minute=2)


def forget(learning: Learning, *, key: str = "l_forgetitxx") -> Pending:
    gone = {**{f: getattr(learning, f) for f in learning.__struct_fields__}, "status": Status.ARCHIVED}
    return Pending(record=Learning(**{**gone, "updated_at": "2026-11-29T11:00:00Z"}), key=key, approvers=("bob",))


def line(learning: Learning, **changes: Any) -> bytes:
    """A line as a person may write it."""
    fields = {"id": learning.id, "text": learning.text, "paths": list(learning.paths or ())}
    return json.dumps({**fields, **changes}).encode() + b"\n"


class RecordStage:
    """`octo/widgets` with a memory of one line on main."""

    def __init__(
        self, box: Sandbox, *, memory: bytes | None = line(FIRST), config: dict[str, Any] | None = None
    ) -> None:
        self.box = box
        files: dict[str, Any] = {"src/app.py": "x = 1\n", "tests/test_app.py": "y = 2\n"}
        self.repo = box.repo("octo/widgets", files | ({FILE: memory} if memory is not None else {}))
        self.repo.grant("alice", "write")
        self.token = box.job_token(self.repo)
        self.config = RecordConfig(**{"min_interval_hours": 0, **(config or {})})
        self._mark = box.journal.mark()

    def job(self, **changes: Any) -> RecordJob:
        fields = {
            "target": "main",
            "default_branch": "main",
            "file": FILE,
            "config": self.config,
            "own_logins": {OWN_LOGIN},
            "repository_url": "https://github.com/octo/widgets",
            "checks_start": False,
        }
        return RecordJob(**{**fields, **changes})

    def record(self, *entries: Pending, withdrawn: Collection[str] = (), hours: float = 0, **job: Any) -> Recorded:
        client = Client(
            repository=self.repo.full_name,
            token=SecretStr(self.token),
            base_url=self.box.api_url,
            pace=Pace(between_writes=0, sleep=lambda _: None),
        )
        self._mark = self.box.journal.mark()
        now = datetime.now(UTC) if not hours else self.box.clock.now.astimezone(UTC) + timedelta(hours=hours)
        try:
            return record(entries, host=GithubHost(client), job=self.job(**job), now=now, withdrawn=withdrawn)
        finally:
            client.close()

    @property
    def pulls(self) -> Sequence[PullHandle]:
        return self.repo.pulls()

    @property
    def open_pull(self) -> PullHandle:
        (pull,) = [pull for pull in self.pulls if pull.record.state == "open"]
        return pull

    def document(self, branch: str = BRANCH) -> LearningsDocument:
        return parse(self.repo.read(branch, FILE) or b"")

    def ids(self, branch: str = BRANCH) -> list[str]:
        return [record.id for record in self.document(branch).records]

    def diff(self, branch: str = BRANCH) -> tuple[list[bytes], list[bytes]]:
        """Lines of the file that main has not, and lines that only main has."""
        mine, theirs = ((self.repo.read(each, FILE) or b"").splitlines() for each in (branch, "main"))
        return [one for one in mine if one not in theirs], [one for one in theirs if one not in mine]

    def files(self, branch: str = BRANCH) -> list[str]:
        """The files that a branch changes, as its pull request shows them."""
        base = merge_base(self.repo.record.git, self.repo.tip("main") or "", self.repo.tip(branch) or "")
        return sorted(each.path for each in diff_files(self.repo.record.git, base or "", self.repo.tip(branch) or ""))

    def commits(self, branch: str = BRANCH) -> Sequence[Commit]:
        """What the branch has and main has not, oldest first."""
        git = self.repo.record.git
        shas = commits_between(git, self.repo.tip("main"), self.repo.tip(branch) or "")
        return [found for sha in reversed(shas) if (found := read_commit(git, sha)) is not None]

    def untick(self, key: str) -> None:
        pull = self.open_pull
        body = pull.record.body or ""
        assert f"- [x] `{key}`" in body
        pull.edit(by="alice", body=body.replace(f"- [x] `{key}`", f"- [ ] `{key}`").replace("\n", "\r\n"))

    def merge_main_into_branch(self, content: bytes) -> None:
        """What the button 'Update branch' makes, by alice."""
        git = self.repo.record.git
        tip, main = self.repo.tip(BRANCH) or "", self.repo.tip("main") or ""
        self.repo.branch("scratch", at="main")
        tree = read_commit(git, self.repo.commit("scratch", {FILE: content}, by="alice")).tree
        signature = self.box.state.signature(self.box.user("alice"))
        sha = write_commit(git, tree=tree, parents=[tip, main], author=signature, committer=signature, message="Merge")
        self.repo.branch(BRANCH, at=sha)
        self.repo.delete_branch("scratch")

    def orphan(self, branch: str) -> None:
        git = self.repo.record.git
        signature = self.box.state.signature(self.box.user("alice"))
        tree = read_commit(git, self.repo.tip("main") or "").tree
        sha = write_commit(git, tree=tree, parents=[], author=signature, committer=signature, message="Elsewhere")
        self.repo.branch(branch, at=sha)

    @property
    def requests(self) -> int:
        """Of the last run."""
        return len(self.box.journal.since(self._mark))

    @property
    def writes(self) -> int:
        """Of the last run, refused ones too."""
        return sum(entry.mutating for entry in self.box.journal.since(self._mark))
