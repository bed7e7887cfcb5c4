"""How much of a model's answer is believed: the line, the suggestion, the severity, the learnings (P7, P8, P9, P10)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.findings.finding import Severity
from buddy.core.findings.hunks import read
from buddy.core.model.anchoring import Anchored, NotKept, anchored
from buddy.core.model.pieces import LONGEST_LINE, shown_path
from buddy.core.model.profile import Profile
from buddy.core.model.review_answer import MOST_FINDINGS
from buddy.core.model.vocabulary import Problem
from tests.core.model.conftest import added, answer_of, changed, pieces_of, said

FIVE = changed(patch=added("first", "second one", "third one", "second one", "fifth"))


def one(item, *files, rendered=(), profile=Profile.CHILL):
    """The finding of one item, or why it is none."""
    found = anchored(answer_of(item), pieces_of(*(files or [FIVE])), rendered=rendered, profile=profile)
    return found.findings[0] if found.findings else found.dropped[0]


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (said(), 1),
        (said(line=5, quote="  fif th\n"), 5),
        (said(line=5, quote="third one"), 3),
        (said(line=2, quote="second"), 2),
        (said(line=1, quote="second one"), 2),
        (said(line=3, quote="second one"), None),
        (said(line=3, quote="nowhere"), None),
        (said(line=3, quote=""), None),
        (said(line=3, quote="\n\nthird one\nsecond one"), 3),
        (said(line=77, quote="third one"), 3),
        (said(line=77, quote="one"), None),
    ],
)
def test_a_line_is_believed_only_where_its_quote_stands(item, line):
    found = one(item)
    assert (found.path, found.line) == ("src/app.py", line)


@pytest.mark.parametrize(
    "path", ["src/other.py", "/src/app.py", "src/../src/app.py", "", "SRC/APP.PY", "src/app.py\n", "././src/app.py"]
)
def test_a_file_that_was_not_shown_has_no_findings(path):
    assert one(said(path=path)) is NotKept.UNKNOWN_FILE


def test_a_path_is_known_by_the_name_it_was_shown_under_unless_two_files_have_it():
    hidden = changed("src/a\u200b.py", added("first"))
    assert one(said(path="./src/app.py")).path == "src/app.py"
    assert one(said(path="src/a.py"), hidden).path == "src/a\u200b.py"
    assert one(said(path="src/a.py"), hidden, changed("src/a.py", added("first"))) is NotKept.UNKNOWN_FILE


@pytest.mark.parametrize(
    ("end", "last"),
    [(None, None), (1, None), (3, 3), (5, 5), (6, 5), (9_999_999, 5)],
)
def test_a_stretch_ends_where_the_shown_lines_end(end, last):
    assert one(said(end_line=end)).end_line == last


def test_a_stretch_of_thousands_of_lines_ends_at_the_last_one_that_was_shown():
    long = changed(patch=added("first", *["x"] * 1_500))
    found = one(said(end_line=9_999_999, suggestion="all new"), long)
    assert (found.end_line, found.suggestion) == (1_501, None)


def test_a_stretch_does_not_go_over_into_another_hunk():
    """POST-03: the host takes no comment over two hunks."""
    patch = "@@ -1,2 +1,2 @@\n-a\n+first\n b\n@@ -3,2 +3,2 @@\n c\n-d\n+e"
    found = one(said(end_line=4, suggestion="x"), changed(patch=patch))
    assert (found.end_line, found.suggestion) == (2, None)


_KEY = "gh" + "p_" + "a1B2" * 9


@pytest.mark.parametrize(
    ("item", "lines", "suggestion"),
    [
        (said(suggestion="better\n"), ["first"], "better"),
        (said(suggestion=""), ["first"], ""),
        (said(suggestion="a\nb", end_line=2), ["first", "second"], "a\nb"),
        (said(suggestion="first"), ["first"], None),
        (said(suggestion="x", line=2), ["first", "other"], None),
        (said(suggestion="x", end_line=3), ["first", "second"], None),
        (said(suggestion="x"), ["first" + "\u200b"], None),
        (said(suggestion="x"), ["first" + " " * LONGEST_LINE + "tail"], None),
        (said(suggestion="x"), [f"first = '{_KEY}'"], None),
        (said(suggestion=f"x = '{_KEY}'"), ["first"], None),
        (said(suggestion="x = [redacted]"), ["first"], None),
        (said(suggestion="x\n" * 70), ["first"], None),
        (said(suggestion="x", end_line=70), ["first", *"x" * 70], None),
        (said(suggestion="a\u200bb"), ["first"], "ab"),
        (said(suggestion="better"), ["first\r"], "better"),
    ],
)
def test_a_suggestion_replaces_exactly_what_was_shown_or_is_left_out(item, lines, suggestion):
    assert one(item, changed(patch=added(*lines))).suggestion == suggestion


def test_a_quote_with_the_sign_of_a_cut_line_is_found():
    text = "call(" + "x" * 5_000
    assert one(said(quote=f"{text[:LONGEST_LINE]} …[cut]"), changed(patch=added(text))).line == 1


@pytest.mark.parametrize(
    ("severity", "learnings", "profile", "kept"),
    [
        ("critical", [], Profile.CHILL, Severity.CRITICAL),
        (" MAJOR ", [], Profile.CHILL, Severity.MAJOR),
        ("catastrophic", [], Profile.CHILL, Severity.MINOR),
        ("", [], Profile.CHILL, Severity.MINOR),
        ("nit", [], Profile.CHILL, NotKept.BELOW_PROFILE),
        ("nit", [], Profile.ASSERTIVE, Severity.NIT),
        ("critical", ["l_known"], Profile.CHILL, Severity.MAJOR),
        ("critical", ["l_never_shown"], Profile.CHILL, Severity.CRITICAL),
        ("minor", ["l_known"], Profile.CHILL, Severity.MINOR),
    ],
)
def test_no_word_and_no_note_makes_a_finding_worse(severity, learnings, profile, kept):
    """P7."""
    found = one(said(severity=severity, learnings=learnings), rendered=["l_known"], profile=profile)
    assert (found if isinstance(found, NotKept) else found.severity) == kept


@pytest.mark.parametrize(
    ("slug", "rule"),
    [("logic", "logic"), ("Model/LOGIC ", "logic"), ("gitleaks/x", "other"), ("buddy/memory", "other"), ("", "other")],
)
def test_a_category_is_one_of_the_closed_set(slug, rule):
    assert one(said(category=slug)).category == f"model/{rule}"


def test_a_message_is_cleaned_redacted_and_cut_and_an_empty_one_is_no_finding():
    """P9, P10, P11."""
    found = one(said(message=f" a\u202eb {_KEY} " + "x" * 5_000))
    assert found.message.startswith("ab [redacted: GitHub token] xx")
    assert len(found.message) == 2_000
    assert one(said(message=" \u200b\n")) is NotKept.EMPTY


def test_only_rendered_learnings_are_credited_each_once():
    answer = answer_of(
        said(learnings=["l_known", "l_other", "l_known"]),
        silent=[{"learning": "l_known"}, {"learning": "l_other"}, {"learning": "l_known"}, "odd", None],
    )
    found = anchored(answer, pieces_of(FIVE), rendered=["l_known"], profile=Profile.CHILL)
    assert (found.findings[0].because, found.silent) == (("l_known",), ("l_known",))


def test_more_findings_than_anybody_reads_are_counted():
    """P8."""
    found = anchored(answer_of(*[said()] * 5_000), pieces_of(FIVE), rendered=(), profile=Profile.CHILL)
    assert len(found.findings) == MOST_FINDINGS
    assert found.dropped == (NotKept.TOO_MANY,)


_ODD = (
    st.text(max_size=20) | st.integers() | st.none() | st.booleans() | st.floats() | st.lists(st.integers(), max_size=2)
)
_ITEMS = st.one_of(
    _ODD,
    st.fixed_dictionaries(
        {},
        optional={
            "path": st.sampled_from(["src/app.py", "b\u200b.py", "b.py", "../x", "/etc/passwd"]) | _ODD,
            "line": st.integers(-2, 60) | _ODD,
            "end_line": st.integers(-2, 10_000_001) | _ODD,
            "quote": st.sampled_from(["first", "second one", "tail", "e"]) | _ODD,
            "severity": st.sampled_from(["critical", "major", "minor", "nit"]) | _ODD,
            "category": st.sampled_from([problem.value for problem in Problem]) | _ODD,
            "message": st.text(min_size=1, max_size=40) | _ODD,
            "suggestion": st.text(max_size=40) | _ODD,
            "learnings": st.lists(st.sampled_from(["l_known", "l_other"]), max_size=3) | _ODD,
        },
    ),
)
_FILES = (
    FIVE,
    changed(
        "b\u200b.py", "@@ -1,3 +40,3 @@ def f():\n first\n-gone\n+e\u200b\n tail\n@@ -60 +60,2 @@\n first\n+second one"
    ),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(_ITEMS, max_size=6))
def test_no_answer_whatever_it_holds_is_anchored_outside_of_what_was_shown(items):
    """P5: each item is kept or counted; P7: no note makes one critical; suggestions replace shown lines alone."""
    pieces = pieces_of(*_FILES)
    found = anchored(answer_of(*items), pieces, rendered=["l_known"], profile=Profile.ASSERTIVE)
    assert len(found.findings) + len(found.dropped) == len(items)
    assert isinstance(found, Anchored)
    patches = {file.path: file.patch for file in _FILES}
    for finding in found.findings:
        assert finding.path in patches
        assert set(finding.because) <= {"l_known"}
        assert not (finding.because and finding.severity is Severity.CRITICAL)
        assert finding.category in {problem.category for problem in Problem}
        if finding.line is None:
            assert finding.end_line is finding.suggestion is None
            continue
        last = finding.end_line or finding.line
        spot = read(patches[finding.path]).spot(finding.line, last)
        assert spot is not None
        assert (spot.start_line or spot.line, spot.line) == (finding.line, last)
        exact = {number for piece in pieces if piece.path == finding.path for number in piece.exact}
        assert finding.suggestion is None or set(range(finding.line, last + 1)) <= exact
    assert shown_path("b\u200b.py") == "b.py"
