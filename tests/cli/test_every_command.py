"""What holds for every command: where it is run, who reads it, what its terminal knows, what is misspelt."""

import json
import os
import subprocess
import sys

import click
import pytest

from buddy.cli.main import cli
from tests.cli.conftest import PROJECT

ODD = "Füße 🛒 受注 \u202e never log ѕ"
LINE = json.dumps({"id": "l_odd0000001", "text": ODD, "paths": ["src/**"]}, ensure_ascii=False)


def leaves(command=cli, path=()):
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from leaves(found, (*path, name))
    if path == ("findings",):
        yield path


COMMANDS = sorted(set(leaves()))
ARGUMENTS = {
    ("findings",): ["report.sarif"],
    ("findings", "diff"): ["report.sarif", "--new", "report.sarif"],
    ("context",): ["--learnings", "odd.jsonl", "--path", "src/a.py"],
    ("config", "check"): ["config.yml"],
    ("learnings", "add"): ["Keep the numbers of orders stable.", "--dry-run"],
    ("learnings", "export"): ["--to", "agents"],
    ("learnings", "import"): ["odd.jsonl"],
    ("learnings", "pin"): ["l_odd0000001", "--dry-run"],
    ("learnings", "unpin"): ["l_odd0000001", "--dry-run"],
    ("learnings", "remove"): ["l_odd0000001", "--dry-run"],
    ("learnings", "show"): ["l_odd0000001"],
    ("learnings", "search"): ["orders"],
    ("init",): ["--dry-run", "--yes"],
}
UNLIKE = {("demo",), ("action",)}
"""The demo takes half a minute and has tests of its own; the action is told by variables."""
HAS_FILE = {path for path in COMMANDS if path[0] == "learnings" and path[1] not in ("extract", "compare", "explain")}


@pytest.fixture
def run(here):
    """A command as a process in a folder; what it prints is bytes."""
    (here / "odd.jsonl").write_text(LINE + "\n", encoding="utf-8")
    (here / "config.yml").write_text("review: {maxComments: 3}\n")
    result = {"ruleId": "R1", "message": {"text": ODD}, "locations": [{"physicalLocation": {
        "artifactLocation": {"uri": "src/a.py"}, "region": {"startLine": 1}}}]}  # fmt: skip
    report = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [result]}]}
    (here / "report.sarif").write_text(json.dumps(report), encoding="utf-8")

    def ran(path, *args, cwd=here, stdin=b"", **env):
        return subprocess.run(
            [sys.executable, "-m", "buddy.cli.main", *path, *args],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(PROJECT), **env},
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
        )

    return ran


def given(path, *, file="odd.jsonl"):
    return [*ARGUMENTS.get(path, []), *(["--file", file] if path in HAS_FILE and file else [])]


PLAIN = [path for path in COMMANDS if path not in UNLIKE]
NAMES = [" ".join(path) for path in PLAIN]


@pytest.mark.parametrize("path", PLAIN, ids=NAMES)
def test_outside_of_a_repository_it_works_or_says_what_is_missing(path, run):
    ran = run(path, *given(path, file=None), stdin=b"{}\n" if path[-1] in ("compare", "same") else b"")
    assert ran.returncode in (0, 1, 2), ran.stderr
    assert b"Traceback" not in ran.stderr
    assert ran.returncode != 2 or ran.stderr.startswith((b"Error: ", b"There is "))


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
@pytest.mark.parametrize("path", PLAIN, ids=NAMES)
def test_a_code_page_without_the_characters_is_no_reason_to_fail(path, encoding, run):
    """CLI-01."""
    args = given(path)
    stdin = json.dumps({"id": 1, "a": ODD, "b": ODD}).encode() if path[-1] in ("compare", "same") else ODD.encode()
    ran = run(path, *args, stdin=stdin, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert ran.returncode in (0, 1, 2, 3), ran.stderr
    assert b"Traceback" not in ran.stderr
    assert b"a bug in Buddy" not in ran.stderr
    assert ran.stdout.decode("utf-8").isascii() or "�" not in ran.stdout.decode("utf-8")  # a pipe is given UTF-8


@pytest.mark.parametrize("path", PLAIN, ids=NAMES)
def test_an_unknown_option_is_answered_with_the_nearest_one(path, run):
    ran = run(path, "--formt", "json")
    assert ran.returncode == 2
    command = cli
    for name in path:
        command = command.get_command(click.Context(command), name)
    options = {opt for one in getattr(command, "default", command).params for opt in one.opts}
    assert (b"'--format'" in ran.stderr) == ("--format" in options), ran.stderr


@pytest.mark.parametrize(
    "args",
    [
        ["learnings", "list", "--file", "big.jsonl"],
        ["learnings", "list", "--file", "big.jsonl", "--format", "json"],
        ["learnings", "lint", "--file", "big.jsonl"],
        ["learnings", "search", "rule", "--file", "big.jsonl"],
        ["learnings", "export", "--to", "agents", "--file", "big.jsonl"],
        ["learnings", "import", "big.jsonl", "--file", "none.jsonl"],
        ["config", "schema"],
    ],
    ids=" ".join,
)
def test_a_reader_that_has_seen_enough_ends_it_quietly(args, here):
    """CLI-02."""
    rows = (json.dumps({"id": f"l_{n:010d}", "text": f"Rule {n} of module_{n}: keep it."}) for n in range(3_000))
    (here / "big.jsonl").write_text("\n".join(rows) + "\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "buddy.cli.main", *args],
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    _, err = process.communicate(timeout=120)
    assert process.returncode in (0, 1), err
    assert b"Traceback" not in err
    assert b"BrokenPipe" not in err


@pytest.mark.parametrize(
    "path",
    [("review",), ("context",), ("learnings", "list"), ("learnings", "lint"), ("learnings", "explain"), ("init",)],
    ids=" ".join,
)
def test_a_subfolder_gives_the_answer_of_the_top(path, here, run):
    """CLI-06."""
    top = here / "repo"
    (top / "deep/er").mkdir(parents=True)
    (top / ".buddy").mkdir()
    (top / ".buddy/learnings.jsonl").write_text(LINE + "\n", encoding="utf-8")
    (top / "deep/a.py").write_text("x = 1\n")
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "one"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@b.invalid"]
        subprocess.run(["git", *who, *command], cwd=top, check=True, capture_output=True)
    args = ["--format", "json"] if path != ("init",) else ["--dry-run", "--yes", "--format", "json"]
    there = run(path, *args, cwd=top)
    below = run(path, *args, cwd=top / "deep/er")
    assert (there.returncode, there.stdout) == (below.returncode, below.stdout), below.stderr


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"COLUMNS": "40"}, {"COLUMNS": "nonsense"}])
@pytest.mark.parametrize("path", [("learnings", "list"), ("learnings", "lint"), ("findings",)], ids=" ".join)
def test_no_colour_reaches_a_pipe_whatever_the_terminal_says(path, env, run):
    ran = run(path, *given(path), **env)
    assert ran.returncode in (0, 1), ran.stderr
    assert b"\x1b[" not in ran.stdout + ran.stderr
