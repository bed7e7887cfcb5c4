"""Rows for people: whole lines in a pipe, a table on a wide terminal, blocks on a narrow one."""

import io
import sys

import pytest

from buddy.cli.tables import put_rows

ROWS = [
    ("src/a.py:12", "major", "lint/R1", "a message that says rather a lot about [red]this[/red] line"),
    ("b", "nit", "l/R", "m"),
]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def printed(monkeypatch):
    def at(width, **env):
        monkeypatch.setattr(sys, "stdout", Terminal())
        for name, value in {"COLUMNS": str(width), "TERM": "xterm", "NO_COLOR": "", **env}.items():
            monkeypatch.setenv(name, value)
        put_rows(ROWS)
        return sys.stdout.getvalue()

    return at


def test_a_pipe_gets_one_unwrapped_line_a_row(capsys):
    put_rows(ROWS)
    assert capsys.readouterr().out.splitlines()[0].endswith("about [red]this[/red] line")


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_no_line_is_wider_than_the_terminal(width, printed):
    out = printed(width, NO_COLOR="1")
    assert max(len(line.rstrip()) for line in out.splitlines()) <= width
    assert "\x1b[3" not in out
    assert "[red]" in out.replace("\n", "")


def test_colour_is_there_on_a_terminal_and_gone_with_no_color(printed):
    assert "\x1b[31m" in printed(120)
    assert "\x1b[31m" not in printed(120, NO_COLOR="1")


def test_nothing_prints_nothing(capsys):
    put_rows([])
    assert capsys.readouterr().out == ""
