"""The group `buddy learnings`: the table of its subcommands, each imported only when it is called."""

from __future__ import annotations

import click

from buddy.cli.groups import LazyGroup, Row

COMMANDS = {
    "list": Row(target="buddy.cli.learnings_list:list_", help="List the records of a learnings file, in its order."),
    "show": Row(target="buddy.cli.learnings_show:show", help="Show one record with everything its line says."),
    "search": Row(target="buddy.cli.learnings_search:search", help="Find records by their words, the best first."),
    "explain": Row(
        target="buddy.cli.learnings_explain:explain",
        help="Say which learnings a change is given, and why not the others.",
    ),
    "add": Row(target="buddy.cli.learnings_add:add", help="Add a learning to the file of this work tree."),
    "remove": Row(target="buddy.cli.learnings_remove:remove", help="Take learnings out of force."),
    "pin": Row(target="buddy.cli.learnings_pin:pin", help="Give learnings the trust that only a person gives."),
    "unpin": Row(target="buddy.cli.learnings_pin:unpin", help="Take the trust of pinned learnings back."),
    "fmt": Row(target="buddy.cli.learnings_fmt:fmt", help="Fold repeated ids and put the lines in order."),
    "lint": Row(target="buddy.cli.learnings_lint:lint", help="Say what is wrong with the memory, line by line."),
    "extract": Row(target="buddy.cli.learnings_extract:extract", help="Show what a comment on stdin would teach."),
    "export": Row(target="buddy.cli.learnings_export:export", help="Hand the learnings in force to another tool."),
    "import": Row(
        target="buddy.cli.learnings_import:import_", help="Take in what other tools remember, after showing it."
    ),
    "compare": Row(target="buddy.cli.learnings_compare:compare", help="Show how pairs of statements relate."),
}

EPILOG = """\b
Example:
  buddy learnings list --path src/a.py
"""


@click.group(cls=LazyGroup, rows=COMMANDS, epilog=EPILOG)
def learnings() -> None:
    """Show what is remembered, and what of it applies."""
