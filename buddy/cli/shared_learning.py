"""`buddy learnings add --pr`: the repository, the token and the addresses, from variables and the remote `origin`."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING

from buddy.cli.added_learning import Told, remarks
from buddy.cli.remote import Remote, connected, remote_of, token_of
from buddy.core.errors import InputError

if TYPE_CHECKING:
    from buddy.app.share_learning import Shared
    from buddy.core.edits.adding import Wish
    from buddy.core.record.outcome import Recorded


def shared(wish: Wish, *, dry_run: bool, now: datetime) -> Told:
    """The learning in the record pull request; raises InputError without a token or a repository, HostError at a no."""
    from buddy.app.share_learning import share

    token, remote = _token(), remote_of(os.environ)
    with connected(remote, token) as host:
        done = share(wish, host=host, repository_url=f"{remote.server}/{remote.name}", now=now, dry_run=dry_run)
    return _told(done, remote)


def _token() -> str:
    found = token_of(os.environ)
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
