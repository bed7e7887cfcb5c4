"""The line that is shown under a finding really hides it, and nothing else, once it stands in the memory file."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from buddy.core.config import PROTECTED
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.paths import normalise_path
from buddy.core.findings.suppression import Hidden, Suppressions
from buddy.core.learnings.document import parse
from buddy.core.learnings.suppressions import active_suppressions
from buddy.core.review.silencing import shown_lines, silencing_line

NOW = datetime(2026, 11, 29, tzinfo=UTC)


def finding(path, *, category="ruff/S101", line=3):
    tool, _, rule = category.partition("/")
    return Finding(
        category=category,
        tool=tool,
        rule=rule,
        path=path,
        line=line,
        severity=Severity.MAJOR,
        message="no",
        fingerprint="v1:1",
    )


def hidden(data, *findings):
    suppressions = Suppressions(active_suppressions(parse(data), NOW), protected=PROTECTED)
    return [isinstance(answer, Hidden) for answer in suppressions.judge(findings, names={})]


SEGMENT = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="/\\"), min_size=1, max_size=12
)
PATHS = (
    st.lists(
        SEGMENT | st.sampled_from(["a b", "*", "**", "[x]", "!a", "#b", "{c,d}", "e?", "-", "~"]),
        min_size=1,
        max_size=5,
    )
    .map("/".join)
    .filter(lambda path: normalise_path(path, ()) == path)
)


@settings(max_examples=100)
@given(path=PATHS, before=st.sampled_from([b"", b'{"id":"l_aaa","text":"x"}\n', b"broken\n"]))
@example(path="src/[id]/page.tsx", before=b"")
@example(path="!important.py", before=b"")
@example(path="#a.py", before=b"")
@example(path="a*b.py", before=b"")
@example(path="{a,b}.py", before=b"")
@example(path="**/x", before=b"")
@example(path="caf\u00e9.py", before=b"")
@example(path="x", before=b"")
def test_p7_the_line_hides_the_finding_and_no_other_file_or_rule(path, before):
    one = finding(path)
    data = before + silencing_line(one).encode() + b"\n"
    # What stands below a folder of the file's own name is not elsewhere.
    folder = "y/" if path.split("/")[0] == "x" else "x/"
    assert hidden(data, one, finding(path + "x"), finding(folder + path), finding(path, category="ruff/S102")) == [
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    "category", ["a/b", "tool/with space", 'x/"quoted"', "x/`|<b>", "eslint/@scope/rule", "x/" + "y" * 700]
)
def test_any_rule_can_be_named(category):
    one = finding("src/app.py", category=category)
    assert hidden(silencing_line(one).encode(), one) == [True]


@pytest.mark.parametrize("path", ["d/" * 90 + "x.py", "d/" * 150 + "x.py", "[" * 150, "a" * 240])
def test_a_line_that_would_not_work_is_not_shown(path):
    one = finding(path)
    for line in shown_lines([one]):
        assert hidden(line.encode(), one) == [True]


def test_p12_the_line_is_the_same_whoever_shows_it_and_wherever_in_the_file_the_finding_stands():
    assert silencing_line(finding("a.py", line=1)) == silencing_line(finding("a.py", line=99))
    assert shown_lines([finding("a.py", line=1), finding("a.py", line=2)]) == (silencing_line(finding("a.py")),)


def test_p10_a_path_that_holds_a_secret_is_not_shown():
    token = "ghp_" + "a1B2" * 9
    assert shown_lines([finding(f"src/{token}.py"), finding("b.py")]) == (silencing_line(finding("b.py")),)


def test_the_line_is_one_line():
    assert "\n" not in silencing_line(finding("a\u2028b\u0085.py"))
