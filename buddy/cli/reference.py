"""The reference page of the command line, made from the commands themselves: `make docs` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from buddy.cli.groups import DefaultGroup


def page(root: click.Command, *, name: str) -> str:
    """Markdown: a section a command, in the order of the help pages."""
    lines = [
        "# The command line",
        "",
        f"Written from the commands by `make docs`. `{name} COMMAND --help` says the same. Data goes to stdout, talk to"
        " stderr; colour and progress are for terminals alone (`NO_COLOR` is heeded)."
        " See also [exit codes](exit-codes.md) and [JSON output](json.md).",
        "",
    ]
    for path, command in _commands(root, (name,)):
        lines += _section(path, command)
    return "\n".join(lines)


def _commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Those that do something, depth first; a group that only holds others is not one of them."""
    if isinstance(command, DefaultGroup):
        yield path, command.default
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        if found is not None and not found.hidden:
            yield from _commands(found, (*path, name))


def _section(path: tuple[str, ...], command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=" ".join(path), max_content_width=100)
    yield f"## {' '.join(path)}"
    yield ""
    yield from _paragraphs(command.help or "")
    yield "```console"
    yield f"$ {context.command_path} {' '.join(command.collect_usage_pieces(context))}"
    yield "```"
    yield ""
    options = [option for option in command.params if isinstance(option, click.Option)]
    if options:
        yield from ("| option | meaning |", "|---|---|")
        yield from (_row(option, context) for option in options)
        yield ""
    yield from _examples(command.epilog or "")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield " ".join(paragraph.split())
        yield ""


def _row(option: click.Option, context: click.Context) -> str:
    record: Any = option.get_help_record(context)
    names, meaning = record
    return f"| `{_cell(names)}` | {_cell(meaning)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _examples(epilog: str) -> Iterator[str]:
    """The indented lines of the paragraph that begins with `Example`."""
    for paragraph in epilog.replace("\b\n", "").split("\n\n"):
        title, *lines = paragraph.strip("\n").split("\n")
        if title.startswith("Example"):
            yield "```console"
            yield from (f"$ {line.strip()}" for line in lines)
            yield "```"
            yield ""
