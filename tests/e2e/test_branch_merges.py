"""Branches that edit the memory, merged by real git in any order: nothing lost, nothing twice, the newest wins."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.adapters.disk.memory_file import LocalMemoryFile
from buddy.app.edit_memory import Edit, edit
from buddy.core.edits.adding import Wish, add
from buddy.core.edits.formatting import formatted
from buddy.core.edits.named import in_force
from buddy.core.edits.pinning import pinned, unpinned
from buddy.core.edits.retiring import archived
from buddy.core.errors import InputError
from buddy.core.learnings.document import parse
from buddy.core.learnings.record import Status

START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel")
FILE = "learnings.jsonl"
IDENTITY = {"NAME": "T", "EMAIL": "t@example.org", "DATE": "2026-01-01T00:00:00Z"}
ENVIRON = {
    "PATH": os.environ["PATH"],
    "HOME": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in IDENTITY.items()},
}

edits = st.one_of(
    st.tuples(st.just("add"), st.integers(0, len(WORDS) - 1)),
    st.tuples(st.sampled_from(["archive", "pin", "unpin"]), st.integers(0, 20)),
    st.tuples(st.just("fmt"), st.just(0)),
)
branches = st.lists(st.lists(edits, min_size=1, max_size=5), min_size=2, max_size=3)


class Work:
    """A repository in which branches edit one file, at moments that never repeat."""

    def __init__(self, folder: Path, *, union: bool) -> None:
        self.folder = folder
        self.file = LocalMemoryFile(folder / FILE, top=folder)
        self.minutes = 0
        self.git("init", "-q", "-b", "main")
        (folder / ".gitattributes").write_text("*.jsonl merge=union\n" if union else "")

    def git(self, *words: str, fails: bool = False) -> bool:
        done = subprocess.run(["git", *words], cwd=self.folder, env=ENVIRON, capture_output=True, check=False)
        assert fails or not done.returncode, done.stderr
        return not done.returncode

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "edit")

    def do(self, what: str, which: int) -> None:
        self.minutes += 1
        now = START + timedelta(minutes=self.minutes)

        def decide(document):
            ids = [record.id for record in document.records]
            if what == "add":
                wish = Wish(text=f"Modules called {WORDS[which]} belong to the {WORDS[which]} team")
                return Edit(content=add(wish, document, protected=(), now=now).content, result=None)
            if what == "fmt" or not ids:
                return Edit(content=formatted(document).content, result=None)
            chosen = [ids[which % len(ids)]]
            if what == "archive":
                return Edit(content=archived(document, chosen, reason=None, now=now).content, result=None)
            return Edit(content=(pinned if what == "pin" else unpinned)(document, chosen, now=now).content, result=None)

        with contextlib.suppress(InputError):  # what is archived cannot be pinned
            edit(self.file, decide)

    def merge(self, branch: str) -> None:
        if not self.git("-c", "merge.conflictStyle=merge", "merge", "-q", "-m", "merge", branch, fails=True):
            text = (self.folder / FILE).read_bytes()
            (self.folder / FILE).write_bytes(re.sub(rb"(?m)^(?:<{7}|={7}|>{7}).*\n", b"", text))  # both sides stay
            self.commit()

    @property
    def document(self):
        return parse((self.folder / FILE).read_bytes())


def newest(*documents):
    """Of each id what the latest edit on any branch left; dates never repeat, but one version may stand on several."""
    best = {}
    for document in documents:
        for record in document.records:
            rank = (record.changed_at, record.status is not Status.ACTIVE)
            if record.id not in best or rank > best[record.id][0]:
                best[record.id] = (rank, record)
    return {name: record for name, (_, record) in best.items()}


@pytest.mark.parametrize("union", [True, False], ids=["merge=union", "by hand"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(base=st.lists(edits, max_size=5), made=branches, data=st.data())
def test_p6_whatever_branches_did_the_newest_edit_of_every_record_stands_once(union, base, made, data):
    with tempfile.TemporaryDirectory() as folder:
        work = Work(Path(folder), union=union)
        (Path(folder) / FILE).touch()
        for step in base:
            work.do(*step)
        work.commit()
        names, states = [], [work.document]
        for number in data.draw(st.permutations(range(len(made)))):
            work.git("checkout", "-q", "-B", f"b{number}", "main")
            for step in made[number]:
                work.do(*step)
            work.commit()
            names.append(f"b{number}")
            states.append(work.document)
        work.git("checkout", "-q", "main")
        for name in data.draw(st.permutations(names)):
            work.merge(name)
        merged, expected = work.document, newest(*states)
        assert merged.writable
        assert {record.id: record for record in merged.records} == expected
        assert len(merged.records) == len(expected)

        folded = formatted(merged)
        after = parse(folded.content)
        now = START + timedelta(days=9)
        assert {record.id: record for record in after.records} == expected
        assert in_force(after, now=now) == in_force(merged, now=now)
        assert folded.content.count(b"\n") == len(expected)
        assert formatted(after).content == folded.content
