"""Comments and reviews in the hands of a test: edit, delete, answer, react."""

from __future__ import annotations

from abc import ABC, abstractmethod

from buddy.sandbox.acts import reactions, reviews, threads
from buddy.sandbox.records import Emoji, IssueComment, Review, ReviewComment, Token
from buddy.sandbox.state import State


class Reactable(ABC):
    """Whatever takes reactions."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    @abstractmethod
    def subject(self) -> reactions.Subject: ...

    @property
    def reactions(self) -> list[tuple[str, str]]:
        """(emoji, login) of each reaction, oldest first."""
        return [(each.emoji.value, each.user.login) for each in self.subject.reactions]

    def react(self, emoji: str, *, by: str) -> None:
        with self.state.lock:
            reactions.react(self.state, self._person(by), self.subject, Emoji(emoji))

    def unreact(self, emoji: str, *, by: str) -> None:
        """Takes a reaction back; one that is not there changes nothing."""
        with self.state.lock:
            for each in list(self.subject.reactions):
                if each.emoji.value == emoji and each.user.login == by:
                    reactions.unreact(self._person(by), self.subject, each)

    def _person(self, by: str) -> Token:
        return self.state.personal(self.state.add_user(by))


class CommentHandle(Reactable):
    """A comment below a thread or on a line."""

    def __init__(self, state: State, record: IssueComment | ReviewComment) -> None:
        super().__init__(state)
        self.record = record

    @property
    def subject(self) -> IssueComment | ReviewComment:
        return self.record

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def body(self) -> str:
        return self.record.body

    @property
    def author(self) -> str | None:
        return self.record.user.login if self.record.user else None

    def edit(self, body: str, *, by: str | None = None) -> None:
        """By its author unless somebody else is named."""
        with self.state.lock:
            if isinstance(self.record, IssueComment):
                threads.edit_comment(self.state, self._author(by), self.record, body)
            else:
                reviews.edit_review_comment(self.state, self._author(by), self.record, body)

    def delete(self, *, by: str | None = None) -> None:
        with self.state.lock:
            if isinstance(self.record, IssueComment):
                threads.delete_comment(self.state, self._author(by), self.record)
            else:
                reviews.delete_review_comment(self.state, self._author(by), self.record)

    def reply(self, body: str, *, by: str) -> CommentHandle:
        """In the thread of a comment on a line; below an issue a reply is just the next comment."""
        with self.state.lock:
            if isinstance(self.record, IssueComment):
                made: IssueComment | ReviewComment = threads.comment(
                    self.state, self._person(by), self.record.issue, body
                )
            else:
                root = self.record.in_reply_to or self.record.id
                made = reviews.reply(self.state, self._person(by), self.record.pull, to=root, body=body)
            return CommentHandle(self.state, made)

    def orphan(self) -> None:
        """Its author's account is gone: `user` is null from now on."""
        self.record.user = None

    def _author(self, by: str | None) -> Token:
        user = self.state.add_user(by) if by else self.record.user
        assert user is not None, "name who does it: the comment has no author any more"
        return self.state.personal(user)


class ReviewHandle:
    """A review as a whole; it takes no reactions."""

    def __init__(self, state: State, record: Review) -> None:
        self.state = state
        self.record = record

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def body(self) -> str:
        return self.record.body

    @property
    def comments(self) -> list[CommentHandle]:
        found = self.record.pull.comments
        return [CommentHandle(self.state, each) for each in found if each.review is self.record]
