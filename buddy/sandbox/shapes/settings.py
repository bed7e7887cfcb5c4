"""A repository's settings as the API tells them: classic protection of a branch, and rules of rulesets."""

from __future__ import annotations

from buddy.sandbox.records import BranchRule, Protection, Repo
from buddy.sandbox.shapes.people import known_user
from buddy.sandbox.shapes.view import Json, View


def protection(view: View, repo: Repo, *, branch: str, rule: Protection) -> Json:
    """Parts that are off are left out, as in https://docs.github.com/en/rest/branches/branch-protection."""
    url = f"{view.repo(repo)}/branches/{branch}/protection"
    off = ("required_linear_history", "allow_force_pushes", "allow_deletions", "block_creations", "lock_branch")
    parts: Json = {
        "url": url,
        "required_signatures": {"url": f"{url}/required_signatures", "enabled": rule.signatures},
        "enforce_admins": {"url": f"{url}/enforce_admins", "enabled": False},
        **{name: {"enabled": False} for name in off},
    }
    if rule.checks:
        parts["required_status_checks"] = {
            "url": f"{url}/required_status_checks",
            "strict": False,
            "contexts": list(rule.checks),
            "contexts_url": f"{url}/required_status_checks/contexts",
            "checks": [{"context": name, "app_id": None} for name in rule.checks],
        }
    if rule.pushers is not None:
        at = f"{url}/restrictions"
        parts["restrictions"] = {
            "url": at,
            **{f"{kind}_url": f"{at}/{kind}" for kind in ("users", "teams", "apps")},
            "users": [known_user(view, view.state.add_user(login)) for login in rule.pushers],
            "teams": [],
            "apps": [],
        }
    return parts


def branch_rule(repo: Repo, rule: BranchRule) -> Json:
    """All rules are of one ruleset of the repository; https://docs.github.com/en/rest/repos/rules."""
    parts: Json = {"type": rule.kind}
    if rule.parameters is not None:
        parts["parameters"] = rule.parameters
    return {
        **parts,
        "ruleset_source_type": "Repository",
        "ruleset_source": repo.full_name,
        "ruleset_id": repo.id,
    }
