"""Lines of a diff are the lines of the files, and a line that moved is still the same line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.sandbox.clock import START
from buddy.sandbox.git.diffs import Side, diff_files, diff_lines, moved_line
from buddy.sandbox.git.history import File, commit_files
from buddy.sandbox.git.objects import Signature, write_blob
from buddy.sandbox.git.process import Git

LINES = st.lists(
    st.sampled_from(["", "a", "b", "c", "@@ -1 +1 @@", "-x", "+x", "\\ no", "é", "diff --git"]), max_size=12
)
ENDS = st.sampled_from(["\n", "", "\r\n"])


@pytest.fixture(scope="module")
def git(tmp_path_factory) -> Iterator[Git]:
    made = Git(tmp_path_factory.mktemp("store") / "one.git")
    yield made
    made.close()


def commit(git: Git, text: str) -> str:
    who = Signature(name="a", email="a@example.com", when=START)
    files = {"f.txt": File(content=text.encode()), "other": File(content=b"x")}
    return commit_files(git, parents=[], files=files, moves={}, signature=who, message="m")


def lines_of(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


@settings(max_examples=40, deadline=None)
@given(old=LINES, new=LINES, end=ENDS)
def test_each_line_of_a_patch_is_the_line_of_its_file(git, old, new, end):
    before, after = "\n".join(old) + end, "\n".join(new) + end
    files = diff_files(git, commit(git, before), commit(git, after))
    if before == after:
        assert files == ()
        return
    (only,) = files
    shown = list(diff_lines(only.patch))
    texts = {Side.LEFT: lines_of(before), Side.RIGHT: lines_of(after)}
    for line in shown:
        for side in Side:
            number = line.at(side)
            assert number is None or line.text[1:] == texts[side][number - 1]
        assert only.patch.split("\n")[line.position] == line.text
    assert only.additions == sum(line.old is None for line in shown)
    assert only.deletions == sum(line.new is None for line in shown)


@settings(max_examples=40, deadline=None)
@given(old=LINES, new=LINES)
def test_a_moved_line_has_the_same_text_and_lines_keep_their_order(git, old, new):
    before, after = "".join(f"{each}\n" for each in old), "".join(f"{each}\n" for each in new)
    blobs = write_blob(git, before.encode()), write_blob(git, after.encode())
    moved = [moved_line(git, *blobs, number) for number in range(1, len(old) + 1)]
    kept = [(number, there) for number, there in enumerate(moved, start=1) if there is not None]
    assert all(old[number - 1] == new[there - 1] for number, there in kept)
    assert [there for _, there in kept] == sorted({there for _, there in kept})


def test_a_line_is_lost_only_where_it_was_touched(git):
    old = "".join(f"{number}\n" for number in range(1, 11))
    new = "0\n" + old.replace("5\n", "five\n").replace("8\n", "")
    blobs = write_blob(git, old.encode()), write_blob(git, new.encode())
    assert [moved_line(git, *blobs, number) for number in range(1, 11)] == [2, 3, 4, 5, None, 7, 8, None, 9, 10]
