"""What workflow runs left behind: lists, and the zip itself behind a redirect."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from buddy.sandbox.clock import stamp
from buddy.sandbox.paging import paged
from buddy.sandbox.records import Artifact
from buddy.sandbox.refusal import RefusedError, not_found
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.view import Json, node_id
from buddy.sandbox.state import State

_ACTIONS = "/repos/{owner}/{repo}/actions"
_SCOPES = ("actions",)
_DOWNLOADS = "/_artifacts/"


@route("GET", _ACTIONS + "/runs/{run_id}/artifacts", scopes=_SCOPES)
def list_of_run(call: Call) -> Answer:
    run, name = call.number("run_id"), call.query.get("name")
    found = [each for each in call.repo.artifacts.values() if each.run == run and name in (None, each.name)]
    found.sort(key=lambda it: it.id, reverse=call.query.get("direction") != "asc")
    page = paged(call, found, lambda it: _shape(call, it))
    return Answer(body={"total_count": len(found), "artifacts": page.body}, headers=page.headers)


@route("GET", _ACTIONS + "/artifacts/{artifact_id}", scopes=_SCOPES)
def get(call: Call) -> Answer:
    return Answer(body=_shape(call, _found(call)))


@route("GET", _ACTIONS + "/artifacts/{artifact_id}/{archive_format}", scopes=_SCOPES)
def download(call: Call) -> Answer:
    """Leads to an address that needs no token; only to who shows one, even where all else is public."""
    it = _found(call)
    if call.token is None:
        raise RefusedError(401, "Requires authentication")
    if call.params["archive_format"] != "zip":
        raise not_found()
    if it.expired:
        raise RefusedError(410, "Artifact has expired")
    return Answer(status=302, headers={"Location": f"{call.view.host}{_DOWNLOADS}{it.id}"})


def file_answer(state: State, path: str) -> Answer | None:
    """The zip at the address that a redirect named; None for every other path."""
    number = path.removeprefix(_DOWNLOADS)
    if number == path:
        return None
    for repo in state.repos.values():
        if number.isdigit() and int(number) in repo.artifacts:
            return Answer(body=repo.artifacts[int(number)].content)
    raise not_found()


def _found(call: Call) -> Artifact:
    found = call.repo.artifacts.get(call.number("artifact_id"))
    if found is None:
        raise not_found()
    return found


def _shape(call: Call, it: Artifact) -> Json:
    url = f"{call.view.repo(call.repo)}/actions/artifacts/{it.id}"
    return {
        "id": it.id,
        "node_id": node_id("AR", it.id),
        "name": it.name,
        "size_in_bytes": len(it.content),
        "url": url,
        "archive_download_url": f"{url}/zip",
        "expired": it.expired,
        "digest": f"sha256:{hashlib.sha256(it.content).hexdigest()}",
        "created_at": stamp(it.created_at),
        "expires_at": stamp(it.created_at + timedelta(days=90)),
        "updated_at": stamp(it.created_at),
        "workflow_run": {"id": it.run, "repository_id": call.repo.id},
    }
