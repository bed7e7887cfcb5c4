"""Where findings are posted (DESIGN 6.10, P1, P11, P12)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.findings.finding import Finding, Outcome, Severity
from buddy.core.findings.hunks import Spot
from buddy.core.findings.placement import place

PATCH = "@@ -1,3 +1,4 @@\n a\n b\n c\n+d"


def _change(*files):
    return Change(files=files, total=len(files))


def _file(path="src/a.py", status=FileStatus.MODIFIED, patch=PATCH, **fields):
    return ChangedFile(path=path, status=status, patch=patch, **fields)


def _place(findings, *files, posted=(), most=25):
    return place(findings, _change(*(files or (_file(),))), already_posted=posted, max_comments=most)


@pytest.mark.parametrize(
    ("fields", "outcome", "spot"),
    [
        ({"line": 4}, Outcome.INLINE, Spot(start_line=None, line=4)),
        ({"line": 2, "end_line": 3}, Outcome.INLINE, Spot(start_line=2, line=3)),
        ({"line": 2, "end_line": 9}, Outcome.INLINE, Spot(start_line=None, line=2)),
        ({"line": 5}, Outcome.SUMMARY, None),
        ({"line": 999999}, Outcome.SUMMARY, None),
        ({"line": None}, Outcome.SUMMARY, None),
        ({"line": 4, "fingerprint": "v1:posted"}, Outcome.KNOWN, None),
        ({"line": 9, "fingerprint": "v1:posted"}, Outcome.KNOWN, None),
        ({"line": 4, "fingerprint": "v1:other"}, Outcome.INLINE, Spot(start_line=None, line=4)),
    ],
)
def test_inline_only_inside_hunks_and_never_twice(finding, fields, outcome, spot):
    (placed,) = _place([finding(**fields)], posted={"v1:posted", ""}).placed
    assert (placed.outcome, placed.spot) == (outcome, spot)


def test_a_finding_without_a_fingerprint_is_never_taken_for_a_known_one(finding):
    (placed,) = _place([finding(line=4)], posted={""}).placed
    assert placed.outcome is Outcome.INLINE


@pytest.mark.parametrize("status", [FileStatus.REMOVED, FileStatus.UNCHANGED])
def test_findings_on_files_the_change_leaves_or_removes_are_only_counted(finding, status):
    findings = [finding(path="lib/x.py"), finding(path="lib/y.py"), finding(rule="E1"), finding(path="src/old.py")]
    placement = _place(
        findings, _file(status=status), _file("src/b.py", FileStatus.RENAMED, previous_path="src/old.py")
    )
    assert placement.placed == ()
    assert placement.unchanged_by_category == (("ruff/S101", 3), ("ruff/E1", 1))


def test_findings_without_a_file_are_listed_apart(finding):
    placement = _place([finding(path=None, line=None)])
    assert (len(placement.unplaced), placement.placed, placement.unchanged) == (1, (), ())


def test_a_binary_or_huge_file_has_no_lines_to_comment_on(finding):
    (placed,) = _place([finding(line=1)], _file(patch=None)).placed
    assert placed.outcome is Outcome.SUMMARY


@pytest.mark.parametrize("path", [".buddy/learnings.jsonl", ".buddy/config.yml", ".Buddy/x"])
def test_p1_nothing_below_the_memory_folder_is_inline(finding, path):
    (placed,) = _place([finding(path=path, line=4)], _file(path)).placed
    assert placed.outcome is Outcome.SUMMARY


def test_a_path_gets_the_spelling_that_git_has(finding):
    composed = "src/café.py"
    decomposed = unicodedata.normalize("NFD", composed)
    (placed,) = _place([finding(path=composed, line=4)], _file(decomposed)).placed
    assert (placed.finding.path, placed.outcome) == (decomposed, Outcome.INLINE)


def test_p11_over_the_cap_the_worst_are_inline_and_none_is_lost(finding):
    findings = [finding(line=i % 4 + 1, rule=f"R{i}", severity=list(Severity)[i % 4]) for i in range(60)]
    placement = _place(findings, most=20)
    assert len(placement.of(Outcome.INLINE)) == 20
    assert len(placement.of(Outcome.SUMMARY)) == 40
    assert {p.finding.severity for p in placement.of(Outcome.INLINE)} == {Severity.CRITICAL, Severity.MAJOR}
    assert [p.finding.severity.rank for p in placement.placed] == sorted(
        (f.severity.rank for f in findings), reverse=True
    )


@pytest.mark.parametrize("most", [0, -1])
def test_a_cap_of_none_posts_nothing_inline(finding, most):
    assert _place([finding(line=4)], most=most).of(Outcome.INLINE) == ()


_FINDINGS = st.lists(
    st.builds(
        lambda path, line, rule, severity, fingerprint: Finding(
            category=f"t/{rule}",
            tool="t",
            rule=rule,
            path=path,
            line=line if path else None,
            end_line=line if path else None,
            severity=severity,
            message="m",
            fingerprint=fingerprint,
        ),
        path=st.sampled_from([None, "src/a.py", "src/b.py", ".buddy/x"]),
        line=st.sampled_from([None, 1, 4, 5]),
        rule=st.sampled_from("AB"),
        severity=st.sampled_from(Severity),
        fingerprint=st.sampled_from(["", "v1:1", "v1:2"]),
    ),
    max_size=12,
)


@given(findings=_FINDINGS, most=st.integers(0, 5), data=st.data())
def test_p12_placing_loses_nothing_and_does_not_depend_on_the_order(findings, most, data):
    files = (_file(), _file(".buddy/x"))
    placement = _place(findings, *files, posted={"v1:1"}, most=most)
    placed = [p.finding for p in placement.placed]
    assert sorted(map(repr, [*placed, *placement.unchanged, *placement.unplaced])) == sorted(map(repr, findings))
    assert len(placement.of(Outcome.INLINE)) <= most
    assert _place(data.draw(st.permutations(findings)), *files, posted={"v1:1"}, most=most) == placement
