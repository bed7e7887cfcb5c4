"""Two branches' learnings files in one, by line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.learnings.document import parse
from buddy.core.record.merging import merged, restored, without


def line(name, text="t", end=b"\n"):
    return json.dumps({"id": f"l_{name}", "text": text}).encode() + end


A, B, C, D = (line(name) for name in ("aaa", "bbb", "ccc", "ddd"))
EDITED = line("aaa", "by hand")


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        (A, A, A + B, A + B),
        (A, A + B, A, A + B),
        (A, A + B, A + C, A + C + B),
        (A + B, A, A + B + C, A + C),
        (A + B, EDITED + B, A + B + C, EDITED + B + C),
        (A + B, B, B + A, B),
        (A, A + B, A + B + C, A + B + C),
        (A + B, A + B + C, B, B + C),
        (b"", A, b"", A),
        (A, b"", A, b""),
        (A, A + b"not json\n", A + C, A + C + b"not json\n"),
        (A.rstrip(), A + B, A.rstrip() + b"\n" + C, A + C + B),
        (A, A + b"\n" + B, A + C, A + C + b"\n" + B),
    ],
)
def test_each_side_keeps_what_it_changed(base, ours, theirs, expected):
    found = merged(base=parse(base), ours=parse(ours), theirs=parse(theirs))
    assert (found.data, found.contested) == (expected, frozenset())


@pytest.mark.parametrize(
    ("ours", "theirs"), [(EDITED, line("aaa", "theirs")), (EDITED, C), (A + line("ccc", "mine"), A + line("ccc", "no"))]
)
def test_where_both_changed_a_line_the_target_stands_and_it_is_said(ours, theirs):
    found = merged(base=parse(A), ours=parse(ours), theirs=parse(theirs))
    assert found.data == theirs
    assert found.contested


LINES = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6)


@settings(max_examples=100)
@given(LINES, LINES, LINES)
def test_nothing_is_lost_and_nothing_stands_twice(base, ours, theirs):
    data = [b"".join(line(f"{name}{name}") for name in names) for names in (base, ours, theirs)]
    found = merged(base=parse(data[0]), ours=parse(data[1]), theirs=parse(data[2]))
    ids = [record.id[-1] for record in parse(found.data).records]
    assert len(ids) == len(set(ids)) == len(found.data.splitlines())
    assert set(ids) == (set(theirs) - (set(base) - set(ours))) | (set(ours) - set(base))


def test_a_record_leaves_with_its_older_duplicates():
    twice = A + B + line("aaa", "again")
    assert without(parse(twice), ["l_aaa"]) == B
    assert without(parse(twice), ["l_nobody"]) == twice


def test_a_line_of_the_target_comes_back_as_it_is_there():
    theirs = b'{"id":"l_aaa", "x":1,"text":"t"}\r\n' + B
    assert restored(parse(EDITED + B + C), parse(theirs), ["l_aaa", "l_ccc"]) == theirs
