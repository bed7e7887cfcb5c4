"""The error boundary: every way to end has its exit code, and no traceback reaches a user."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from buddy.cli.boundary import ISSUES, run
from buddy.core.errors import BuddyError, HostError, InputError

PROJECT = str(Path(__file__).parents[2])


def command_raising(error):
    @click.command()
    def command():
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (InputError("one.yml: no", "two.yml: no"), 2, "Error: one.yml: no\n       two.yml: no\n"),
        (BuddyError("no"), 2, "Error: no\n"),
        (HostError("GitHub said no"), 3, "Error: GitHub said no\n"),
        (click.UsageError("not so"), 2, "Error: not so\n"),
        (click.ClickException("not so"), 2, "Error: not so\n"),
        (KeyboardInterrupt(), 130, "\nInterrupted.\n"),
        (click.Abort(), 130, "\nInterrupted.\n"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), 2, "No space left"),
    ],
)
def test_each_error_has_its_exit_code_and_its_message_on_stderr(error, code, said, capsys):
    assert run(command_raising(error), []) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


@pytest.mark.parametrize("error", [ValueError("the file said hunter2"), RecursionError(), MemoryError(), OSError(5)])
def test_p10_a_bug_is_one_line_that_names_the_place_and_not_the_content(error, capsys, monkeypatch):
    monkeypatch.delenv("BUDDY_DEBUG", raising=False)
    assert run(command_raising(error), []) == 70
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"{type(error).__name__} at " in said
    assert ISSUES in said
    assert "hunter2" not in said


def test_debugging_shows_the_traceback(capsys, monkeypatch):
    monkeypatch.setenv("BUDDY_DEBUG", "1")
    assert run(command_raising(ValueError("details")), []) == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(("value", "code"), [(None, 0), (0, 0), (1, 1), ("text", 0)])
def test_a_command_returns_its_exit_code(value, code):
    command = click.Command("x", callback=lambda: value)
    assert run(command, []) == code


def test_p9_a_message_cannot_steer_the_terminal(capsys):
    assert run(command_raising(InputError("file \x1b]0;owned\x07\u202e\u200b\udcff\x9b2J")), []) == 2
    assert capsys.readouterr().err == "Error: file \\u001b]0;owned\\u0007\\u202e\\u200b\\udcff\\u009b2J\n"


LOUD = """
import click, sys
from buddy.cli.boundary import run
from buddy.cli.streams import put
sys.exit(run(click.Command("x", callback=lambda: [put("line " * 100) for _ in range(5000)]), []))
"""


@pytest.mark.parametrize("script", [LOUD, LOUD.replace("put(", "say(").replace("import put", "import say")])
def test_a_closed_pipe_ends_quietly_with_0(script, bash):
    """CLI-02"""
    (loud := Path("loud.py")).write_text(script)
    ran = bash(f"set -o pipefail; {sys.executable} {loud} 2>&1 | head -n 1")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(b"line ")


def test_a_full_disk_is_named(bash):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this system")  # only Linux has a file that is always full
    ran = bash(f"{sys.executable} -m buddy.cli.main config schema > /dev/full")
    assert ran.returncode == 2
    assert b"No space left" in ran.stderr
    assert ran.stderr.count(b"\n") == 1


@pytest.fixture
def bash(here):
    def ran(script):
        env = {**os.environ, "PYTHONPATH": PROJECT}
        return subprocess.run(["bash", "-c", script], env=env, capture_output=True, check=False)

    return ran


def test_interrupting_a_process_ends_it_with_130(python):
    script = "import click, os, signal\nfrom buddy.cli.boundary import run\n"
    script += (
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job in the background inherits it ignored
    )
    script += "stop = click.Command('x', callback=lambda: os.kill(os.getpid(), signal.SIGINT))\n"
    script += "raise SystemExit(run(stop, []))"
    ran = python("-c", script)
    assert (ran.code, ran.err) == (130, "\nInterrupted.\n")


def test_shell_completion_knows_the_commands(process):
    ran = process(env={"_BUDDY_COMPLETE": "bash_complete", "COMP_WORDS": "buddy find", "COMP_CWORD": "1"})
    assert (ran.code, ran.out) == (0, "plain,findings\n")
