"""P2: whatever the target is called, the record branch is one of Buddy's own, and no two targets share one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.adapters.github.writes import is_own_branch
from buddy.core.config import RecordConfig
from buddy.core.record.branches import branch_for, target_of

CONFIG = RecordConfig()


def name(target, number=1):
    return branch_for(CONFIG, target=target, default_branch="main", number=number)


@pytest.mark.parametrize(
    ("target", "number", "expected"),
    [
        ("main", 1, "buddy/learnings"),
        ("main", 2, "buddy/learnings-2"),
        ("release/1.x", 1, "buddy/learnings-release/1.x"),
        ("release/1.x", 3, "buddy/learnings-release/1.x-3"),
    ],
)
def test_names_say_their_target(target, number, expected):
    assert name(target, number) == expected


@settings(max_examples=100)
@given(st.text(min_size=1, max_size=250))
def test_every_name_is_below_buddy(target):
    """P2"""
    assert is_own_branch(name(target, 9))


@settings(max_examples=100)
@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_two_targets_have_two_branches(one, other):
    assert (one == other) == (name(one) == name(other))


@pytest.mark.parametrize("target", ["feature/ö#1", "a..b", "a/.hidden", "x.lock", "x/y.", "x" * 240, "a b"])
def test_odd_targets_get_plain_names(target):
    assert is_own_branch(name(target))
    assert target not in name(target)


def test_the_target_is_the_default_branch_unless_the_configuration_says_base():
    """REC-13"""
    assert target_of(CONFIG, base="release/1.x", default_branch="main") == "main"
    assert target_of(RecordConfig(target="base"), base="release/1.x", default_branch="main") == "release/1.x"
