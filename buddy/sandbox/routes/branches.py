"""Branches, with the flag that says whether they are protected."""

from __future__ import annotations

from buddy.sandbox.acts.refs import HEADS, branch_tip
from buddy.sandbox.git.history import list_refs
from buddy.sandbox.git.objects import read_commit
from buddy.sandbox.paging import paged
from buddy.sandbox.refusal import RefusedError
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.gitdata import branch, short_branch

_BRANCHES = "/repos/{owner}/{repo}/branches"


@route("GET", _BRANCHES, scopes=("contents",))
def list_branches(call: Call) -> Answer:
    prefix = call.repo.ref(HEADS)
    rows = [(ref.removeprefix(prefix), sha) for ref, sha, _ in list_refs(call.repo.git, prefix)]
    wanted = call.query.get("protected")
    if wanted is not None:
        protected = call.repo.settings.protections
        rows = [row for row in rows if (row[0] in protected) == (wanted == "true")]
    return paged(call, rows, lambda row: short_branch(call.view, call.repo, *row))


@route("GET", _BRANCHES + "/{branch}", scopes=("contents",))
def get_branch(call: Call) -> Answer:
    name = call.params["branch"]
    sha = branch_tip(call.repo, name)
    found = read_commit(call.repo.git, sha) if sha else None
    if found is None:
        raise RefusedError(404, "Branch not found")
    return Answer(body=branch(call.view, call.repo, name, found))
