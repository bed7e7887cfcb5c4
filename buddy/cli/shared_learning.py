"""`buddy learnings add --pr`: the repository, the token and the addresses, from variables and the remote `origin`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from buddy.cli.added_learning import Told, remarks
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.app.share_learning import Shared
    from buddy.core.edits.adding import Wish
    from buddy.core.record.outcome import Recorded

_VARIABLES = ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_API_URL")
_NAME = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")
_SCP = re.compile(r"(?:[^@/:]+@)?([^/:@]+):(?!//)/*(.+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Remote:
    """A repository on a host: `name` is owner/name, `server` its web address and `api` that of its API."""

    name: str
    server: str
    api: str


def shared(wish: Wish, *, dry_run: bool, now: datetime) -> Told:
    """The learning in the record pull request; raises InputError without a token or a repository, HostError at a no."""
    from pydantic import SecretStr

    from buddy.adapters.github.client import Client
    from buddy.adapters.github.host import GithubHost
    from buddy.adapters.github.pace import Pace
    from buddy.app.share_learning import share
    from buddy.cli.run_parts import between_writes

    token, remote = _token(os.environ), remote_of(os.environ)
    client = Client(
        repository=remote.name,
        token=SecretStr(token),
        base_url=remote.api,
        pace=Pace(between_writes=between_writes(os.environ)),
    )
    try:
        url = f"{remote.server}/{remote.name}"
        done = share(wish, host=GithubHost(client), repository_url=url, now=now, dry_run=dry_run)
    finally:
        client.close()
    return _told(done, remote)


def remote_of(environ: Mapping[str, str]) -> Remote:
    """GITHUB_REPOSITORY, else what the remote `origin` of the repository here names; raises InputError.

    A server that no variable names gets no token: `origin` may be anybody's.
    """
    from buddy.adapters.runner.settings import Settings

    given = {name: environ[name] for name in _VARIABLES if environ.get(name, "").strip()}
    settings = Settings.read(given)
    if settings.repository is not None:
        return Remote(name=settings.repository, server=settings.server_url, api=settings.api_url)
    host, name = _of_origin()
    if host != urlsplit(settings.server_url).netloc:
        raise InputError(
            f"the remote `origin` is on {host}, which gets no token unasked: set GITHUB_SERVER_URL and GITHUB_API_URL "
            "to its addresses."
        )
    return Remote(name=name, server=settings.server_url, api=settings.api_url)


def parsed_remote(address: str) -> tuple[str, str] | None:
    """Host and owner/name of an address that git takes; None where it is on no host."""
    if "://" in address:
        parts = urlsplit(address)
        host, path = parts.hostname or "", parts.path
        port = f":{parts.port}" if parts.port and parts.scheme.startswith("http") else ""
    else:
        found = _SCP.fullmatch(address)
        host, path, port = (found[1], found[2], "") if found else ("", "", "")
    name = path.strip("/").removesuffix(".git")
    return (host + port, name) if host and _NAME.fullmatch(name) else None


def _of_origin() -> tuple[str, str]:
    from buddy.adapters.git.repository import GitRepository

    address = GitRepository.discover(Path.cwd()).address_of("origin")
    found = parsed_remote(address or "")
    if found is None:
        raise InputError(
            "the remote `origin` names no repository on GitHub. Set GITHUB_REPOSITORY to owner/name, or add the remote."
        )
    return found


def _token(environ: Mapping[str, str]) -> str:
    found = next((value for name in ("GH_TOKEN", "GITHUB_TOKEN") if (value := environ.get(name, "").strip())), None)
    if found is None:
        raise InputError(
            "--pr needs a token of yours: set GH_TOKEN or GITHUB_TOKEN, such as to what `gh auth token` prints."
        )
    return found


def _told(done: Shared, remote: Remote) -> Told:
    recorded = done.recorded
    pull = None
    if recorded is not None:
        pull = {"number": recorded.pull, "url": recorded.url or recorded.open_it, "branch": recorded.branch}
    here = recorded is not None and done.placed.content is not None
    return Told(
        placed=done.placed,
        where={"file": None, "branch": None},
        written=here,
        pull=pull,
        next_step=_next_step(done, recorded) if recorded is not None and here else "",
        notes=(*remarks(done.placed), *(notice.message for notice in (recorded.notices if recorded else ()))),
    )


def _next_step(done: Shared, recorded: Recorded) -> str:
    if recorded.pull is not None:
        where = f"pull request #{recorded.pull} ({recorded.url})"
    else:
        where = f"the branch {recorded.branch}, without a pull request ({recorded.open_it})"
    return (
        f"It stands in {where}. Reviews know it once that is merged into {done.target}; the file of this work tree was "
        "not touched."
    )
