"""Workflow commands: one a line, worst first, and foreign text cannot make another."""

import re

from buddy.cli.review_output.as_annotations import review_annotations


def test_one_command_for_what_stands_and_none_for_what_is_hidden(answer):
    lines = review_annotations(answer).splitlines()
    assert [re.match(r"::(\w+)", line)[1] for line in lines] == [
        "warning",
        "error",
        "error",
        "warning",
        "notice",
        "notice",
    ]
    assert not any("S1" in line or "T1" in line for line in lines[:-1])
    assert "hidden by l_hides123" in lines[-1]


def test_p9_no_text_breaks_out_of_its_command(answer):
    lines = review_annotations(answer).splitlines()
    critical = next(line for line in lines if "C1" in line)
    assert critical.startswith("::error file=src/é%2C x%3Ay%25.py,line=3,endLine=5,title=lint/C1 (critical)::")
    hostile = next(line for line in lines if "H1" in line)
    assert "%250A::error" in hostile
    assert "\x1b" not in hostile
    assert all(line.startswith("::") for line in lines)


def test_an_unreadable_file_is_an_annotation_of_its_own(empty):
    first, _ = review_annotations(empty, problems=["x%.sarif cannot\nbe read"]).splitlines()
    assert first == "::error title=Buddy::x%25.sarif cannot%0Abe read"


def test_nothing_found_is_said(empty):
    assert review_annotations(empty) == "::notice title=Buddy::No findings on this change."
