"""Reactions on issues, comments and line comments; all three speak the same way."""

from __future__ import annotations

from collections.abc import Callable

from buddy.sandbox.acts.reactions import Subject, issue_of, react, unreact
from buddy.sandbox.paging import paged
from buddy.sandbox.records import Emoji
from buddy.sandbox.refusal import not_found
from buddy.sandbox.router import Answer, Call, Handler, route
from buddy.sandbox.routes.comments import found_comment
from buddy.sandbox.routes.issues import THREAD_SCOPES, check_scope
from buddy.sandbox.routes.review_comments import found_review_comment
from buddy.sandbox.shapes.threads import reaction

_REPO = "/repos/{owner}/{repo}"


def _serve(template: str, find: Callable[[Call], Subject], scopes: tuple[str, ...]) -> None:
    route("GET", template, scopes=scopes)(_list(find))
    route("POST", template, scopes=scopes)(_create(find))
    route("DELETE", template + "/{reaction_id}", scopes=scopes)(_delete(find))


def _list(find: Callable[[Call], Subject]) -> Handler:
    def handler(call: Call) -> Answer:
        wanted = call.query.get("content")
        found = [each for each in find(call).reactions if wanted in (None, each.emoji.value)]
        return paged(call, found, lambda it: reaction(call.view, it))

    return handler


def _create(find: Callable[[Call], Subject]) -> Handler:
    def handler(call: Call) -> Answer:
        subject = find(call)
        check_scope(call, issue_of(subject))
        made, new = react(call.state, call.by, subject, Emoji(call.fields["content"]))
        effect = f"reacted {made.emoji.value} to {subject.id}" if new else None
        return Answer(status=201 if new else 200, body=reaction(call.view, made), effect=effect)

    return handler


def _delete(find: Callable[[Call], Subject]) -> Handler:
    def handler(call: Call) -> Answer:
        subject, wanted = find(call), call.number("reaction_id")
        check_scope(call, issue_of(subject))
        found = next((each for each in subject.reactions if each.id == wanted), None)
        if found is None:
            raise not_found()
        unreact(call.by, subject, found)
        return Answer(status=204, effect=f"removed {found.emoji.value} from {subject.id}")

    return handler


_serve(_REPO + "/issues/{issue_number}/reactions", lambda call: call.issue(), THREAD_SCOPES)
_serve(_REPO + "/issues/comments/{comment_id}/reactions", found_comment, THREAD_SCOPES)
_serve(_REPO + "/pulls/comments/{comment_id}/reactions", found_review_comment, ("pull_requests",))
