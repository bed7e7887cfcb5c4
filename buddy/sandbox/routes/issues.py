"""Issues, and the part of a pull request that is an issue: labels, lock, state."""

from __future__ import annotations

from buddy.sandbox.acts.threads import edit_issue, open_issue, set_labels, set_lock, set_state
from buddy.sandbox.paging import paged, since
from buddy.sandbox.permissions import NOT_BY_INTEGRATION
from buddy.sandbox.records import Issue, Role
from buddy.sandbox.refusal import forbidden, not_found
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.threads import issue, label

_ISSUES = "/repos/{owner}/{repo}/issues"
_ONE = _ISSUES + "/{issue_number}"
THREAD_SCOPES = ("issues", "pull_requests")


def check_scope(call: Call, it: Issue) -> None:
    """Permission for pull requests does not reach a plain issue."""
    token = call.by
    if it.pull is None and token.permissions is not None and token.permissions.get("issues") != "write":
        raise forbidden(NOT_BY_INTEGRATION, accepted="issues=write")


@route("GET", _ISSUES, scopes=THREAD_SCOPES)
def list_issues(call: Call) -> Answer:
    """Pull requests are among them; newest first unless asked otherwise."""
    query, moment = call.query, since(call)
    state, labels = query.get("state", "open"), query.get("labels")
    found = [
        each
        for each in call.repo.issues.values()
        if state in ("all", each.state)
        and (moment is None or each.updated_at >= moment)
        and ("creator" not in query or (each.user is not None and each.user.login == query["creator"]))
        and (not labels or set(labels.split(",")) <= {one.name for one in each.labels})
    ]
    keys = {
        "updated": lambda it: (it.updated_at, it.number),
        "comments": lambda it: (len(it.comments), it.number),
    }
    found.sort(key=keys.get(query.get("sort", ""), lambda it: it.number), reverse=query.get("direction") != "asc")
    return paged(call, found, lambda it: issue(call.view, it))


@route("POST", _ISSUES, scopes=("issues",))
def create_issue(call: Call) -> Answer:
    fields = call.fields
    made = open_issue(call.state, call.by, call.repo, title=str(fields["title"]), body=fields.get("body"))
    if fields.get("labels"):
        set_labels(call.state, made, [each if isinstance(each, str) else each["name"] for each in fields["labels"]])
    return Answer(status=201, body=issue(call.view, made), effect=f"opened issue {made.number}")


@route("GET", _ONE, scopes=THREAD_SCOPES)
def get_issue(call: Call) -> Answer:
    return Answer(body=issue(call.view, call.issue()))


@route("PATCH", _ONE, scopes=THREAD_SCOPES)
def patch_issue(call: Call) -> Answer:
    it, fields = call.issue(), call.fields
    check_scope(call, it)
    edit_issue(call.state, call.by, it, title=fields.get("title"), body=fields.get("body"))
    if "labels" in fields:
        set_labels(call.state, it, [each if isinstance(each, str) else each["name"] for each in fields["labels"]])
    if fields.get("state"):
        set_state(call.state, call.by, it, to=fields["state"], reason=fields.get("state_reason"))
    return Answer(body=issue(call.view, it), effect=f"edited issue {it.number}")


@route("GET", _ONE + "/labels", scopes=THREAD_SCOPES)
def list_labels(call: Call) -> Answer:
    return paged(call, call.issue().labels, lambda it: label(call.view, call.repo, it))


@route("POST", _ONE + "/labels", scopes=THREAD_SCOPES, role=Role.TRIAGE)
def add_labels(call: Call) -> Answer:
    """Takes `{"labels": […]}` and, though the description does not say so, the bare list."""
    it, names = call.issue(), call.body if isinstance(call.body, list) else call.fields.get("labels", [])
    check_scope(call, it)
    names = [each if isinstance(each, str) else each["name"] for each in names]
    set_labels(call.state, it, [each.name for each in it.labels] + names)
    return Answer(
        body=[label(call.view, call.repo, each) for each in it.labels],
        effect=f"labelled {it.number}: {names}",
    )


@route("DELETE", _ONE + "/labels/{name}", scopes=THREAD_SCOPES, role=Role.TRIAGE)
def remove_label(call: Call) -> Answer:
    it, name = call.issue(), call.params["name"].lower()
    check_scope(call, it)
    kept = [each.name for each in it.labels if each.name.lower() != name]
    if len(kept) == len(it.labels):
        raise not_found()
    set_labels(call.state, it, kept)
    return Answer(
        body=[label(call.view, call.repo, each) for each in it.labels],
        effect=f"unlabelled {it.number}: {name}",
    )


@route("PUT", _ONE + "/lock", scopes=THREAD_SCOPES, role=Role.WRITE)
def lock(call: Call) -> Answer:
    it = call.issue()
    check_scope(call, it)
    set_lock(it, locked=True, reason=call.fields.get("lock_reason"))
    return Answer(status=204, effect=f"locked {it.number}")


@route("DELETE", _ONE + "/lock", scopes=THREAD_SCOPES, role=Role.WRITE)
def unlock(call: Call) -> Answer:
    it = call.issue()
    check_scope(call, it)
    set_lock(it, locked=False)
    return Answer(status=204, effect=f"unlocked {it.number}")
