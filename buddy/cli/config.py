"""`buddy config`: check a configuration file before it is merged, and print the JSON Schema that editors use."""

from __future__ import annotations

import json
from pathlib import Path

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT, NearestGroup
from buddy.cli.places import default_file, read_bytes
from buddy.cli.streams import put, put_json, say
from buddy.core.errors import InputError

FILE = ".buddy/config.yml"


@click.group(cls=NearestGroup)
def config() -> None:
    """Check a configuration file, or print its schema."""


@config.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy config schema > buddy.schema.json")
def schema() -> None:
    """Print the JSON Schema of the configuration.

    Editors complete and check `.buddy/config.yml` with it.
    """
    from buddy.core.config import json_schema  # pydantic: not for every start

    put(json.dumps(json_schema(), indent=2))


@config.command(context_settings=CONTEXT, epilog="\b\nExample:\n  buddy config check .buddy/config.yml")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Exit with 1 when there is a warning.")
@format_option()
def check(*, file: Path | None, strict: bool, form: str) -> int:
    """Say what is wrong with FILE.

    The default is `.buddy/config.yml` of this work tree. A review reads the file of the base branch instead: what
    is checked here counts from its merge on.
    """
    from buddy.core.config_file import load_strict

    path = file or default_file(FILE, option="FILE")
    content = read_bytes(path)
    problems: tuple[str, ...] = ()
    notices: list[dict[str, str]] = []
    try:
        loaded = load_strict(content, name=str(path))
        notices = [{"id": notice.id, "message": notice.message} for notice in loaded.notices]
    except InputError as error:
        if form == "text":
            raise
        problems = error.problems
    if form == "json":
        put_json({"file": str(path), "problems": list(problems), "notices": notices})
    else:
        for notice in notices:
            say(f"Warning: {notice['message']} [{notice['id']}]")
        put(f"{path}: usable" + (f", with {len(notices)} warning(s)" if notices else ""))
    return 2 if problems else int(strict and bool(notices))
