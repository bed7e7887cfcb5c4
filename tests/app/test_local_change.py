"""Which change a local command is about, for every state a repository can be in."""

import pytest

from buddy.app.local_change import base_commit, change_of_paths, local_change
from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.errors import InputError

MAIN, FORK, TOPIC = "a" * 40, "b" * 40, "c" * 40


class FakeRepository:
    """A history in which `topic` left `main` at FORK; what was asked about changes is kept."""

    top = "/repo"

    def __init__(self, *, head=TOPIC, default="origin/main", fork=FORK, shallow=False):
        self._head, self._default, self._fork, self._shallow = head, default, fork, shallow
        self.asked = []

    def commit(self, ref):
        known = {"main": MAIN, "origin/main": MAIN, "topic": TOPIC}
        return known.get(ref) or (ref if ref in known.values() else None)

    def head(self):
        return self._head

    def default_branch(self):
        return self._default

    def merge_base(self, one, other):
        return one if one == other else self._fork

    def is_shallow(self):
        return self._shallow

    def change(self, base, head):
        self.asked.append((base, head))
        return Change(files=(ChangedFile(path="a.py", status=FileStatus.MODIFIED),), total=1)

    def subjects(self, base, head):
        return ["second", "first"]


def test_the_default_is_the_merge_base_and_the_working_tree():
    repository = FakeRepository()
    local = local_change(repository, base=None, head=None)
    assert (local.ref, local.base, local.tip, local.fork) == ("origin/main", FORK, MAIN, FORK)
    assert (local.head, local.head_name) == (None, "the working tree")
    assert local.base_name == f"merge base {FORK[:12]} with origin/main"
    assert repository.asked == [(FORK, None)]
    assert local.title == "second\nfirst"


def test_a_named_base_gives_its_own_memory_and_the_change_since_the_merge_base():
    repository = FakeRepository()
    local = local_change(repository, base="main", head="topic")
    assert (local.base, local.fork, local.head) == (MAIN, FORK, TOPIC)
    assert local.base_name == f"main ({MAIN[:12]}, merge base {FORK[:12]})"
    assert repository.asked == [(FORK, TOPIC)]


@pytest.mark.parametrize(("base", "expected"), [(None, FORK), ("main", MAIN)])
def test_the_memory_is_at_the_same_commit_without_looking_at_the_change(base, expected):
    repository = FakeRepository()
    assert base_commit(repository, base=base, head=None) == expected
    assert local_change(FakeRepository(), base=base, head=None).base == expected
    assert repository.asked == []


@pytest.mark.parametrize(
    ("repository", "base", "said"),
    [
        (FakeRepository(head=None), None, "has no commit yet"),
        (FakeRepository(default=None), None, "(--base REF)"),
        (FakeRepository(), "nonsense", "'nonsense' is no commit in /repo"),
        (FakeRepository(shallow=True), "nonsense", "git fetch --unshallow"),
        (FakeRepository(fork=None), "main", "have no common commit here"),
        (FakeRepository(fork=None), "main", "different repositories"),
        (FakeRepository(fork=None, shallow=True), "main", "fetch-depth: 0"),
        (FakeRepository(fork=None, shallow=True), None, "'origin/main'"),
    ],
)
def test_what_cannot_be_compared_is_said_with_the_remedy(repository, base, said):
    for verb in (local_change, base_commit):
        if verb is base_commit and base == "main":
            continue  # a named base needs no merge base to have a memory
        with pytest.raises(InputError) as caught:
            verb(repository, base=base, head=None)
        assert said in str(caught.value)


def test_paths_alone_are_a_change():
    change = change_of_paths(["a.py", "b/c.py"])
    assert (change.names, change.total) == (("a.py", "b/c.py"), 2)
