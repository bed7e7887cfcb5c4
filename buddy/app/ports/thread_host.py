"""What answering people needs of the host, beyond what a review needs: who may what, reactions, replies, lookbacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from buddy.app.ports.host import Host
from buddy.core.hosting import Comment, CommentKind, Issue, Permission, Reaction, Review, ReviewComment, ReviewThread


class ThreadHost(Host, Protocol):
    """Conversations on issues and pull requests. Nothing is cached: whoever asks twice wants to know it anew."""

    def permission(self, login: str | None) -> Permission:
        """What this person may do now (P3).

        NONE for a ghost, a bot, a name that is none and whenever the host does not say (403, 404); those do not raise.
        """
        ...

    def issue(self, number: int) -> Issue: ...

    def comment(self, comment: int) -> Comment | None:
        """An issue comment by id, None when it is gone."""
        ...

    def review_comment(self, comment: int) -> ReviewComment | None:
        """A comment on the diff by id, None when it is gone."""
        ...

    def reviews(self, number: int) -> Sequence[Review]:
        """All reviews of a pull request, oldest first."""
        ...

    def reactions(self, kind: CommentKind, comment: int) -> Sequence[Reaction]:
        """All reactions to a comment, oldest first; NOT_FOUND when the comment is gone."""
        ...

    def react(self, kind: CommentKind, comment: int, content: str) -> Reaction:
        """React once: where the same reaction of Buddy's stands already, it is given back."""
        ...

    def unreact(self, kind: CommentKind, comment: int, reaction: int) -> None:
        """Take a reaction back; one that is gone already is taken back."""
        ...

    def reply(self, number: int, root: int, body: str) -> ReviewComment:
        """Answer in the thread of its first comment, `root`; the host takes no reply to a reply."""
        ...

    def update_review_comment(self, comment: int, body: str) -> None: ...

    def threads(self, number: int) -> Sequence[ReviewThread]:
        """The conversations on the diff of a pull request, at most two thousand."""
        ...

    def resolve_thread(self, thread: str) -> None:
        """Repeating it changes nothing; NOT_FOUND where there is no such thread."""
        ...

    def recent_comments(self, *, since: str, max_pages: int) -> tuple[Sequence[Comment], bool]:
        """Issue comments of the whole repository updated at or after `since` (ISO 8601), last updated first.

        False with them where `max_pages` of 100 did not hold all: the oldest are missing then.
        """
        ...

    def recent_review_comments(self, *, since: str, max_pages: int) -> tuple[Sequence[ReviewComment], bool]:
        """The same for comments on diffs."""
        ...
