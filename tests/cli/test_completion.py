"""Completion in real shells, installed as the page says: commands, options, values, and the ids of learnings."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.cli.conftest import PROJECT

PAGE = (PROJECT / "docs/how-to/completion.md").read_text("utf-8")
LINES = {row[0].split()[0]: row[1] for row in re.findall(r"(?m)^\| (bash|zsh|fish)[^|]* \| `(.+)` \|$", PAGE)}


@pytest.fixture
def home(here):
    """A home with `buddy` on its path, in a repository with two learnings."""
    (here / "bin").mkdir()
    (here / ".config/fish/completions").mkdir(parents=True)
    program = here / "bin/buddy"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m buddy.cli.main "$@"\n')
    program.chmod(0o755)
    (here / ".git").mkdir()
    (here / ".buddy").mkdir()
    rows = [{"id": "l_first00001", "text": "One: 'x' \"y\" $HOME `z`"}, {"id": "l_second0002", "text": "Two"}]
    (here / ".buddy/learnings.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return here


@pytest.fixture
def shell(home):
    """Run a script of a shell that has completion installed by the line of the page."""

    def ran(name, script):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")  # completion is the shell's own work; bash is everywhere
        env = {"PATH": f"{home}/bin:{os.environ['PATH']}", "HOME": str(home), "PYTHONPATH": str(PROJECT)}
        subprocess.run([name, "-c", LINES[name]], cwd=home, env=env, check=True)
        done = subprocess.run([name, "-c", script], cwd=home, env=env, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.stdout.split("\n")

    return ran


CASES = [
    ("buddy le", {"learnings"}),
    ("buddy learnings li", {"list", "lint"}),
    ("buddy learnings list --for", {"--format"}),
    ("buddy learnings list --format j", {"json"}),
    ("buddy learnings show l_", {"l_first00001", "l_second0002"}),
    ("buddy learnings remove l_s", {"l_second0002"}),
    ("buddy learnings pin l_x", set()),
]


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_bash_completes(line, offered, shell):
    words = line.split(" ")
    script = (
        f". ~/.bashrc; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
        f"_buddy_completion buddy; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    assert {one for one in shell("bash", script) if one} == offered


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_fish_completes(line, offered, shell):
    answered = shell("fish", f"complete --do-complete '{line}'")
    assert {one.split("\t")[0] for one in answered if one} == offered


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_zsh_is_given_what_it_offers(line, offered, shell):
    """Its completion system needs a terminal; what its function asks for and gets is the same."""
    words = line.split(" ")
    script = (
        f". ~/.buddy-complete.zsh 2>/dev/null; COMP_WORDS='{line}' COMP_CWORD={len(words) - 1} "
        "_BUDDY_COMPLETE=zsh_complete buddy"
    )
    answered = shell("zsh", script)
    assert {one for one in answered[1::3] if one} == offered


@pytest.mark.parametrize("content", [b"\xff\xfe", b"<<<<<<< a\n", None])
def test_a_file_that_cannot_be_read_is_no_word_on_the_screen(content, home, shell):
    file = home / ".buddy/learnings.jsonl"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    script = (
        ". ~/.bashrc; COMP_WORDS=(buddy learnings show l_); COMP_CWORD=3; "
        "_buddy_completion buddy; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    assert shell("bash", script) == ["", ""]
