"""A change cut into pieces: numbered as the host numbers, without what nobody may or can see (P9, P10, P11)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.change import FileStatus
from buddy.core.findings.hunks import read
from buddy.core.model.pieces import LONGEST_LINE, heading, shown_path
from buddy.core.secrets import find
from tests.core.model.conftest import added, changed, pieces_of


@pytest.mark.parametrize(
    ("patch", "numbered"),
    [
        (None, []),
        ("", []),
        ("@@ -1,2 +1,3 @@ def f():\n a\n-b\n+c\n+d", [{1: "a", 2: "c", 3: "d"}]),
        ("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file", [{1: "b"}]),
        ("@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r", [{1: "a", 2: "c"}]),
        ("@@ -1,3 +1,3 @@\n a\n\n-b\n+c", [{1: "a", 2: "", 3: "c"}]),
        ("@@ -1,2 +1,2 @@\n-\\ x\n+\\ y\n z", [{1: "\\ y", 2: "z"}]),
        ("@@ -1,2 +0,0 @@\n-a\n-b", [{}]),
        ("@@ -1,3 +1,9 @@\n a\n+b", [{1: "a", 2: "b"}]),
        ("@@ -1 +1 @@\n-a\n+b\n@@ -9,2 +9,2 @@\n c\n-d\n+e", [{1: "b"}, {9: "c", 10: "e"}]),
        ("@@ -1,2 +1,2 @@\n a\n b", []),
        ("@@ nonsense @@\n+a", []),
        ("@@ -1 +1,2 @@\n a\n+\u2028b\x0cc", [{1: "a", 2: " b c"}]),
    ],
)
def test_the_right_side_is_numbered_as_the_host_numbers_it(patch, numbered):
    assert [dict(piece.numbered) for piece in pieces_of(changed(patch=patch))] == numbered


def test_a_removed_file_has_no_pieces_and_a_renamed_one_those_of_its_new_name():
    assert pieces_of(changed(status=FileStatus.REMOVED)) == ()
    (piece,) = pieces_of(changed("b.py", status=FileStatus.RENAMED, previous_path="a.py"))
    assert piece.path == "b.py"


_LINES = st.lists(
    st.tuples(st.sampled_from(" +-"), st.text(st.characters(exclude_characters="\n\r"), max_size=12)), max_size=12
)


@settings(max_examples=100, deadline=None)
@given(_LINES, st.integers(1, 90_000))
def test_whatever_is_numbered_takes_a_comment_on_the_host(lines, start):
    old, new = (sum(sign in kinds for sign, _ in lines) for kinds in (" -", " +"))
    patch = "\n".join([f"@@ -{start},{old} +{start},{new} @@", *(sign + text for sign, text in lines)])
    taken = read(patch)
    for piece in pieces_of(changed(patch=patch)):
        assert all(taken.spot(number, number) is not None for number in piece.numbered)
        assert set(piece.exact) <= set(piece.numbered)
        shown = piece.text.split("\n")[1:]
        assert len(shown) == len(lines)


@pytest.mark.parametrize("sign", ["+", "-", " "])
@pytest.mark.parametrize("rows", [1, 4])
@pytest.mark.parametrize("part", ["whole", "no end", "no begin", "middle"])
def test_no_row_of_a_private_key_is_shown_whatever_part_of_it_is_in_the_hunk(sign, rows, part, private_key):
    """P10."""
    key = private_key(rows)
    lines = {"whole": key, "no end": key[:-1], "no begin": key[1:], "middle": key[1:-1] * 2}[part]
    count = len(lines)
    old, new = (count if sign != "+" else 0), (count if sign != "-" else 0)
    patch = "\n".join([f"@@ -1,{old + 1} +1,{new + 1} @@", *(sign + line for line in lines), "+after = 1"])
    (piece,) = pieces_of(changed(patch=patch))
    assert key[1] not in piece.text
    assert not find(piece.text)
    assert piece.masked >= rows
    assert "after = 1" in piece.text


def test_a_key_that_is_exchanged_is_masked_on_both_sides(private_key):
    """P10."""
    first, *rows, last = private_key(3)
    body = [*(f"-{row}" for row in rows), *(f"+{row[::-1]}" for row in rows)]
    (piece,) = pieces_of(changed(patch="\n".join(["@@ -1,5 +1,5 @@", f" {first}", *body, f" {last}"])))
    assert rows[0] not in piece.text
    assert rows[0][::-1] not in piece.text


def test_code_beside_an_encoded_row_stays_as_it_is():
    lines = ["value = compute()", "return value", "abcd", "x" * 80, "y" * 80]
    (piece,) = pieces_of(changed(patch=added(*lines)))
    assert list(piece.numbered.values()) == lines
    assert piece.masked == 0


def test_a_secret_is_masked_in_a_line_and_in_what_git_writes_behind_the_header(token):
    """P10."""
    (piece,) = pieces_of(changed(patch=f"@@ -1 +1,2 @@ {token}\n a\n+key = '{token}' # use it"))
    assert token not in piece.text
    assert piece.numbered[2] == "key = '[redacted]' # use it"
    assert (piece.masked, piece.exact) == (1, {1})


def test_invisible_characters_are_taken_out_and_counted_and_such_a_line_is_not_exact():
    """P9."""
    (piece,) = pieces_of(changed(patch=added("a\u200bb\U000e0041", "plain\r")))
    assert dict(piece.numbered) == {1: "ab", 2: "plain"}
    assert (piece.hidden, piece.exact) == (2, {2})


def test_a_long_line_is_cut_and_is_not_exact():
    """P11."""
    (piece,) = pieces_of(changed(patch=added("x" * 5_000, "y" * LONGEST_LINE)))
    assert len(piece.text) < 1_000
    assert piece.exact == {2}


def test_one_change_has_one_digest_wherever_it_moves():
    one, moved, other = (
        pieces_of(changed(patch=f"@@ -{at},2 +{at},2 @@\n c\n-a\n+{text}"))[0]
        for at, text in ((1, "b"), (70, "b  "), (1, "c"))
    )
    assert one.digest == moved.digest != other.digest


def test_a_file_name_is_foreign_text_too(token):
    assert heading(f'a"b\u202e-{token}\n.py') == 'file "a\\"b-[redacted: GitHub token]\\n.py"'
    assert shown_path("src/app.py") == "src/app.py"


@pytest.mark.parametrize("filler", ["A" * 64, " " * 64, "\\n" * 32, "-----END ", "-----BEGIN "])
def test_a_hostile_hunk_is_cut_in_linear_time(filler):
    """P11: none of these searches is more than linear, or this test would not end."""
    pieces_of(changed(patch=added(*[filler * 20] * 500, filler * 20_000)))
