"""`review`, `pause`, `resume`: what Buddy does on this pull request."""

from __future__ import annotations

from buddy.core.commands import Pause, Resume, Review
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.situation import Request, Situation


def review(command: Review, request: Request, situation: Situation) -> Answer:
    """The run reviews the whole change, paused or not."""
    return on_open_pull(situation) or _answered("The whole change is reviewed again, by this run.")


def pause(command: Pause, request: Request, situation: Situation) -> Answer:
    """Until `resume`, pushes are not reviewed and nothing is proposed."""
    say = "Paused on this pull request: pushes are not reviewed and nothing is proposed. `resume` ends it."
    return on_open_pull(situation) or _answered(say)


def resume(command: Resume, request: Request, situation: Situation) -> Answer:
    """The next push is reviewed again."""
    return on_open_pull(situation) or _answered("Resumed: the next push is reviewed. `review` reviews at once.")


def on_open_pull(situation: Situation) -> Answer | None:
    """Why not here; None on an open pull request."""
    if not situation.on_pull:
        return refused(Unable.NEEDS_PULL_REQUEST, "This works on pull requests only.")
    return None if situation.is_open else refused(Unable.CLOSED, "The pull request is closed.")


def _answered(say: str) -> Answer:
    return Answer(outcome=CommandOutcome.ANSWERED, say=say)
