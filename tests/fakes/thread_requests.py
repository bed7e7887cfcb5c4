"""What `ThreadHost` adds, over the world in memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from buddy.app.ports import Refusal, RefusalKind
from buddy.core.hosting import Comment, CommentKind, Issue, Permission, Reaction, Review, ReviewComment, ReviewThread
from tests.fakes.requests import PER_PAGE, Requests, check_body
from tests.fakes.world import Pull

EMOJI = {"+1", "-1", "laugh", "confused", "heart", "hooray", "eyes", "rocket"}

AnyComment = TypeVar("AnyComment", Comment, ReviewComment)


class ThreadRequests(Requests):
    def permission(self, login: str | None) -> Permission:
        if login is None or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", login):
            return Permission.NONE
        with self._request("permission"):
            role = "none" if self.read_only else self.roles.get(login.lower(), "read")
            if role in {"write", "maintain", "admin"}:
                return Permission.WRITE
            return Permission.READ if role in {"read", "triage"} else Permission.NONE

    def issue(self, number: int) -> Issue:
        with self._request("issue"):
            thread = self._thread(number)
            return Issue(
                number=number,
                title=thread.title,
                state=thread.state,
                is_pull_request=number in self.pull_requests,
                locked=thread.locked,
                author=thread.author,
            )

    def comment(self, comment: int) -> Comment | None:
        with self._request("comment"):
            found = (each for thread in self.conversations() for each in thread.comments if each.id == comment)
            return next((self._counted(each) for each in found), None)

    def review_comment(self, comment: int) -> ReviewComment | None:
        with self._request("review_comment"):
            if self.kind_of(comment) is not CommentKind.REVIEW:
                return None
            pull, (found, commit) = self.review_comment_of(comment)
            return self._shown(pull, found, commit)

    def reviews(self, number: int) -> Sequence[Review]:
        with self._request("reviews"):
            return self._paged(list(self._pull(number).reviews))

    def reactions(self, kind: CommentKind, comment: int) -> Sequence[Reaction]:
        with self._request("reactions"):
            self._there(kind, comment)
            return self._paged(list(self.reactions_to.get(comment, [])))

    def react(self, kind: CommentKind, comment: int, content: str) -> Reaction:
        with self._write("react"):
            assert content in EMOJI, content
            self._there(kind, comment)
            known = len(self.reactions_to.get(comment, []))
            if self._locked(comment):
                raise Refusal(RefusalKind.LOCKED, "the conversation is locked")
            made = self.react_as(comment, self.login, content, kind=self.account_type)
            if len(self.reactions_to[comment]) > known:
                self.writes.append(f"react {comment} {content}")
            return made

    def unreact(self, kind: CommentKind, comment: int, reaction: int) -> None:
        with self._write("unreact"):
            given = self.reactions_to.get(comment, []) if self.kind_of(comment) is kind else []
            for each in [each for each in given if each.id == reaction]:
                given.remove(each)
                self.writes.append(f"unreact {comment} {each.content}")

    def reply(self, number: int, root: int, body: str) -> ReviewComment:
        with self._write("reply", number):
            check_body(body)
            self._there(CommentKind.REVIEW, root)
            pull, (first, _) = self.review_comment_of(root)
            if pull.number != number:
                raise Refusal(RefusalKind.NOT_FOUND, f"no review comment {root} in {number}")
            if first.in_reply_to is not None:
                raise Refusal(RefusalKind.UNPROCESSABLE, "replies to replies are not supported")
            self.review_as(number, self.login, "", kind=self.account_type)
            self.writes.append(f"reply {number} {root}")
            return self.reply_as(root, self.login, body, kind=self.account_type)

    def update_review_comment(self, comment: int, body: str) -> None:
        with self._write("update_review_comment"):
            check_body(body)
            if not self.edit_review_comment(comment, body):
                raise Refusal(RefusalKind.NOT_FOUND, f"no review comment {comment}")
            self.writes.append(f"update_review_comment {comment}")

    def threads(self, number: int) -> Sequence[ReviewThread]:
        with self._request("threads"):
            roots = [each.id for each, _ in self._pull(number).review_comments if each.in_reply_to is None]
            return self._paged(
                [ReviewThread(id=f"PRRT_{root}", root=root, resolved=root in self.resolved) for root in roots]
            )

    def resolve_thread(self, thread: str) -> None:
        with self._write("resolve_thread"):
            root = int(thread.removeprefix("PRRT_"))
            self._there(CommentKind.REVIEW, root)
            if not self.may_resolve:
                raise Refusal(RefusalKind.READ_ONLY, "the job's token may not do this")
            self.resolved.add(root)
            self.writes.append(f"resolve_thread {root}")

    def recent_comments(self, *, since: str, max_pages: int) -> tuple[Sequence[Comment], bool]:
        with self._request("recent_comments"):
            found = [self._counted(each) for thread in self.conversations() for each in thread.comments]
            return self._recent(found, since=since, max_pages=max_pages)

    def recent_review_comments(self, *, since: str, max_pages: int) -> tuple[Sequence[ReviewComment], bool]:
        with self._request("recent_review_comments"):
            found = [self._shown(pull, *each) for pull in self.pull_requests.values() for each in pull.review_comments]
            return self._recent(found, since=since, max_pages=max_pages)

    def _recent(self, found: list[AnyComment], *, since: str, max_pages: int) -> tuple[Sequence[AnyComment], bool]:
        kept = sorted((each for each in found if each.updated_at >= since), key=lambda it: (it.updated_at, it.id))
        shown = self._paged(kept[::-1][: max_pages * PER_PAGE])
        return shown, len(shown) == len(kept)

    def _counted(self, comment: AnyComment) -> AnyComment:
        """With the reactions as they are now."""
        given = [each.content for each in self.reactions_to.get(comment.id, [])]
        return replace(comment, thumbs_up=given.count("+1"), thumbs_down=given.count("-1"))

    def _shown(self, pull: Pull, comment: ReviewComment, commit: str) -> ReviewComment:
        """Without its line once that file was pushed to."""
        head, then = self.commits[self.head_of(pull)].files, self.commits[commit].files
        same = head.get(comment.path) == then.get(comment.path)
        return self._counted(comment if same else replace(comment, line=None))

    def _there(self, kind: CommentKind, comment: int) -> None:
        if self.kind_of(comment) is not kind:
            raise Refusal(RefusalKind.NOT_FOUND, f"no {kind.value} comment {comment}")

    def _locked(self, comment: int) -> bool:
        inside = [thread for thread in self.conversations() if any(each.id == comment for each in thread.comments)]
        inside += [
            pull for pull in self.pull_requests.values() if any(each.id == comment for each, _ in pull.review_comments)
        ]
        return any(thread.locked for thread in inside)
