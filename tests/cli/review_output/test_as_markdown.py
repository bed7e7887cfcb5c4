"""The Markdown of a review: whole tables, inert text."""

from buddy.cli.review_output.as_markdown import review_markdown


def test_every_finding_has_its_row_and_every_hidden_one_its_reason(answer):
    said = review_markdown(answer)
    for rule in ("N1", "C1", "H1", "U1", "S1", "T1"):
        assert len([line for line in said.splitlines() if line.startswith("|") and f"/{rule}" in line]) == 1
    hidden = said.split("### Hidden")[1]
    assert "l_hides123" in hidden
    assert "the tool itself" in hidden
    assert "4 in unchanged files, not judged: lint/E1 4." in said


def test_p9_foreign_text_stays_text(answer):
    said = review_markdown(answer)
    assert "<img" not in said.replace("&lt;img", "")
    assert "<!-- buddy" not in said
    assert "\x1b" not in said
    rows = [line for line in said.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").replace("&#124;", "").count("|") for line in rows} == {6, 5}


def test_nothing_found_and_nothing_remembered_are_said(empty):
    said = review_markdown(empty)
    assert "No findings on this change." in said
    assert "The base remembers nothing yet." in said
    assert "| severity" not in said
