"""The text of a review: what stands comes first, what is hidden says by what, notices go to stderr."""

from buddy.cli.review_output.as_text import put_review


def test_it_says_base_head_memory_findings_and_what_is_hidden(answer, capsys):
    put_review(answer)
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "Base: origin/main, merge base aaaaaaaaaaaa. Head: the working tree, 3 files changed."
    assert lines[1] == "Memory: 1 of 5 learnings matter here (31 of 2000 tokens, 1 line unusable)."
    assert lines[-1].startswith(
        "4 findings on this change: 1 critical, 1 major, 1 minor, 1 nit. 1 hidden by l_hides123."
    )
    assert [line.split("  ")[0] for line in lines if "/C1" in line or "/N1" in line] == [
        "src/é, x:y%.py:3",
        "src/a.py:9",
    ]
    assert any("hidden by l_hides123" in line and "S1" in line for line in lines[:-1])
    assert captured.err == "Warning: Configuration key `x` is unknown. [config-unknown-key]\n"


def test_p9_nothing_in_it_steers_a_terminal(answer, capsys):
    put_review(answer)
    assert all(character.isprintable() or character == "\n" for character in capsys.readouterr().out)


def test_an_empty_review_is_four_lines(empty, capsys):
    put_review(empty)
    assert capsys.readouterr().out.splitlines()[-1] == "No findings on this change."
