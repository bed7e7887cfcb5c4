"""Reactions: no event is sent for them and no `updated_at` moves; only lists and counts know of them."""

from __future__ import annotations

from buddy.sandbox.acts.threads import check_unlocked
from buddy.sandbox.permissions import may_moderate
from buddy.sandbox.records import Emoji, Issue, IssueComment, Reaction, ReviewComment, Token
from buddy.sandbox.refusal import forbidden
from buddy.sandbox.state import State

Subject = Issue | IssueComment | ReviewComment


def react(state: State, by: Token, on: Subject, emoji: Emoji) -> tuple[Reaction, bool]:
    """The reaction and whether it is new: repeating one gives the existing one."""
    known = next((each for each in on.reactions if each.user is by.user and each.emoji is emoji), None)
    if known is not None:
        return known, False
    check_unlocked(by, issue_of(on))
    made = Reaction(id=state.next_id(), user=by.user, emoji=emoji, created_at=state.clock.act())
    on.reactions.append(made)
    return made, True


def unreact(by: Token, on: Subject, reaction: Reaction) -> None:
    if reaction.user is not by.user and not may_moderate(by, issue_of(on).repo):
        raise forbidden("You can only delete your own reactions.")
    on.reactions.remove(reaction)


def issue_of(on: Subject) -> Issue:
    if isinstance(on, Issue):
        return on
    return on.issue if isinstance(on, IssueComment) else on.pull.issue
