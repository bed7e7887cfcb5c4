"""Refs: read by name or prefix, created, moved, deleted."""

from __future__ import annotations

from buddy.sandbox.acts.refs import create_ref, is_empty, missing, remove_ref, update_ref
from buddy.sandbox.git.history import list_refs
from buddy.sandbox.git.history import tip as tip_of
from buddy.sandbox.records import Role
from buddy.sandbox.refusal import RefusedError
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.gitdata import ref
from buddy.sandbox.shapes.view import Json

_GIT = "/repos/{owner}/{repo}/git"


@route("GET", _GIT + "/ref/{ref}", scopes=("contents",))
def get_ref(call: Call) -> Answer:
    name = "refs/" + call.params["ref"]
    if tip_of(call.repo.git, call.repo.ref(name)) is None:
        raise missing(call.repo)
    return Answer(body=_shape(call, name))


@route("GET", _GIT + "/matching-refs/{ref}", scopes=("contents",))
def list_matching_refs(call: Call) -> Answer:
    """Everything that begins with the name, in one page; nothing found is an empty list."""
    if is_empty(call.repo):
        raise RefusedError(409, "Git Repository is empty.")
    rows = list_refs(call.repo.git, call.repo.ref("refs/" + call.params["ref"]))
    return Answer(
        body=[ref(call.view, call.repo, name.removeprefix(call.repo.space), sha, kind) for name, sha, kind in rows]
    )


@route("POST", _GIT + "/refs", scopes=("contents",), role=Role.WRITE)
def post_ref(call: Call) -> Answer:
    name, sha = call.fields["ref"], call.fields["sha"]
    if is_empty(call.repo):
        raise RefusedError(409, "Git Repository is empty.")
    create_ref(call.state, call.by, call.repo, name=name, sha=sha)
    return Answer(status=201, body=_shape(call, name), effect=f"created {name} at {sha[:7]}")


@route("PATCH", _GIT + "/refs/{ref}", scopes=("contents",), role=Role.WRITE)
def patch_ref(call: Call) -> Answer:
    name, sha = "refs/" + call.params["ref"], call.fields["sha"]
    update_ref(call.state, call.by, call.repo, name=name, sha=sha, force=call.fields.get("force", False))
    return Answer(body=_shape(call, name), effect=f"moved {name} to {sha[:7]}")


@route("DELETE", _GIT + "/refs/{ref}", scopes=("contents",), role=Role.WRITE)
def delete_ref(call: Call) -> Answer:
    name = "refs/" + call.params["ref"]
    remove_ref(call.state, call.by, call.repo, name=name)
    return Answer(status=204, effect=f"deleted {name}")


def _shape(call: Call, name: str) -> Json:
    found = call.repo.git.read(call.repo.ref(name))
    assert found is not None
    return ref(call.view, call.repo, name, found[0], found[1])
