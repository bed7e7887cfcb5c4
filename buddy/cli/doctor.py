"""`buddy doctor`: what is wrong with the set-up on the default branch, with a remedy and a link for each."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows
from buddy.core.errors import InputError
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.cli.remote import Remote
    from buddy.core.doctor import Result, Standing

EPILOG = """\b
Examples:
  buddy doctor                            this repository; without a token, only what is in git
  buddy doctor --repo octo/widgets        another one, with GITHUB_TOKEN or GH_TOKEN set
"""


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.option("--repo", metavar="OWNER/NAME", help="The repository on GitHub.  [default: that of the remote]")
@format_option()
def doctor(*, repo: str | None, form: str) -> int:
    """Say what is wrong with this repository's set-up.

    Looks at the default branch, as reviews do, and at GitHub's settings where the token may look; "unknown" where it
    may not. Ends with 1 where there is a problem.
    """
    from buddy.core.doctor import examine

    standing = _standing(repo)
    results = examine(standing)
    mode = "rules-only" if standing.loaded.config.ai.model is None else standing.loaded.config.ai.model
    if form == "json":
        checks = [_row(result) for result in results]
        put_json({"branch": standing.branch, "checks": checks, "reviewer": mode, "extractor": mode})
    else:
        _tell(results)
        say(f"Looked at {standing.branch}. reviewer: {mode} · extractor: {mode}")
    return int(any(result.verdict.value == "problem" for result in results))


def _row(result: Result) -> dict[str, object]:
    return {
        "code": result.code,
        "verdict": result.verdict.value,
        "found": [redact(one) for one in result.found],
        "remedy": result.remedy,
        "link": result.link,
    }


def _tell(results: tuple[Result, ...]) -> None:
    put_rows([(result.verdict.value, result.code, redact("; ".join(result.found)) or "-") for result in results])
    for result in results:
        if result.verdict.value != "ok":
            say(f"{result.code}: {result.remedy} {result.link}")
    counts = [sum(result.verdict.value == word for result in results) for word in ("problem", "unknown")]
    say(f"{counts[0]} problems, {counts[1]} unknown.")


def _standing(repo: str | None) -> Standing:
    from buddy.adapters.git.repository import GitRepository
    from buddy.app.examine_setup import standing_here, standing_on_host
    from buddy.cli.remote import connected, remote_if_known, remote_of, token_of

    token = token_of(os.environ)
    if repo is not None:
        if token is None:
            raise InputError("--repo needs a token: set GITHUB_TOKEN or GH_TOKEN.")
        if not re.fullmatch(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+", repo):
            raise InputError(f"--repo '{repo}' must be OWNER/NAME")
        remote: Remote | None = remote_of({**os.environ, "GITHUB_REPOSITORY": repo})
    else:
        remote = remote_if_known(os.environ)
    page = f"{remote.server}/{remote.name}" if remote is not None else ""
    if remote is None or token is None:
        return standing_here(GitRepository.discover(Path.cwd()), page=page)
    with connected(remote, token, patient=False) as host:
        return standing_on_host(host, page=page)
