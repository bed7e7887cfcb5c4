"""Settings that decide whether Buddy can record: of Actions, of rulesets, of a branch's protection."""

from __future__ import annotations

from fnmatch import fnmatchcase

from buddy.sandbox.acts.refs import branch_tip
from buddy.sandbox.paging import paged
from buddy.sandbox.permissions import require_settings
from buddy.sandbox.refusal import RefusedError, forbidden, not_found
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.settings import branch_rule, protection

_REPO = "/repos/{owner}/{repo}"


@route("GET", _REPO + "/actions/permissions/workflow", scopes=("administration",))
def get_workflow_permissions(call: Call) -> Answer:
    """https://docs.github.com/en/rest/actions/permissions: for administrators; one field opens and approves."""
    require_settings(call.by, call.repo, otherwise=forbidden("Must have admin rights to Repository."))
    settings = call.repo.settings
    return Answer(
        body={
            "default_workflow_permissions": "write" if settings.actions_write_by_default else "read",
            "can_approve_pull_request_reviews": settings.actions_may_create_pulls,
        }
    )


@route("GET", _REPO + "/rules/branches/{branch}", scopes=("metadata",))
def get_branch_rules(call: Call) -> Answer:
    """https://docs.github.com/en/rest/repos/rules: for whoever reads; the branch need not exist."""
    name = call.params["branch"]
    rules = [rule for rule in call.repo.settings.rules if fnmatchcase(name, rule.pattern)]
    return paged(call, rules, lambda rule: branch_rule(call.repo, rule))


@route("GET", _REPO + "/branches/{branch}/protection", scopes=("administration",))
def get_branch_protection(call: Call) -> Answer:
    """https://docs.github.com/en/rest/branches/branch-protection: for administrators.

    A person without that role hears 404 (https://github.com/orgs/community/discussions/24582), as an administrator
    does of a branch without protection, in other words.
    """
    require_settings(call.by, call.repo, otherwise=not_found())
    name = call.params["branch"]
    if branch_tip(call.repo, name) is None:
        raise RefusedError(404, "Branch not found")
    rule = call.repo.settings.protections.get(name)
    if rule is None:
        raise RefusedError(404, "Branch not protected")
    return Answer(body=protection(call.view, call.repo, branch=name, rule=rule))
