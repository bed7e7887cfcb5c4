"""What recording came to, and every sentence that it says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from buddy.core.notice import Notice
from buddy.core.record.pending import State
from buddy.core.text.surfaces import code_span


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """`pull` is the open record pull request and `url` its page, None where there is none.

    `branch` is the one that was written or would be, None where it was not looked for. `states` has every entry that
    was handed over. `open_it` is the page on which a person opens the pull request that Buddy may not open. `wrote`
    says that the branch or the pull request were changed.
    """

    pull: int | None = None
    url: str | None = None
    branch: str | None = None
    states: Mapping[str, State]
    notices: tuple[Notice, ...] = ()
    open_it: str | None = None
    wrote: bool = False


def no_target(target: str) -> Notice:
    return Notice(
        id="record-no-target",
        message=f"The branch {code_span(target)} has no commit, so nothing can be recorded for it yet.",
    )


def file_not_writable(file: str, target: str, why: str) -> Notice:
    return Notice(
        id="record-file-not-writable",
        message=f"{code_span(file)} on {code_span(target)} is left as it is: {why}. Repair it there; what was approved "
        "is recorded by the run after that.",
    )


def branch_not_writable(file: str, branch: str, why: str) -> Notice:
    return Notice(
        id="record-branch-not-writable",
        message=f"{code_span(file)} on {code_span(branch)} is left as it is: {why}. Repair it there, or close its pull "
        "request.",
    )


def branches_taken(branch: str) -> Notice:
    return Notice(
        id="record-branches-taken",
        message=f"{code_span(branch)} and its numbered ones hold commits of somebody else. Delete them, or name "
        "another branch in `record.branch`.",
    )


def refused(why: str) -> Notice:
    return Notice(id="record-refused", message=f"What was approved could not be recorded and stays pending. {why}")


def may_not_open(branch: str, link: str) -> Notice:
    return Notice(
        id="record-may-not-open-pull-requests",
        message=f"What was approved stands on {code_span(branch)}, but Buddy may not open its pull request: open it at "
        f"{link}, and switch on 'Allow GitHub Actions to create and approve pull requests' under Settings > Actions > "
        "General, or give the input `record-token`.",
    )


def interval(count: int, due: datetime) -> Notice:
    return Notice(
        id="record-waits",
        message=f"{_learnings(count)} for the next record pull request, which may be opened from "
        f"{due:%Y-%m-%d %H:%M} UTC on (`record.minIntervalHours`).",
    )


def batch_full(count: int, most: int) -> Notice:
    return Notice(
        id="record-batch-full",
        message=f"{_learnings(count)} for the next record pull request: the open one has {most}, the most that "
        "`record.maxBatch` allows.",
    )


def entry_blocked(key: str, why: str) -> Notice:
    return Notice(id="record-entry-blocked", message=f"{code_span(key)} cannot be recorded: {why}.")


def not_brought_up(branch: str) -> Notice:
    return Notice(
        id="record-branch-behind",
        message=f"People changed other files on {code_span(branch)}, so Buddy does not merge its target into it: use "
        "'Update branch' where that is wanted.",
    )


def _learnings(count: int) -> str:
    return "1 learning waits" if count == 1 else f"{count} learnings wait"
