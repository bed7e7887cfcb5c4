"""Comments on lines, one by one."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.sandbox.acts.reviews import (
    comment_on_line,
    delete_review_comment,
    edit_review_comment,
    reply,
    visible,
)
from buddy.sandbox.paging import paged, since
from buddy.sandbox.records import ReviewComment
from buddy.sandbox.refusal import not_found
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.routes.reviews import draft_of
from buddy.sandbox.shapes.pulls import review_comment

_PULLS = "/repos/{owner}/{repo}/pulls"
_OF_PULL = _PULLS + "/{pull_number}/comments"
_ONE = _PULLS + "/comments/{comment_id}"
_SCOPES = ("pull_requests",)


@route("GET", _OF_PULL, scopes=_SCOPES)
def list_of_pull(call: Call) -> Answer:
    return _listed(call, call.pull().comments)


@route("GET", _PULLS + "/comments", scopes=_SCOPES)
def list_of_repo(call: Call) -> Answer:
    return _listed(call, (it for it in call.state.review_comments.values() if it.pull.repo is call.repo))


@route("POST", _OF_PULL, scopes=_SCOPES)
def create(call: Call) -> Answer:
    it, fields = call.pull(), call.fields
    if "in_reply_to" in fields:
        made = reply(call.state, call.by, it, to=fields["in_reply_to"], body=fields["body"])
    else:
        made = comment_on_line(call.state, call.by, it, draft_of(fields), commit=fields["commit_id"])
    return _created(call, made)


@route("POST", _OF_PULL + "/{comment_id}/replies", scopes=_SCOPES)
def create_reply(call: Call) -> Answer:
    made = reply(call.state, call.by, call.pull(), to=call.number("comment_id"), body=call.fields["body"])
    return _created(call, made)


@route("GET", _ONE, scopes=_SCOPES)
def get(call: Call) -> Answer:
    return Answer(body=review_comment(call.view, found_review_comment(call)))


@route("PATCH", _ONE, scopes=_SCOPES)
def edit(call: Call) -> Answer:
    it = found_review_comment(call)
    edit_review_comment(call.state, call.by, it, call.fields["body"])
    return Answer(body=review_comment(call.view, it), effect=f"edited review comment {it.id}")


@route("DELETE", _ONE, scopes=_SCOPES)
def delete(call: Call) -> Answer:
    it = found_review_comment(call)
    delete_review_comment(call.state, call.by, it)
    return Answer(status=204, effect=f"deleted review comment {it.id}")


def found_review_comment(call: Call) -> ReviewComment:
    found = call.state.review_comments.get(call.number("comment_id"))
    if found is None or found.pull.repo is not call.repo or not visible(found, call.token):
        raise not_found()
    return found


def _listed(call: Call, comments: Iterable[ReviewComment]) -> Answer:
    """By id unless `sort` is given; `direction` counts only together with it."""
    moment = since(call)
    found = [it for it in comments if visible(it, call.token) and (moment is None or it.updated_at >= moment)]
    updated = call.query.get("sort") == "updated"
    found.sort(
        key=lambda it: (it.updated_at if updated else it.created_at, it.id),
        reverse="sort" in call.query and call.query.get("direction") == "desc",
    )
    return paged(call, found, lambda it: review_comment(call.view, it))


def _created(call: Call, made: ReviewComment) -> Answer:
    return Answer(
        status=201,
        body=review_comment(call.view, made),
        effect=f"created review comment {made.id} on {made.pull.number}",
    )
