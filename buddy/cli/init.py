"""`buddy init`: set a repository up for Buddy. It asks only people, only on a terminal, and replaces no file."""

from __future__ import annotations

import difflib
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import Nearest, format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put, put_json, say
from buddy.cli.tables import put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.core.hosting import RepositoryAbout
    from buddy.core.setup import Choices, Plan, PlannedFile, RepositoryFacts

EPILOG = """\b
Examples:
  buddy init --dry-run              show what would be written, as a diff
  buddy init --forks --tool eslint  for a repository that gets pull requests from forks
"""

TOOLS = ("ruff", "eslint", "golangci-lint", "bandit", "semgrep", "none")


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.option(
    "--forks/--no-forks", default=None, help="Whether pull requests come from forks.  [default: as GitHub says]"
)
@click.option(
    "--schedule/--no-schedule", default=None, help="Whether votes are counted every six hours.  [default: yes]"
)
@click.option("--tool", type=Nearest(*TOOLS), help="Whose findings are posted.  [default: what is used here]")
@click.option("--owner", metavar="@NAME", help="Who owns .buddy/ in CODEOWNERS.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Show what would be written; write nothing.")
@format_option()
def init(
    *,
    forks: bool | None,
    schedule: bool | None,
    tool: str | None,
    owner: str | None,
    yes: bool,
    dry_run: bool,
    form: str,
) -> int:
    """Set this repository up for Buddy.

    Writes two workflows, the configuration, an empty memory, and lines of .gitattributes and CODEOWNERS.
    Existing files are kept. Ends with 1 where something could not be written.
    """
    from buddy.adapters.disk.repository_files import RepositoryFiles
    from buddy.core.setup import plan

    top, facts = _facts()
    asking = form == "text" and not yes and not dry_run and sys.stdin.isatty() and sys.stderr.isatty()
    choices = _choices(facts, forks=forks, schedule=schedule, tool=tool, owner=owner, asking=asking)
    planned = plan(facts, choices)
    if asking and planned.due:
        for file in planned.due:
            say(f"  {file.path}")
        if not click.confirm(f"Write these {len(planned.due)} files?", default=True, err=True):
            say("Nothing was written.")
            return 0
    if not dry_run:
        RepositoryFiles(top).write(planned.due)
    if form == "json":
        put_json(_payload(planned, choices, written=not dry_run))
    else:
        _tell(planned, choices, dry_run=dry_run)
    return int(any(file.state.value == "blocked" for file in planned.files))


def _facts() -> tuple[Path, RepositoryFacts]:
    from buddy.adapters.disk.repository_files import RepositoryFiles
    from buddy.adapters.git.repository import GitRepository
    from buddy.core.errors import InputError
    from buddy.core.setup import RepositoryFacts, touched

    repository = GitRepository.discover(Path.cwd())
    top = Path(repository.top)
    if not (top / ".git").exists():
        raise InputError(f"{top} is a bare repository: run this in a work tree of it.")
    paths = repository.paths()
    owner, about = _owner_here(), _about()
    return top, RepositoryFacts(
        paths=paths,
        files=RepositoryFiles(top).look(touched(paths)),
        owner=owner,
        owner_is_person=about.owner_is_person if about is not None else None,
        has_forks=None if about is None or about.forks is None else about.forks > 0,
    )


def _owner_here() -> str | None:
    """Of the remote here, wherever it is; its name is all that is used."""
    from buddy.cli.remote import remote_here
    from buddy.core.errors import InputError

    try:
        _, name = remote_here()
    except InputError:
        name = os.environ.get("GITHUB_REPOSITORY", "")
    return name.partition("/")[0] or None


def _about() -> RepositoryAbout | None:
    """What GitHub says of the repository, where there is a token to ask with; it need not answer."""
    from buddy.app.ports import Refusal
    from buddy.cli.remote import connected, remote_if_known, token_of

    remote, token = remote_if_known(os.environ), token_of(os.environ)
    if remote is None or token is None:
        return None
    try:
        with connected(remote, token, patient=False) as host:
            return host.about()
    except Refusal as refusal:
        say(redact(f"{refusal} Without it, no forks are expected."))
        return None


def _choices(
    facts: RepositoryFacts,
    *,
    forks: bool | None,
    schedule: bool | None,
    tool: str | None,
    owner: str | None,
    asking: bool,
) -> Choices:
    from buddy.core.setup import defaults
    from buddy.core.setup.linters import Tool

    chosen = defaults(facts)
    if asking and forks is None:
        forks = click.confirm("Do pull requests come from forks?", default=chosen.forks, err=True)
    if asking and tool is None:
        tool = click.prompt("Whose findings are posted?", type=Nearest(*TOOLS), default=chosen.tool.value, err=True)
    if asking and owner is None and chosen.owner is None:
        asked = click.prompt("Who owns .buddy/ in CODEOWNERS? (@NAME, empty for nobody)", default="", err=True)
        owner = asked or None
    return replace(
        chosen,
        forks=chosen.forks if forks is None else forks,
        schedule=chosen.schedule if schedule is None else schedule,
        tool=chosen.tool if tool is None else Tool(tool),
        owner=chosen.owner if owner is None else _owner(owner),
    )


def _owner(given: str) -> str:
    if not re.fullmatch(r"@?[A-Za-z0-9][A-Za-z0-9-]*(/[A-Za-z0-9._-]+)?", given):
        raise click.BadParameter(f"'{given}' must be @NAME, or @ORGANIZATION/TEAM", param_hint="--owner")
    return f"@{given.removeprefix('@')}"


def _payload(planned: Plan, choices: Choices, *, written: bool) -> dict[str, object]:
    files = [
        {
            "path": file.path,
            "state": file.state.value,
            "why": redact(file.why) or None,
            "written": written and file.is_written,
            "diff": redact("".join(_diff(file))) if file.is_written or file.state.value == "kept" else None,
        }
        for file in planned.files
    ]
    chosen = {"forks": choices.forks, "schedule": choices.schedule, "tool": choices.tool.value, "owner": choices.owner}
    return {"files": files, "choices": chosen, "remarks": list(planned.remarks)}


def _tell(planned: Plan, choices: Choices, *, dry_run: bool) -> None:
    if dry_run:
        for file in planned.files:
            if file.is_written or file.state.value == "kept":
                put(redact("".join(_diff(file))))
    put_rows([(file.state.value, file.path, redact(file.why) or "-") for file in planned.files])
    for remark in planned.remarks:
        say(remark)
    count = len(planned.due)
    if not count:
        say("Nothing to do.")
    elif dry_run:
        say(f"{count} files would be written.")
    else:
        say(f"{count} files written. Commit them, and allow Actions to open pull requests: `buddy doctor` says how.")
    if choices.tool.value == "none":
        say("No linter was chosen, so reviews have no findings yet: give --tool, or add your own to the workflow.")


def _diff(file: PlannedFile) -> list[str]:
    """Of a kept file: what it lacks and has more than the one that would be written."""
    before = (file.before or b"").decode("utf-8", "replace").splitlines()
    after = file.after.decode("utf-8", "replace").splitlines()
    old = f"a/{file.path}" if file.before is not None else "/dev/null"
    kept = " (kept as it is)" if file.state.value == "kept" else ""
    lines = list(difflib.unified_diff(before, after, old, f"b/{file.path}{kept}", lineterm=""))
    return [f"{line}\n" for line in lines or [f"--- {old}", f"+++ b/{file.path} (empty)"]]
