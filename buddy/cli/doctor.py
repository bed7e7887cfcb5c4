"""`buddy doctor`: what is wrong with the set-up on the default branch, with a remedy and a link for each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows
from buddy.core.errors import InputError
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.adapters.github.client import Client
    from buddy.core.doctor import Result, Standing
    from buddy.core.hosting import TreeEntry

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


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asked:
    """What GitHub said of the repository; None each where it did not."""

    about: Mapping[str, Any] | None = None
    actions: Mapping[str, Any] | None = None
    rules: list[Any] | None = None


def _standing(repo: str | None) -> Standing:
    from pydantic import SecretStr

    from buddy.adapters.github.client import Client
    from buddy.adapters.github.pace import Pace
    from buddy.adapters.runner.settings import PUBLIC_API, PUBLIC_SERVER

    token = next((os.environ[name] for name in ("GITHUB_TOKEN", "GH_TOKEN") if os.environ.get(name)), None)
    slug = repo or os.environ.get("GITHUB_REPOSITORY") or _remote()
    if slug is not None and slug.count("/") != 1:
        raise InputError(f"--repo '{slug}' must be OWNER/NAME")
    page = f"{os.environ.get('GITHUB_SERVER_URL', '').rstrip('/') or PUBLIC_SERVER}/{slug}" if slug else ""
    if slug is None or token is None:
        if repo is not None:
            raise InputError("--repo needs a token: set GITHUB_TOKEN or GH_TOKEN.")
        return _local(page)
    address = os.environ.get("GITHUB_API_URL") or PUBLIC_API
    client = Client(repository=slug, token=SecretStr(token), base_url=address, pace=Pace(total_wait=0))
    try:
        return _remote_standing(client, page)
    finally:
        client.close()


def _remote_standing(client: Client, page: str) -> Standing:
    from buddy.adapters.github.host import GithubHost

    about = client.get("", doing="Reading the repository")
    about = about if isinstance(about, dict) else {}
    branch = str(about.get("default_branch") or "main")
    host = GithubHost(client)
    tip = host.branch(branch)
    tree = host.tree(tip.sha) if tip is not None else None
    asked = _Asked(
        about=about,
        actions=_allowed(client, "/actions/permissions/workflow"),
        rules=_allowed(client, "/rules/branches/buddy/learnings"),
    )
    return _assembled(branch, {} if tree is None else tree.entries, host.blob, page=page, asked=asked)


def _allowed(client: Client, path: str) -> Any:
    """The answer, None where the token may not look; without any answer the Refusal ends the command."""
    from buddy.app.ports import Refusal, RefusalKind

    unseen = {
        RefusalKind.READ_ONLY,
        RefusalKind.MISSING_PERMISSION,
        RefusalKind.SINGLE_SIGN_ON,
        RefusalKind.NOT_FOUND,
    }
    try:
        return client.get(path, doing="Looking at a setting")
    except Refusal as refusal:
        if refusal.kind in unseen:
            return None
        raise


def _local(page: str) -> Standing:
    from buddy.adapters.git.repository import GitRepository

    repository = GitRepository.discover(Path.cwd())
    branch = repository.default_branch()
    commit = repository.commit(branch or "HEAD")
    if commit is None:
        raise InputError("this repository has no commit yet: commit what `buddy init` writes first.")
    return _assembled(branch or "HEAD", repository.tree(commit), repository.blob, page=page, asked=None)


def _remote() -> str | None:
    from buddy.adapters.git.repository import GitRepository
    from buddy.core.setup.facts import slug_of

    return slug_of(GitRepository.discover(Path.cwd()).remote_address() or "")


def _assembled(branch: str, tree: Mapping[str, TreeEntry], blob: Any, *, page: str, asked: _Asked | None) -> Standing:
    from buddy.cli.places import LARGEST_FILE
    from buddy.core.config_file import load_lenient
    from buddy.core.doctor import Standing, read_first
    from buddy.core.setup.config_text import CONFIG

    files = {entry.path: blob(entry.sha) for entry in read_first(tree)}
    loaded = load_lenient(files.get(CONFIG))
    memory = tree.get(loaded.config.ai.learnings.file)
    if memory is not None and memory.is_regular_file and (memory.size or 0) <= LARGEST_FILE:
        files[memory.path] = blob(memory.sha)
    about = (asked.about if asked else None) or {}
    actions = asked.actions if asked else None
    rules = asked.rules if asked else None
    return Standing(
        branch=branch,
        tree=tree,
        files=files,
        page=page,
        has_token=asked is not None,
        archived=about.get("archived"),
        permissions=about.get("permissions", {}) if asked else None,
        creates_pulls=(actions or {}).get("can_approve_pull_request_reviews"),
        record_branch_rules=None if rules is None else tuple(str(rule.get("type")) for rule in rules),
        loaded=loaded,
    )
