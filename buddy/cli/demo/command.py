"""The command: options, the console, and the story's exit code."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from buddy.cli.demo.story import tell


@click.command(
    epilog="""\b
Example:
  buddy demo --svg pull-request.svg
"""
)
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Also draw the pull request as an SVG.")
def demo(svg: Path | None) -> int:
    """Watch Buddy review and learn, without a token.

    Starts a small GitHub on this machine, with a real git repository behind it, and runs the real action on it: reviews
    with a memory, a maintainer who disagrees and one who says something once, the pull requests that record it, and
    what is refused. Takes half a minute at most, needs no token, and leaves nothing behind.
    """
    return tell(Console(highlight=False), svg=svg)
