"""A file that the pull request adds and later renames: found again by its text, one to one, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.review.moves import moves, vanished

TEXT = "".join(f"line {n}\n" for n in range(10))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"a": TEXT}, {"b": TEXT}, {"a": "b"}),
        ({"a": TEXT}, {"b": "x\n" + TEXT + "y\n"}, {"a": "b"}),
        ({"a": TEXT}, {"b": TEXT.replace("\n", "\r\n")}, {"a": "b"}),
        ({"a": TEXT}, {"b": "something else\n"}, {}),
        ({"a": TEXT}, {"b": None}, {}),
        ({"a": None}, {"b": TEXT}, {}),
        ({"a": ""}, {"b": ""}, {}),
        ({"a": TEXT + "\0"}, {"b": TEXT + "\0"}, {}),
        ({"a": TEXT}, {"b": TEXT + "more\n", "c": TEXT}, {"a": "c"}),
        ({"a": TEXT, "b": TEXT}, {"c": TEXT}, {"a": "c"}),
        ({"a": TEXT, "b": TEXT + "b\n"}, {"c": TEXT + "b\n", "d": TEXT}, {"a": "d", "b": "c"}),
    ],
)
def test_the_most_alike_go_together(old, new, found):
    assert moves(old, new) == found


TEXTS = st.dictionaries(st.sampled_from("abcd"), st.sampled_from([TEXT, TEXT[:40], "x\ny\n", "", None]), max_size=4)


@settings(max_examples=100)
@given(old=TEXTS, new=TEXTS)
def test_p12_one_to_one_and_whatever_the_order(old, new):
    found = moves(old, new)
    assert len(set(found.values())) == len(found)
    assert found == moves(dict(reversed(old.items())), dict(reversed(new.items())))


def test_vanished_are_findings_with_a_text_whose_file_is_gone_and_whose_rule_is_open(known):
    gone = known("v1:1", path="gone.py", line=3, blob="b")
    others = [
        known("v1:2", path="here.py", line=3, blob="b"),
        known("v1:3", path="gone.py", line=3),
        known("v1:4", path="gone.py", blob="b"),
        known("v1:5", path="gone.py", line=3, blob="b", category="ruff/S102"),
    ]
    assert vanished([gone, *others], names={"here.py"}, open_categories={"ruff/S101"}) == (gone,)


def test_p11_only_so_many_files_are_looked_for(known):
    items = [known(f"v1:{n}", path=f"{n:03}.py", line=1, blob="b") for n in range(200)]
    assert len(vanished(items, names=(), open_categories={"ruff/S101"})) == 50
