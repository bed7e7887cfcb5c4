"""The lines that take a comment, from patches as the host's API gives them (POST-01, POST-03)."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.findings import hunks
from buddy.core.findings.hunks import Spot


@pytest.mark.parametrize(
    ("patch", "spans"),
    [
        (None, []),
        ("", []),
        ("@@ -1,3 +1,4 @@ def f():\n a\n-b\n+c\n+d\n e", [(1, 5)]),
        ("@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -10 +10,2 @@\n x\n+y\n", [(1, 3), (10, 12)]),
        ("@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file", [(1, 3)]),
        ("@@ -1,2 +0,0 @@\n-a\n-b", []),
        ("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n\\ No newline at end of file", [(1, 2)]),
        ("@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r", [(1, 3)]),
        ("@@ -1,3 +1,3 @@\n a\n\n-b\n+c", [(1, 4)]),
        ("@@ -1,3 +1,3 @@\n a\n\r\n-b\n+c", [(1, 4)]),
        ("@@ -1,2 +1,3 @@\n a\n+@@ -9 +9 @@\n+--- a/x", [(1, 4)]),
        ("@@ -1,2 +1,1 @@\n a\n--- gone\n@@ -8 +7 @@\n-x\n+y", [(1, 2), (7, 8)]),
        ("@@ -1,9 +1,9 @@\n a\n+b", [(1, 3)]),
        ("@@ -1,9 +1,9 @@\n a\n?? cut\n+b\n@@ -20 +20 @@\n-x\n+y", [(1, 2), (20, 21)]),
        ("@@ -5,1 +5,1 @@\n-a\n+b\x0cc\x85d\u2028e", [(5, 6)]),
        ("@@ -1,5 +1,1 @@\n a\n b\n c", [(1, 2)]),
        ("@@ -1 +99999999999 @@\n+a", []),
        ("@@ broken @@\n+a\n+b", []),
        ("Binary files differ", []),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", [(1, 2)]),
    ],
)
def test_the_right_side_of_hunks(patch, spans):
    assert hunks.read(patch).spans == tuple(range(first, end) for first, end in spans)


@pytest.mark.parametrize(
    ("lines", "spot"),
    [
        ((3, 3), Spot(start_line=None, line=3)),
        ((1, 4), Spot(start_line=1, line=4)),
        ((3, 5), Spot(start_line=None, line=3)),
        ((4, 21), Spot(start_line=None, line=4)),
        ((20, 21), Spot(start_line=20, line=21)),
        ((5, 5), None),
        ((0, 3), None),
        ((9, 20), None),
        ((999999, 999999), None),
        ((3, 2), Spot(start_line=None, line=3)),
    ],
)
def test_a_comment_has_both_ends_in_one_hunk_and_never_equal_ends(lines, spot):
    patch = "@@ -1,3 +1,4 @@\n a\n b\n c\n+d\n@@ -19,2 +20,2 @@\n-x\n+y\n z"
    assert hunks.read(patch).spot(*lines) == spot


@given(st.lists(st.sampled_from([" a", "+b", "-c", "", "\\ No newline", "@@ -1,2 +3,4 @@", "@@ -9 +8 @@", "@@", "x"])))
def test_any_text_gives_ascending_lines_within_what_the_headers_say(lines):
    for span in hunks.read("\n".join(lines)).spans:
        assert span.start in (3, 8)
        assert 0 < len(span) <= (4 if span.start == 3 else 1)


_TEXT = st.lists(st.sampled_from(["", "a", "-b", "+c", "@@ -1 +1 @@", "\\ d", " e", "x\r", "\u2028"]), max_size=30)


@given(_TEXT, _TEXT)
def test_the_lines_of_any_diff_are_those_that_its_hunks_show(old, new):
    patch = list(difflib.unified_diff(old, new, lineterm="", n=3))[2:]
    groups = difflib.SequenceMatcher(None, old, new).get_grouped_opcodes(3)
    shown = [range(group[0][3] + 1, group[-1][4] + 1) for group in groups]
    assert list(hunks.read("\n".join(patch)).spans) == [span for span in shown if span]
