"""The command `buddy` (also `buddy-bot`): the table of its subcommands, each imported only when it is called."""

from __future__ import annotations

import sys
from pathlib import PurePath

import click

from buddy import __version__
from buddy.cli.boundary import run
from buddy.cli.groups import LazyGroup, Row

COMMANDS = {
    "init": Row(target="buddy.cli.init:init", help="Set this repository up for Buddy."),
    "doctor": Row(target="buddy.cli.doctor:doctor", help="Say what is wrong with this repository's set-up."),
    "review": Row(target="buddy.cli.review:review", help="Say what a review would say about this change."),
    "context": Row(target="buddy.cli.context:context", help="Print what an assistant should know for a change."),
    "learnings": Row(target="buddy.cli.learnings:learnings", help="Show what is remembered, and what of it applies."),
    "findings": Row(target="buddy.cli.findings:findings", help="Show what findings files say, with fingerprints."),
    "commands": Row(target="buddy.cli.commands:commands", help="Show what Buddy would read from a comment."),
    "demo": Row(target="buddy.cli.demo.command:demo", help="Watch Buddy review and learn, without a token."),
    "action": Row(target="buddy.cli.action:action", help="Run as the GitHub Action does, told by its variables."),
    "config": Row(target="buddy.cli.config:config", help="Check a configuration file, or print its schema."),
}

EPILOG = """\b
Examples:
  buddy review --findings ruff.sarif    what a review would say, before pushing
  buddy learnings list                  what this repository remembers
  buddy context --base main             what an assistant should know for this change
"""


@click.group(cls=LazyGroup, rows=COMMANDS, epilog=EPILOG)
@click.version_option(__version__, message="buddy %(version)s")
def cli() -> None:
    """Give code review a memory that lives in the repository."""


def main() -> int:
    """Run the command line of this process and give its exit code."""
    name = PurePath(sys.argv[0]).stem
    return run(cli, sys.argv[1:], program=name if name == "buddy-bot" else "buddy")


if __name__ == "__main__":
    sys.exit(main())
