"""The respond verb: everything that was said and has no answer yet is answered, and what is approved recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from buddy.app.answering import Answerer, Prepared
from buddy.app.conversation import gather_conversation
from buddy.app.ports import JobLog, PullRequest, Refusal, RefusalKind, Workspace
from buddy.app.respond_tell import RespondDesk

ReviewAgain = Callable[[PullRequest, Prepared], int]
"""Reviews the whole change, writes the answers at its end, and gives the exit code."""

_TOLERATED = frozenset({RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION})


@dataclass(frozen=True, kw_only=True, slots=True)
class RespondOptions:
    """How the run ends. `read_only` says that the token cannot write and is not expected to (forks, dependabot)."""

    dry_run: bool = False
    read_only: bool = False


def respond(
    answerer: Answerer,
    *,
    workspace: Workspace,
    log: JobLog,
    options: RespondOptions,
    event: Mapping[str, Any],
    now: datetime,
    review_again: ReviewAgain | None = None,
) -> int:
    """The exit code. `review_again` takes over where somebody asks for a review; `event` is for the transcript.

    Raises Refusal for what a user has to change.
    """
    conversation = gather_conversation(answerer.job, host=answerer.host)
    prepared = answerer.prepare(conversation, now=now)
    pull = conversation.pull_request
    if prepared.plans.replies.reviews and review_again is not None and pull is not None:
        return review_again(pull, prepared)

    return answer(prepared, workspace=workspace, log=log, options=options, event=event)


def answer(
    prepared: Prepared, *, workspace: Workspace, log: JobLog, options: RespondOptions, event: Mapping[str, Any]
) -> int:
    """Tell the runner, then write; raises Refusal as `respond` does."""
    desk = RespondDesk(prepared=prepared, event=event, workspace=workspace, log=log)
    desk.tell()
    if options.dry_run:
        log.notice("Dry run: nothing was written.")
        return 0
    try:
        recorded, effects = prepared.write()
    except Refusal as refusal:
        desk.refused(refusal)
        if refusal.kind is RefusalKind.LOCKED or (options.read_only and refusal.kind in _TOLERATED):
            log.notice(f"No answer was written: {refusal}")
            return 0
        raise
    desk.done(effects, recorded)
    return 0
