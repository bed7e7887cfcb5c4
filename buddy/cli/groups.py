"""Groups of commands: imported lazily from a table, and an unknown name is answered with the nearest known one."""

from __future__ import annotations

import difflib
import importlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A command as the help page shows it; `target` is `module:attribute`, imported when the command is called."""

    target: str
    help: str


class NearestGroup(click.Group):
    """A group whose answer to an unknown command names the nearest one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", CONTEXT)
        super().__init__(*args, **kwargs)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            known = self.list_commands(ctx)
            raise click.UsageError(f"There is no command '{name}'{or_nearest(name, known)}", ctx)
        return super().resolve_command(ctx, args)


class LazyGroup(NearestGroup):
    """A group that knows its commands' names and one-line helps without importing them."""

    def __init__(self, *args: Any, rows: Mapping[str, Row], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = self.rows.get(cmd_name)
        if row is None:
            return None
        module, _, attribute = row.target.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, row.help) for name, row in self.rows.items()])


class DefaultGroup(NearestGroup):
    """Runs `default` unless the first argument is exactly a command's name: a file called `diff` is `./diff`."""

    def __init__(self, *args: Any, default: click.Command, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.default = default

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args and args[0] in self.commands:
            return super().make_context(info_name, args, parent=parent, **extra)
        if args and difflib.get_close_matches(args[0], self.commands, cutoff=0.7) and not os.path.exists(args[0]):
            context = click.Context(self.default, info_name=info_name, parent=parent)
            raise click.UsageError(
                f"There is no file or command '{args[0]}'{or_nearest(args[0], [*self.commands])}", context
            )
        return self.default.make_context(info_name, args, parent=parent, **extra)


def or_nearest(name: str, known: Sequence[str]) -> str:
    """The end of a sentence about an unknown name: the nearest one, or all of them when none is near."""
    near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else f"; there are: {', '.join(known)}."
