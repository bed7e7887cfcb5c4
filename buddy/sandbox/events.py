"""What GitHub would deliver to a workflow: payloads of the events that Buddy meets, from the box's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from buddy.sandbox import run_events
from buddy.sandbox.handles.comment import CommentHandle, ReviewHandle
from buddy.sandbox.handles.repo import RepoHandle
from buddy.sandbox.handles.thread import IssueHandle, PullHandle
from buddy.sandbox.records import IssueComment, Pull, Repo, ReviewComment, User
from buddy.sandbox.routes.pulls import shape_of
from buddy.sandbox.shapes import people, pulls, repositories, threads
from buddy.sandbox.shapes.view import Json, View

Subject = PullHandle | IssueHandle | CommentHandle | ReviewHandle | RepoHandle


@dataclass(frozen=True, kw_only=True, slots=True)
class _Told:
    """What an event is about, and what only this event has."""

    view: View
    action: str | None
    about: Subject
    extra: Mapping[str, Any]


def payload(
    view: View,
    name: str,
    action: str | None = None,
    *,
    about: Subject,
    sender: str | None = None,
    **extra: Any,
) -> Json:
    """`about` is the thing the event tells of: a pull request, a comment, a review, a repository.

    Without a `sender` it is the author of that thing, else the owner. `extra` is what only some events have:
    `changes` of `edited`, else the arguments of its function in `run_events`.
    """
    builder = _BUILDERS.get(name)
    if builder is None:
        raise ValueError(f"no payload for the event {name!r}; known are {', '.join(_BUILDERS)}")
    told = _Told(view=view, action=action, about=about, extra=extra)
    repo = _repo(about)
    who = view.state.add_user(sender) if sender else _author(about) or repo.owner
    found = builder(told)
    if action is not None:
        found["action"] = action
    found["repository"] = repositories.repository(view, repo)
    found["sender"] = people.known_user(view, who)
    return found


def environment(name: str, found: Mapping[str, Any], *, api_url: str, server_url: str) -> dict[str, str]:
    """`GITHUB_SHA` of a pull request is the test merge on the runner; here it is the head."""
    repository, pull = found["repository"], found.get("pull_request")
    variables = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": name,
        "GITHUB_REPOSITORY": repository["full_name"],
        "GITHUB_REPOSITORY_OWNER": repository["owner"]["login"],
        "GITHUB_REPOSITORY_ID": str(repository["id"]),
        "GITHUB_ACTOR": found["sender"]["login"],
        "GITHUB_API_URL": api_url,
        "GITHUB_GRAPHQL_URL": f"{api_url}/graphql",
        "GITHUB_SERVER_URL": server_url,
        "GITHUB_RUN_ID": "1",
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_REF": f"refs/heads/{repository['default_branch']}",
    }
    if pull is not None:
        variables |= {
            "GITHUB_REF": f"refs/pull/{pull['number']}/merge",
            "GITHUB_SHA": pull["head"]["sha"],
            "GITHUB_HEAD_REF": pull["head"]["ref"],
            "GITHUB_BASE_REF": pull["base"]["ref"],
        }
    return variables


def _pull_request(told: _Told) -> Json:
    pull = _pull(told.about)
    found: Json = {"number": pull.number, "pull_request": shape_of(told.view, pull)}
    if told.action == "synchronize":
        found |= {"before": pull.previous_head, "after": pull.head_sha}
    if told.action == "edited":
        found["changes"] = told.extra.get("changes") or _base_change(pull)
    return found


def _base_change(pull: Pull) -> Json:
    if pull.previous_base is None:
        return {}
    ref, sha = pull.previous_base
    return {"base": {"ref": {"from": ref}, "sha": {"from": sha}}}


def _issue_comment(told: _Told) -> Json:
    assert isinstance(told.about, CommentHandle)
    comment = told.about.record
    assert isinstance(comment, IssueComment)
    shape = threads.issue_comment(told.view, comment)
    return {"issue": threads.issue(told.view, comment.issue), "comment": shape, **_body_change(told, comment)}


def _review_comment(told: _Told) -> Json:
    assert isinstance(told.about, CommentHandle)
    comment = told.about.record
    assert isinstance(comment, ReviewComment)
    shape = pulls.review_comment(told.view, comment)
    return {
        "comment": shape,
        "pull_request": pulls.pull(told.view, comment.pull),
        **_body_change(told, comment),
    }


def _body_change(told: _Told, comment: IssueComment | ReviewComment) -> Json:
    return {"changes": {"body": {"from": comment.previous_body}}} if told.action == "edited" else {}


def _review(told: _Told) -> Json:
    """Here, and only here, the state is written small and an empty body is null."""
    assert isinstance(told.about, ReviewHandle)
    shape = pulls.review(told.view, told.about.record)
    shape |= {"state": shape["state"].lower(), "body": shape["body"] or None}
    return {"review": shape, "pull_request": pulls.pull(told.view, told.about.record.pull)}


def _issues(told: _Told) -> Json:
    assert isinstance(told.about, IssueHandle)
    return {"issue": threads.issue(told.view, told.about.record)}


_BUILDERS: dict[str, Callable[[_Told], Json]] = {
    "pull_request": _pull_request,
    "pull_request_target": _pull_request,
    "issue_comment": _issue_comment,
    "pull_request_review_comment": _review_comment,
    "pull_request_review": _review,
    "issues": _issues,
    "schedule": lambda told: run_events.schedule(**told.extra),
    "workflow_dispatch": lambda told: run_events.dispatch(_repo(told.about), **told.extra),
    "workflow_run": lambda told: run_events.workflow_run(told.view, _pull(told.about), **told.extra),
    "push": lambda told: run_events.push(told.view, _repo(told.about), **told.extra),
}


def _pull(about: Subject) -> Pull:
    assert isinstance(about, PullHandle), "this event is about a pull request"
    return about.pull


def _repo(about: Subject) -> Repo:
    if isinstance(about, RepoHandle):
        return about.record
    if isinstance(about, IssueHandle):
        return about.record.repo
    if isinstance(about.record, IssueComment):
        return about.record.issue.repo
    return about.record.pull.repo


def _author(about: Subject) -> User | None:
    return None if isinstance(about, RepoHandle) else about.record.user
