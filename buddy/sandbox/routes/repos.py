"""The repository itself, and who may do what in it."""

from __future__ import annotations

from buddy.sandbox.permissions import NOT_BY_INTEGRATION, is_integration, may_push, permission_word, role_of
from buddy.sandbox.refusal import forbidden
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.people import known_user
from buddy.sandbox.shapes.repositories import permission_flags, whole_repository

_REPO = "/repos/{owner}/{repo}"


@route("GET", _REPO, scopes=("metadata",))
def get_repo(call: Call) -> Answer:
    return Answer(body=whole_repository(call.view, call.repo, call.token))


@route("GET", _REPO + "/collaborators/{username}/permission", scopes=("metadata",))
def get_permission(call: Call) -> Answer:
    """Asked by who cannot push, it is refused, also for one's own name."""
    if not may_push(call.by, call.repo):
        raise forbidden(
            NOT_BY_INTEGRATION if is_integration(call.by) else "Must have push access to view collaborator permission."
        )
    who = call.state.user(call.params["username"])
    role = role_of(who, call.repo)
    user = {**known_user(call.view, who), "permissions": permission_flags(role), "role_name": role.word}
    return Answer(body={"permission": permission_word(role), "role_name": role.word, "user": user})
