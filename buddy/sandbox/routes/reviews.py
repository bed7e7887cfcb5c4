"""Reviews as a whole."""

from __future__ import annotations

from typing import Any

from buddy.sandbox.acts.reviews import (
    Draft,
    discard_review,
    edit_review,
    finish_review,
    submit_review,
    visible,
)
from buddy.sandbox.git.diffs import Side
from buddy.sandbox.paging import paged
from buddy.sandbox.records import Review, Spot
from buddy.sandbox.refusal import not_found, unresolved
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.pulls import comment_of_review, review

_REVIEWS = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews"
_ONE = _REVIEWS + "/{review_id}"
_SCOPES = ("pull_requests",)


@route("GET", _REVIEWS, scopes=_SCOPES)
def list_reviews(call: Call) -> Answer:
    """Oldest first; a pending one only to its author."""
    user = call.token.user if call.token else None
    found = [each for each in call.pull().reviews if each.state != "PENDING" or each.user is user]
    return paged(call, found, lambda it: review(call.view, it))


@route("POST", _REVIEWS, scopes=_SCOPES)
def create(call: Call) -> Answer:
    it, fields = call.pull(), call.fields
    drafts = [draft_of(each) for each in fields.get("comments", [])]
    made = submit_review(
        call.state,
        call.by,
        it,
        body=fields.get("body", ""),
        event=fields.get("event"),
        commit=fields.get("commit_id"),
        drafts=drafts,
    )
    return Answer(
        body=review(call.view, made),
        effect=f"created review {made.id} with {len(drafts)} comments on {it.number}",
    )


@route("GET", _ONE, scopes=_SCOPES)
def get(call: Call) -> Answer:
    return Answer(body=review(call.view, _found(call)))


@route("PUT", _ONE, scopes=_SCOPES)
def edit(call: Call) -> Answer:
    it = _found(call)
    edit_review(call.state, call.by, it, call.fields["body"])
    return Answer(body=review(call.view, it), effect=f"edited review {it.id}")


@route("DELETE", _ONE, scopes=_SCOPES)
def discard(call: Call) -> Answer:
    it = _found(call)
    discard_review(call.state, call.by, it)
    return Answer(body=review(call.view, it), effect=f"discarded review {it.id}")


@route("POST", _ONE + "/events", scopes=_SCOPES)
def finish(call: Call) -> Answer:
    it = _found(call)
    finish_review(call.state, call.by, it, event=call.fields["event"], body=call.fields.get("body"))
    return Answer(body=review(call.view, it), effect=f"submitted review {it.id}")


@route("GET", _ONE + "/comments", scopes=_SCOPES)
def list_comments(call: Call) -> Answer:
    it = _found(call)
    found = [each for each in it.pull.comments if each.review is it and visible(each, call.token)]
    return paged(call, found, lambda each: comment_of_review(call.view, each))


def draft_of(fields: dict[str, Any]) -> Draft:
    """The place as a request names it; what `start_line` equal to `line` says is no range."""
    line, start = fields.get("line"), fields.get("start_line")
    subject = fields.get("subject_type", "line")
    if start is not None and start == line:
        raise unresolved("Start line must precede the end line.")
    spot = Spot(
        path=fields["path"],
        side=_side(fields.get("side")) or Side.RIGHT,
        line=line,
        start_side=_side(fields.get("start_side")),
        start_line=start,
        position=fields.get("position"),
    )
    return Draft(spot=spot, body=fields["body"], subject=subject)


def _side(text: str | None) -> Side | None:
    if text is not None and text not in Side.__members__:
        raise unresolved(f"Side {text!r} could not be resolved")
    return None if text is None else Side(text)


def _found(call: Call) -> Review:
    found = call.state.reviews.get(call.number("review_id"))
    user = call.token.user if call.token else None
    if found is None or found.pull is not call.pull() or (found.state == "PENDING" and found.user is not user):
        raise not_found()
    return found
