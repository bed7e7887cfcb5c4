"""Every command is shown on some page with what it really prints, played and written by `make docs`."""

import shlex
from collections.abc import Iterator
from itertools import pairwise

import click
import pytest

from buddy.cli.groups import DefaultGroup
from buddy.cli.main import cli
from tests.contract.pages import fences, pages

ELSEWHERE = {
    ("action",): "told by the variables of a runner, and answers on GitHub: the end-to-end tests run it",
    ("demo",): "a story for a terminal; the picture in the README is drawn from it by `make docs`",
}
"""Commands that no page can play, with the reason."""


def commands(command: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of each command that does something, groups with a default among them."""
    if not isinstance(command, click.Group):
        yield path
        return
    if isinstance(command, DefaultGroup):
        yield path
    for name in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), name)
        assert found is not None
        yield from commands(found, (*path, name))


def shown(text: str) -> set[tuple[str, ...]]:
    """The commands below which a played fence shows at least one line."""
    lines = [
        line
        for fence in fences(text)
        if fence.info.startswith(("console session", "console example"))
        for line in [*fence.body.splitlines(), "$ "]
    ]
    typed = [line for line, below in pairwise(lines) if not below.startswith("$ ")]
    calls = (part.strip() for line in typed for part in line.removeprefix("$ ").split(" | "))
    return {_command(call.removeprefix("buddy ")) for call in calls if call.startswith("buddy ")}


@pytest.mark.parametrize("path", sorted({*commands()} - ELSEWHERE.keys()), ids=" ".join)
def test_a_command_is_shown_with_what_it_prints(path: tuple[str, ...]) -> None:
    assert path in {found for page in pages() for found in shown(page.read_text(encoding="utf-8"))}


def test_a_command_without_output_or_in_a_fence_that_is_not_played_is_not_shown() -> None:
    page = "```console {}\n$ buddy learnings fmt\n{}```\n"
    assert shown(page.format("session", "In order.\n")) == {("learnings", "fmt")}
    assert shown(page.format("session", "")) == shown(page.format("", "In order.\n")) == set()


def test_only_commands_that_exist_are_excused() -> None:
    assert {*commands()} >= ELSEWHERE.keys()


def _command(call: str) -> tuple[str, ...]:
    command: click.Command = cli
    path: tuple[str, ...] = ()
    for word in shlex.split(call, comments=True):
        found = command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
        if found is None:
            break
        command, path = found, (*path, word)
    return path
