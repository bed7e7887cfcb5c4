"""The command as a whole: its name, its help, what it imports, and what it says to a wrong name."""

import click
import pytest

from buddy import __version__
from buddy.cli.groups import LazyGroup
from buddy.cli.main import cli

HEAVY = ("github", "numpy", "pydantic", "rich", "yaml", "rank_bm25", "msgspec", "pathspec")


def every_command(command=cli, path=("buddy",)):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from every_command(command.get_command(context, name), (*path, name))


ALL = list(every_command())


@pytest.mark.parametrize("args", [["--version"], ["--help"]])
def test_version_and_help_import_nothing_heavy(args, python):
    code = f"import sys; from buddy.cli.main import cli; from buddy.cli.boundary import run; run(cli, {args!r})\n"
    code += f"print([name for name in {HEAVY!r} if name in sys.modules])"
    ran = python("-c", code)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "[]")


def test_version_is_the_packages(buddy):
    assert buddy("--version").out == f"buddy {__version__}\n"


def test_the_help_of_a_row_is_the_first_line_of_the_commands_own_help():
    groups = [command for _, command in ALL if isinstance(command, LazyGroup)]
    assert {group.name for group in groups} >= {"cli", "learnings"}
    for group in groups:
        for name, row in group.rows.items():
            command = group.get_command(click.Context(group), name)
            assert (command.help or "").splitlines()[0] == row.help, name


@pytest.mark.parametrize(("path", "command"), ALL, ids=[" ".join(path) for path, _ in ALL])
def test_every_help_fits_a_screen_and_every_plain_command_shows_an_example(path, command, buddy):
    ran = buddy(*path[1:], "--help")
    assert ran.code == 0
    assert len(ran.out.splitlines()) <= 30
    assert max(map(len, ran.out.splitlines())) <= 100
    if isinstance(command, LazyGroup) or not isinstance(command, click.Group):
        assert "Example" in ran.out


def test_no_arguments_show_the_help_as_talk_and_are_a_usage_error(buddy):
    ran = buddy()
    assert (ran.code, ran.out) == (2, "")
    assert "Commands:" in ran.err


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (["confg"], "did you mean 'config'?"),
        (["CONFIG"], "did you mean 'config'?"),
        (["config", "chek"], "did you mean 'check'?"),
        (["config", "check", "--stric"], "Did you mean '--strict'?"),
        (["config", "check", "--format", "jsn"], "did you mean 'json'?"),
        (["findings", "dif", "a.sarif", "--new", "b.sarif"], "did you mean 'diff'?"),
        (["config", "zzz"], "there are: check, schema."),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest_right_one(args, near, buddy):
    ran = buddy(*args)
    assert (ran.code, ran.out) == (2, "")
    assert near in ran.err
    assert "--help" in ran.err
