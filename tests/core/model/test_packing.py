"""Which pieces go into which question: within the room, in one order, nothing without a reason (P8, P11, P12)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core import tokens
from buddy.core.change import FileStatus
from buddy.core.model.packing import NotAsked, Room, pack
from buddy.core.model.pieces import heading, pieces
from tests.core.model.conftest import added, change_of, changed, pieces_of

WIDE = Room(question=20_000, run=60_000)


def packed(*files, room=WIDE, exclude=(), own_files=(), reviewed=None):
    return pack(change_of(*files), exclude=exclude, own_files=own_files, reviewed=reviewed or {}, room=room)


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (changed(status=FileStatus.REMOVED), NotAsked.REMOVED),
        (changed(".buddy/config.yml"), NotAsked.OWN_FILE),
        (changed("notes/mine.jsonl"), NotAsked.OWN_FILE),
        (changed("gen/a.py"), NotAsked.EXCLUDED),
        (changed("poetry.lock"), NotAsked.GENERATED),
        (changed("web/dist/a.js"), NotAsked.GENERATED),
        (changed("logo.png", patch=None), NotAsked.NO_TEXT),
        (changed("huge.sql", patch=None, additions=90_000), NotAsked.NOT_SHOWN),
        (changed("b.py", patch="", status=FileStatus.RENAMED, previous_path="a.py"), NotAsked.NO_TEXT),
        (changed("odd.py", patch="@@ nonsense @@"), NotAsked.NO_TEXT),
        (changed("big.py", patch=added(*["x" * 380] * 400)), NotAsked.TOO_LARGE),
    ],
)
def test_what_is_not_asked_is_listed_with_its_reason(file, reason):
    """P8."""
    found = packed(file, changed("src/other.py"), exclude=["gen/**"], own_files=["notes/mine.jsonl"])
    assert found.left_out == {file.path: reason}
    assert [piece.path for question in found.questions for piece in question] == ["src/other.py"]


def test_a_hunk_that_was_reviewed_is_not_asked_again_and_a_new_one_of_the_file_is():
    file = changed(patch="@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d")
    first, second = pieces_of(file)
    assert packed(file, reviewed={file.path: [first.digest]}).questions == ((second,),)
    assert packed(file, reviewed={file.path: [first.digest, second.digest]}).left_out == {file.path: NotAsked.REVIEWED}


def test_code_comes_before_settings_before_tests_before_docs_where_the_budget_ends():
    files = [changed(path) for path in ("docs/a.md", "tests/test_a.py", "src/a.py", "setup.cfg")]
    order = [piece.path for question in packed(*files).questions for piece in question]
    assert order == ["src/a.py", "tests/test_a.py", "setup.cfg", "docs/a.md"]
    tight = packed(*files, room=Room(question=50, run=30))
    assert list(tight.asked) == ["src/a.py"]
    assert set(tight.left_out.values()) == {NotAsked.OVER_BUDGET}


def test_one_small_part_is_still_asked_after_one_that_did_not_fit():
    large, small = changed("src/a.py", patch=added("x" * 390)), changed("src/b.py")
    found = packed(large, small, room=Room(question=100, run=60))
    assert (list(found.asked), found.left_out) == (["src/b.py"], {"src/a.py": NotAsked.TOO_LARGE})


_TEXT = st.text(max_size=60)
_PATHS = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=40).map(lambda name: f"src/{name}.py")
_PATCHES = st.lists(st.lists(_TEXT.map(lambda text: " ".join(text.split())), min_size=1, max_size=6), max_size=5).map(
    lambda hunks: "\n".join(added(*lines, start=at * 50 + 1) for at, lines in enumerate(hunks))
)
_FILES = st.dictionaries(_PATHS, st.none() | _PATCHES, max_size=8)


@settings(max_examples=100, deadline=None)
@given(_FILES, st.integers(1, 300), st.integers(1, 600), st.randoms(use_true_random=False))
def test_no_question_is_larger_than_its_room_whatever_the_files_are(contents, question, run, dice: random.Random):
    """P8, P11, P12: every file is asked or has a reason, in one order."""
    files = [changed(path, patch) for path, patch in contents.items()]
    room = Room(question=question, run=run)
    found = packed(*files, room=room)
    sizes = [_size(group) for group in found.questions]
    assert all(size <= question for size in sizes)
    assert sum(sizes) <= run
    for file in files:
        whole = [*found.asked.get(file.path, ())] == [*pieces(file)] != []
        assert whole != (file.path in found.left_out)
    dice.shuffle(files)
    assert packed(*files, room=room).questions == found.questions


def _size(group):
    """As the diff of a prompt has it."""
    rows, path = [], None
    for piece in group:
        rows += [piece.text] if piece.path == path else [heading(piece.path), piece.text]
        path = piece.path
    return tokens.estimate("\n".join(rows))
