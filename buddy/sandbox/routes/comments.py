"""Comments below issues and pull requests."""

from __future__ import annotations

from buddy.sandbox.acts.threads import comment, delete_comment, edit_comment
from buddy.sandbox.paging import paged, since
from buddy.sandbox.records import IssueComment
from buddy.sandbox.refusal import not_found
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.routes.issues import THREAD_SCOPES, check_scope
from buddy.sandbox.shapes.threads import issue_comment

_ISSUES = "/repos/{owner}/{repo}/issues"
_OF_ISSUE = _ISSUES + "/{issue_number}/comments"
_ONE = _ISSUES + "/comments/{comment_id}"


@route("GET", _OF_ISSUE, scopes=THREAD_SCOPES)
def list_of_issue(call: Call) -> Answer:
    """Oldest first, always."""
    moment = since(call)
    found = [each for each in call.issue().comments if moment is None or each.updated_at >= moment]
    return paged(call, found, lambda it: issue_comment(call.view, it))


@route("GET", _ISSUES + "/comments", scopes=THREAD_SCOPES)
def list_of_repo(call: Call) -> Answer:
    """By id unless `sort` is given; `direction` counts only together with it."""
    moment = since(call)
    found = [
        each
        for each in call.state.issue_comments.values()
        if each.issue.repo is call.repo and (moment is None or each.updated_at >= moment)
    ]
    updated = call.query.get("sort") == "updated"
    found.sort(
        key=lambda it: (it.updated_at if updated else it.created_at, it.id),
        reverse="sort" in call.query and call.query.get("direction") != "asc",
    )
    return paged(call, found, lambda it: issue_comment(call.view, it))


@route("POST", _OF_ISSUE, scopes=THREAD_SCOPES)
def create(call: Call) -> Answer:
    it = call.issue()
    check_scope(call, it)
    made = comment(call.state, call.by, it, call.fields["body"])
    return Answer(status=201, body=issue_comment(call.view, made), effect=f"created comment {made.id} on {it.number}")


@route("GET", _ONE, scopes=THREAD_SCOPES)
def get(call: Call) -> Answer:
    return Answer(body=issue_comment(call.view, found_comment(call)))


@route("PATCH", _ONE, scopes=THREAD_SCOPES)
def edit(call: Call) -> Answer:
    it = found_comment(call)
    check_scope(call, it.issue)
    edit_comment(call.state, call.by, it, call.fields["body"])
    return Answer(body=issue_comment(call.view, it), effect=f"edited comment {it.id}")


@route("DELETE", _ONE, scopes=THREAD_SCOPES)
def delete(call: Call) -> Answer:
    it = found_comment(call)
    check_scope(call, it.issue)
    delete_comment(call.state, call.by, it)
    return Answer(status=204, effect=f"deleted comment {it.id}")


def found_comment(call: Call) -> IssueComment:
    found = call.state.issue_comments.get(call.number("comment_id"))
    if found is None or found.issue.repo is not call.repo:
        raise not_found()
    return found
