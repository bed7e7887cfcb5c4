"""Option values from a closed set, shared by the commands; a wrong one is answered with the nearest right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from buddy.cli.groups import or_nearest

Command = TypeVar("Command", bound=Callable[..., Any])


class Nearest(click.Choice[str]):
    """A choice that ignores case and guesses what was meant."""

    def __init__(self, *choices: str) -> None:
        super().__init__(choices, case_sensitive=False)

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return f"'{value}' is not possible{or_nearest(str(value), list(self.choices))}"


def format_option(*more: str) -> Callable[[Command], Command]:
    """`--format`, which is `text` or `json` for every command, and what the command has more."""
    return click.option(
        "--format", "form", type=Nearest("text", "json", *more), default="text", show_default=True, help="How to print."
    )
