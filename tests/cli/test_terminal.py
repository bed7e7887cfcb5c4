"""On a real terminal: colour where it is welcome, a table when wide, blocks when narrow; and no escape from data."""

import errno
import os
import re
import subprocess
import sys

import pytest

from tests.cli.conftest import PROJECT

pty = pytest.importorskip("pty", reason="pseudo-terminals are a POSIX thing")


@pytest.fixture
def terminal(here):
    """Run the command line with stdout on a pseudo-terminal; gives what a person would see."""

    def seen(*args, columns, **env):
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "buddy.cli.main", *args],
            cwd=here,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "COLUMNS": str(columns), "TERM": "xterm-256color", **env},
            stdout=theirs,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        os.close(theirs)
        out = b"".join(iter(lambda: _read(ours), b""))
        os.close(ours)
        process.communicate()
        return process.returncode, out.decode()

    return seen


def _read(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return b""


@pytest.mark.parametrize("columns", [30, 79, 140])
def test_no_line_is_wider_than_the_terminal_and_severities_are_coloured(columns, terminal, sarif):
    code, out = terminal("findings", sarif("x.sarif", ("R1", "src/a.py", 1)), columns=columns)
    assert code == 0
    assert "\x1b[31m" in out
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()) for line in out.splitlines()) <= columns


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_refused(env, terminal, sarif):
    _, out = terminal("findings", sarif("x.sarif", ("R1", "src/a.py", 1)), columns=140, **env)
    assert "lint/R1" in out
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", out)


def test_p9_only_buddys_own_escapes_reach_the_terminal(terminal, sarif):
    hostile = {"text": "\x1b[2J\x1b]0;owned\x07 [link=http://x]here[/link]"}
    _, out = terminal("findings", sarif("x.sarif", ("R1", "a.py", 1), message=hostile), columns=140)
    assert "\x1b[2J" not in out
    assert "\x1b]" not in out
    assert "[link=http://x]here[/link]" in out


@pytest.mark.parametrize("columns", [40, 140])
def test_a_list_names_its_columns_and_marks_what_matches_no_file(columns, terminal, repo, lines):
    repo.commit("base", **{".buddy/learnings.jsonl": lines.learning("l_dead0001", "never", paths=["gone/**"])})
    code, out = terminal("learnings", "list", columns=columns)
    assert code == 0
    assert "matches" in out
    assert re.search(r"\x1b\[1;33m\s*(matches: )?dead", out)
