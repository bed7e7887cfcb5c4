"""The repository on a host that a command here is about, and a connection to it: from variables and `origin`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.adapters.github.host import GithubHost

_VARIABLES = ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_API_URL")
_NAME = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")
_SCP = re.compile(r"(?:[^@/:]+@)?([^/:@]+):(?!//)/*(.+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Remote:
    """A repository on a host: `name` is owner/name, `server` its web address and `api` that of its API."""

    name: str
    server: str
    api: str


@contextmanager
def connected(remote: Remote, token: str | None, *, patient: bool = True) -> Iterator[GithubHost]:
    """The repository on its host, until the end of the block; without a token as anybody may ask.

    Who is not `patient` hears of a rate limit at once.
    """
    from pydantic import SecretStr

    from buddy.adapters.github.client import Client
    from buddy.adapters.github.host import GithubHost
    from buddy.adapters.github.pace import TOTAL_WAIT, Pace
    from buddy.cli.run_parts import between_writes

    client = Client(
        repository=remote.name,
        token=SecretStr(token) if token else None,
        base_url=remote.api,
        pace=Pace(between_writes=between_writes(os.environ), total_wait=TOTAL_WAIT if patient else 0),
    )
    try:
        yield GithubHost(client)
    finally:
        client.close()


def token_of(environ: Mapping[str, str]) -> str | None:
    """GH_TOKEN, else GITHUB_TOKEN; None where neither is set."""
    return next((value for name in ("GH_TOKEN", "GITHUB_TOKEN") if (value := environ.get(name, "").strip())), None)


def remote_of(environ: Mapping[str, str]) -> Remote:
    """GITHUB_REPOSITORY, else what the remote of the repository here names; raises InputError.

    The remote is `origin`, or the only one.
    A server that no variable names gets no token: `origin` may be anybody's.
    """
    from buddy.adapters.runner.settings import Settings

    given = {name: environ[name] for name in _VARIABLES if environ.get(name, "").strip()}
    settings = Settings.read(given)
    own = "GITHUB_API_URL" in given or settings.server_url == Settings.read({}).server_url
    api = settings.api_url if own else f"{settings.server_url}/api/v3"
    if settings.repository is not None:
        return Remote(name=settings.repository, server=settings.server_url, api=api)
    host, name = remote_here()
    if host != urlsplit(settings.server_url).netloc:
        raise InputError(
            f"the remote is on {host}, which gets no token unasked: set GITHUB_SERVER_URL to its address, "
            "and GITHUB_API_URL where its API is not below /api/v3."
        )
    return Remote(name=name, server=settings.server_url, api=api)


def remote_if_known(environ: Mapping[str, str]) -> Remote | None:
    """As `remote_of`, None where that raises for want of a remote that may be asked."""
    try:
        return remote_of(environ)
    except InputError:
        return None


def parsed_remote(address: str) -> tuple[str, str] | None:
    """Host and owner/name of an address that git takes; None where it is on no host."""
    if "://" in address:
        try:
            parts = urlsplit(address)
            port = f":{parts.port}" if parts.port and parts.scheme.startswith("http") else ""
        except ValueError:  # what looks like a port or an IPv6 address and is none
            return None
        host, path = parts.hostname or "", parts.path
    else:
        found = _SCP.fullmatch(address)
        host, path, port = (found[1], found[2], "") if found else ("", "", "")
    name = path.strip("/").removesuffix(".git")
    return (host + port, name) if host and _NAME.fullmatch(name) else None


def remote_here() -> tuple[str, str]:
    """Host and owner/name of the remote of the repository here; raises InputError."""
    from buddy.adapters.git.repository import GitRepository

    address = GitRepository.discover(Path.cwd()).remote_address()
    found = parsed_remote(address or "")
    if found is None:
        raise InputError(
            "no remote here names a repository on GitHub. Set GITHUB_REPOSITORY to owner/name, or add the remote."
        )
    return found
