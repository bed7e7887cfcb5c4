"""Reading a pull request without a review: its change, its base's memory, its own memory. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass

from buddy.app.base_memory import load_base_memory
from buddy.app.memory_reading import CONFIG_FILE
from buddy.app.open_memory import OpenedMemory
from buddy.app.ports import Host
from buddy.core.change import Change
from buddy.core.hosting import PullRequest
from buddy.core.memory.snapshot import PrMemory
from buddy.core.notice import Notice
from buddy.core.review.own import Whose, find_own
from buddy.core.review.recollection import recollect


@dataclass(frozen=True, kw_only=True, slots=True)
class PullChange:
    """A pull request and the memory that its review is given (P1). `sha` is the commit it stands at.

    `files` are the paths of that commit, None where the host cut the list.
    """

    pull: PullRequest
    change: Change
    memory: OpenedMemory
    sha: str
    files: tuple[str, ...] | None


def change_of_pull(host: Host, number: int, *, config_file: str = CONFIG_FILE) -> PullChange:
    """Raises Refusal, such as for a number that is no pull request."""
    pull = host.pull_request(number)
    base = load_base_memory(host, base=pull.base_ref, default_branch=pull.default_branch, config_file=config_file)
    file = base.config.ai.learnings.file
    return PullChange(
        pull=pull,
        change=host.changed_files(number, total=pull.changed_files),
        memory=OpenedMemory(
            config=base.config,
            document=base.document,
            source=f"{file} on {base.loaded_from} ({base.sha[:12]})",
            notices=base.notices,
        ),
        sha=base.sha,
        files=None if base.tree.truncated else base.files,
    )


def memory_of_pull(
    host: Host, pull: PullRequest, *, login: str | None, key: bytes | None
) -> tuple[PrMemory | None, tuple[Notice, ...]]:
    """What Buddy noted in its own comments there, None where there is nothing, and what of it is not trusted."""
    whose = Whose(login=login, key=key, repo=pull.base_repo_id, pr=pull.number)
    own = find_own(whose, comments=host.comments(pull.number), review_comments=host.review_comments(pull.number))
    found = recollect(own, repo=pull.base_repo_id, pr=pull.number)
    return found.memory, found.notices
