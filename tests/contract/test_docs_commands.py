"""Commands that pages only mention are ones that exist, and the hook that a page shows does what it says."""

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from buddy.cli.groups import DefaultGroup
from buddy.cli.main import cli
from docs.reference.sessions import Reader
from tests.contract.pages import ROOT, fences, pages

LOCAL = (ROOT / "docs/how-to/local.md").read_text("utf-8")


def mentioned(text: str) -> list[str]:
    """Each call of buddy in blocks and spans of code, but for lines of usage."""
    blocks = [
        line for fence in fences(text) if fence.info.startswith(("console", "sh")) for line in fence.body.splitlines()
    ]
    spans = [span.replace("\\|", "|") for span in re.findall(r"`(buddy [^`]+)`", text)]
    calls = [part.strip().removeprefix("$ ") for line in [*blocks, *spans] for part in re.split(r"[|;]|&&|>", line)]
    return [call for call in calls if call.startswith("buddy ") and not re.search(r"\[|\.\.\.|…|COMMAND|FILE", call)]


def unknown(call: str) -> str | None:
    """What click has against the words, None where it takes them."""
    _, *words = shlex.split(call, comments=True)
    command: click.Command = cli
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), words[0]) if words else None
        if found is None:
            if not isinstance(command, DefaultGroup):
                return f"{command.name} has no {' '.join(words[:1]) or 'command of its own'}"
            command = command.default
        else:
            command, words = found, words[1:]
    try:
        command.make_parser(click.Context(command)).parse_args(list(words))
    except click.UsageError as error:
        return error.format_message()
    return None


CALLS = [(path, call) for path in pages() for call in mentioned(path.read_text("utf-8"))]


@pytest.mark.parametrize(("path", "call"), CALLS, ids=lambda value: value.name if isinstance(value, Path) else value)
def test_a_command_on_a_page_exists_with_its_options(path: Path, call: str) -> None:
    assert unknown(call) is None


@pytest.mark.parametrize("call", ["buddy reviw", "buddy review --no-such-option", "buddy learnings forget l_x"])
def test_a_command_that_does_not_exist_is_found(call: str) -> None:
    assert len(CALLS) > 20
    assert unknown(call) is not None


@pytest.mark.parametrize(("source", "code"), [("import os\n", 1), ("x = 1\n", 0)])
def test_the_hook_stops_a_push_with_a_finding_and_no_other(source: str, code: int, tmp_path: Path) -> None:
    (hook,) = (fence.body for fence in fences(LOCAL) if fence.info == "sh")
    reader = Reader(tmp_path)
    for command in (
        "git init --quiet --initial-branch main .",
        "git commit --quiet --allow-empty --message First",
        "git switch --quiet --create topic",
    ):
        reader.types(command)
    (reader.here / "a.py").write_text(source)
    script = tmp_path / "pre-push"
    script.write_text(hook)
    done = subprocess.run(
        ["sh", str(script)], cwd=reader.here, env=reader.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr


def test_the_hook_for_cursor_writes_the_notes_of_the_branch_and_takes_them_away_where_there_are_none(
    tmp_path: Path,
) -> None:
    (hook,) = (
        fence.body for fence in fences((ROOT / "docs/how-to/cursor.md").read_text("utf-8")) if fence.info == "sh"
    )
    reader = Reader(tmp_path)
    reader.has_the_example()
    script = reader.here / ".git/hooks/post-checkout"
    script.write_text(hook)
    script.chmod(0o755)
    reader.types("git switch --quiet --create third")
    rule = reader.here / ".cursor/rules/memory.mdc"
    assert rule.read_text().startswith("---\ndescription: ")
    assert "l_changelog" in rule.read_text()
    reader.types("git checkout --quiet --orphan empty")
    assert not rule.exists()
