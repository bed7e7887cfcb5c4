"""Two scans of a change, with and without their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.findings.alignment import Diff, How, diff
from buddy.core.findings.alignment_lines import aligned
from buddy.core.findings.finding import Finding, Severity


def finding(line: int | None, *, path: str = "a.py", category: str = "t/r", message: str = "m") -> Finding:
    return Finding(
        category=category, tool="t", rule="r", path=path, line=line, severity=Severity.MINOR, message=message
    )


def compare(
    old: str, new: str, before: Sequence[int], after: Sequence[int], renames: Mapping[str, str] | None = None
) -> Diff:
    path = (renames or {}).get("a.py", "a.py")
    return diff(
        [finding(line) for line in before],
        [finding(line, path=path) for line in after],
        old_text={"a.py": old},
        new_text={path: new},
        renames=renames,
    )


def lines(result: Diff) -> list[tuple[int | None, int | None, How]]:
    return [(kept.old.line, kept.new.line, kept.how) for kept in result.kept]


def test_a_line_that_moved_down_is_kept() -> None:
    assert lines(compare("a\nb\n", "x\ny\na\nb\n", [2], [4])) == [(2, 4, How.ALIGNED)]


def test_an_equal_line_inserted_above_is_the_new_one() -> None:
    """Counting occurrences alone would call the old finding new and hide the new one."""
    old = "start\nf()\nend\n"
    new = "start\nf()\nother\nmore\nf()\nend\n"
    result = compare(old, new, [2], [2, 5])
    assert len(result.kept) == len(result.new) == 1


def test_an_edited_line_is_gone_and_new() -> None:
    result = compare("a\nb = 1\nc\n", "a\nb = 2\nc\n", [2], [2])
    assert (result.kept, len(result.new), len(result.gone)) == ((), 1, 1)


def test_the_category_must_be_equal() -> None:
    result = diff([finding(1)], [finding(1, category="t/other")], old_text={"a.py": "a\n"}, new_text={"a.py": "a\n"})
    assert (result.kept, len(result.new), len(result.gone)) == ((), 1, 1)


def test_a_renamed_file_is_the_same_file() -> None:
    assert lines(compare("a\nb\n", "x\na\nb\n", [2], [3], {"a.py": "b.py"})) == [(2, 3, How.ALIGNED)]


def test_without_the_old_text_the_finding_of_the_file_is_known_by_its_occurrence() -> None:
    result = diff([finding(1)], [finding(5)], old_text={}, new_text={})
    assert lines(result) == [(1, 5, How.FINGERPRINT)]


def test_a_renamed_file_without_texts_is_found_by_the_old_path() -> None:
    result = diff([finding(1)], [finding(2, path="b.py")], old_text={}, new_text={}, renames={"a.py": "b.py"})
    assert lines(result) == [(1, 2, How.FINGERPRINT)]


def test_whole_file_findings_are_paired() -> None:
    texts = {"a.py": "a\n"}
    assert lines(diff([finding(None)], [finding(None)], old_text=texts, new_text=texts)) == [
        (None, None, How.FINGERPRINT)
    ]


def test_a_symbol_moved_out_of_order_is_found_by_hash() -> None:
    first = "def a():\n    one()\n    two()\n    three()\n"
    second = "def b():\n    four()\n    five()\n    six()\n"
    result = compare(first + second, second + first, [3, 7], [3, 7])
    assert {(old, new) for old, new, _ in lines(result)} == {(3, 7), (7, 3)}
    assert {how for *_, how in lines(result)} == {How.ALIGNED, How.FINGERPRINT}


def test_findings_of_one_rule_on_one_line_are_paired_by_what_they_say() -> None:
    result = diff(
        [finding(1, message="x"), finding(1, message="y")],
        [finding(1, message="y"), finding(1, message="z"), finding(1, message="x")],
        old_text={"a.py": "a\n"},
        new_text={"a.py": "a\n"},
    )
    assert {(kept.old.message, kept.new.message) for kept in result.kept} == {("x", "x"), ("y", "y")}
    assert [each.message for each in result.new] == ["z"]


LINES = st.lists(st.sampled_from(["a", "b", "c", "}", "", "f()", "g()"]), max_size=20)


@settings(max_examples=100, deadline=None)
@given(old=LINES, new=LINES, data=st.data())
def test_every_finding_stands_in_one_place_only(old: list[str], new: list[str], data: st.DataObject) -> None:
    before = data.draw(st.lists(st.integers(1, 22), max_size=10))
    after = data.draw(st.lists(st.integers(1, 22), max_size=10))
    olds = [finding(line, message=str(place)) for place, line in enumerate(before)]
    news = [finding(line, message=str(place)) for place, line in enumerate(after)]
    result = diff(olds, news, old_text={"a.py": "\n".join(old)}, new_text={"a.py": "\n".join(new)})
    was = [kept.old.message for kept in result.kept] + [each.message for each in result.gone]
    now = [kept.new.message for kept in result.kept] + [each.message for each in result.new]
    assert sorted(was) == sorted(each.message for each in olds)
    assert sorted(now) == sorted(each.message for each in news)


@settings(max_examples=60, deadline=None)
@given(text=LINES, data=st.data())
def test_nothing_is_new_or_gone_where_nothing_changed(text: list[str], data: st.DataObject) -> None:
    numbers = data.draw(st.lists(st.integers(1, 22), max_size=10))
    result = compare("\n".join(text), "\n".join(text), numbers, numbers)
    assert (result.new, result.gone) == ((), ())


@settings(max_examples=100, deadline=None)
@given(old=LINES, new=LINES)
def test_aligned_lines_are_equal_in_order_and_one_to_one(old: list[str], new: list[str]) -> None:
    pairs = sorted(aligned(old, new).items())
    assert all(old[before] == new[after] for before, after in pairs)
    assert all(left[1] < right[1] for left, right in pairwise(pairs))


@settings(max_examples=60, deadline=None)
@given(text=LINES, place=st.integers(0, 20), more=LINES)
def test_lines_put_in_lose_none_of_the_old_ones(text: list[str], place: int, more: list[str]) -> None:
    assert len(aligned(text, [*text[:place], *more, *text[place:]])) == len(text)


@pytest.mark.parametrize("size", [5_000])
def test_large_texts_without_any_order_end(size: int) -> None:
    """P11: what would be compared line by line without a bound is left to the hashes."""
    assert aligned(["a", "b"] * size, ["b", "c", "a", "a"] * size) is not None


def test_the_identity_in_the_answer_is_that_of_the_texts() -> None:
    stale = replace(finding(1), fingerprint="v1:000000000000")
    result = diff([stale], [stale], old_text={"a.py": "a\n"}, new_text={"a.py": "a\n"})
    assert result.kept[0].old.fingerprint == result.kept[0].new.fingerprint != stale.fingerprint
