"""Pull requests, their files and commits, and merging them."""

from __future__ import annotations

from buddy.sandbox.acts.pulls import edit_pull, find_head, is_mergeable, merge_pull, open_pull, pull_commits
from buddy.sandbox.acts.spots import pull_files
from buddy.sandbox.git.objects import read_commit
from buddy.sandbox.paging import paged
from buddy.sandbox.permissions import role_of
from buddy.sandbox.records import Pull, Role
from buddy.sandbox.refusal import RefusedError, forbidden, invalid
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.gitdata import commit, file_diff
from buddy.sandbox.shapes.pulls import pull, whole_pull
from buddy.sandbox.shapes.view import Json, View

_PULLS = "/repos/{owner}/{repo}/pulls"
_ONE = _PULLS + "/{pull_number}"
_SCOPES = ("pull_requests",)
_MAX_COMMITS = 250


@route("GET", _PULLS, scopes=_SCOPES)
def list_pulls(call: Call) -> Answer:
    """`head` narrows only in the form `owner:branch`; without a colon GitHub overlooks it."""
    query, found = call.query, list(call.repo.pulls)
    state, head = query.get("state", "open"), query.get("head", "")
    found = [each for each in found if state in ("all", each.issue.state)]
    if "base" in query:
        found = [each for each in found if each.base_ref == query["base"]]
    if ":" in head:
        found = [each for each in found if f"{each.head_owner.login}:{each.head_ref}".lower() == head.lower()]
    sort = query.get("sort", "created")
    direction = query.get("direction", "desc" if sort == "created" else "asc")
    keys = {"updated": lambda it: (it.issue.updated_at, it.number)}
    found.sort(key=keys.get(sort, lambda it: it.number), reverse=direction == "desc")
    return paged(call, found, lambda it: pull(call.view, it))


@route("GET", "/repos/{owner}/{repo}/commits/{commit_sha}/pulls", scopes=_SCOPES)
def list_of_commit(call: Call) -> Answer:
    """Those that hold the commit; in a fork's branch too, which is how a finished run finds its own."""
    sha = call.params["commit_sha"]
    found = [each for each in call.repo.pulls if sha == each.head_sha or sha in pull_commits(each)]
    return paged(call, found, lambda it: pull(call.view, it))


@route("POST", _PULLS, scopes=_SCOPES)
def create_pull(call: Call) -> Answer:
    fields = call.fields
    if "issue" in fields:
        raise RefusedError(422, "The sandbox does not turn issues into pull requests")
    source, _ = find_head(call.state, call.repo, fields["head"])
    if call.by.permissions is None and role_of(call.by.user, source) < Role.WRITE:
        raise forbidden("Must have push access to the head branch.")
    if "title" not in fields:
        raise invalid("PullRequest", "title", code="missing_field")
    made = open_pull(
        call.state,
        call.by,
        call.repo,
        head=fields["head"],
        base=fields["base"],
        title=fields["title"],
        body=fields.get("body"),
        draft=fields.get("draft", False),
    )
    return Answer(status=201, body=shape_of(call.view, made), effect=f"opened pull request {made.number}")


@route("GET", _ONE, scopes=_SCOPES)
def get_pull(call: Call) -> Answer:
    return Answer(body=shape_of(call.view, call.pull()))


@route("PATCH", _ONE, scopes=_SCOPES)
def patch_pull(call: Call) -> Answer:
    it, fields = call.pull(), call.fields
    edit_pull(
        call.state,
        call.by,
        it,
        title=fields.get("title"),
        body=fields.get("body"),
        to=fields.get("state"),
        base=fields.get("base"),
    )
    return Answer(body=shape_of(call.view, it), effect=f"edited pull request {it.number}: {', '.join(fields)}")


@route("GET", _ONE + "/files", scopes=_SCOPES)
def list_files(call: Call) -> Answer:
    """Stops at 3,000 without saying so; `changed_files` of the pull request knows better."""
    it = call.pull()
    files = pull_files(it)[: call.repo.settings.max_pull_files]
    return paged(call, files, lambda each: file_diff(call.view, call.repo, each, at=it.head_sha))


@route("GET", _ONE + "/commits", scopes=_SCOPES)
def list_commits(call: Call) -> Answer:
    rows = [read_commit(call.repo.git, sha) for sha in pull_commits(call.pull())[:_MAX_COMMITS]]
    return paged(call, [row for row in rows if row], lambda row: commit(call.view, call.repo, row))


@route("PUT", _ONE + "/merge", scopes=("contents",), role=Role.WRITE)
def merge(call: Call) -> Answer:
    it, fields = call.pull(), call.fields
    sha = merge_pull(
        call.state,
        call.by,
        it,
        method=fields.get("merge_method", "merge"),
        sha=fields.get("sha"),
        title=fields.get("commit_title"),
    )
    body = {"sha": sha, "merged": True, "message": "Pull Request successfully merged"}
    return Answer(body=body, effect=f"merged pull request {it.number}")


def shape_of(view: View, it: Pull) -> Json:
    """The whole answer with its counts; it tells all files, not only the first 3,000."""
    files = pull_files(it)
    return whole_pull(
        view,
        it,
        mergeable=is_mergeable(it),
        commits=len(pull_commits(it)),
        additions=sum(each.additions for each in files),
        deletions=sum(each.deletions for each in files),
        files=len(files),
    )
