"""Repositories, whole and as part of other answers."""

from __future__ import annotations

from buddy.sandbox.clock import stamp
from buddy.sandbox.permissions import role_of
from buddy.sandbox.records import Repo, Role, Token
from buddy.sandbox.shapes.people import known_user
from buddy.sandbox.shapes.view import Json, View, node_id

_LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}


def repository(view: View, repo: Repo) -> Json:
    """As it stands in pull requests, events and forks."""
    url, page = view.repo(repo), view.page(repo)
    open_issues = sum(issue.state == "open" for issue in repo.issues.values())
    return {
        "id": repo.id,
        "node_id": node_id("R", repo.id),
        "name": repo.name,
        "full_name": repo.full_name,
        "private": repo.private,
        "owner": known_user(view, repo.owner),
        "html_url": page,
        "description": None,
        "fork": repo.parent is not None,
        "url": url,
        **{key: url + end for key, end in _LINKS.items()},
        "git_url": page.replace("http:", "git:") + ".git",
        "ssh_url": f"git@{page.split('//')[1].replace('/', ':', 1)}.git",
        "clone_url": page + ".git",
        "svn_url": page,
        **dict.fromkeys(("homepage", "language", "license", "mirror_url")),
        **dict.fromkeys(("disabled", "has_pages", "has_discussions", "is_template"), False),
        **dict.fromkeys(("has_issues", "has_projects", "has_wiki", "has_downloads", "allow_forking"), True),
        **dict.fromkeys(("allow_merge_commit", "allow_squash_merge"), True),
        **dict.fromkeys(("allow_rebase_merge", "delete_branch_on_merge"), False),
        "archived": repo.settings.archived,
        "custom_properties": {},
        **dict.fromkeys(("size", "stargazers_count", "watchers", "watchers_count"), 0),
        **dict.fromkeys(("forks", "forks_count"), sum(each.parent is repo for each in view.state.repos.values())),
        "open_issues": open_issues,
        "open_issues_count": open_issues,
        "topics": [],
        "visibility": "private" if repo.private else "public",
        "web_commit_signoff_required": False,
        "default_branch": repo.default_branch,
        **dict.fromkeys(("created_at", "updated_at", "pushed_at"), stamp(repo.created_at)),
    }


def whole_repository(view: View, repo: Repo, viewer: Token | None) -> Json:
    """What `GET /repos/{owner}/{repo}` answers; `permissions` only to who shows a token.

    A job's token reads there that it may nothing, whatever it may
    (https://github.com/gautamkrishnar/keepalive-workflow/issues/17).
    """
    parts: Json = {**repository(view, repo), "network_count": 0, "subscribers_count": 0}
    if viewer is not None:
        role = role_of(viewer.user, repo) if viewer.permissions is None else Role.NONE
        parts["permissions"] = permission_flags(role)
    if repo.parent is not None:
        parts["parent"] = parts["source"] = repository(view, repo.parent)
    return parts


def permission_flags(role: Role) -> dict[str, bool]:
    return {
        "admin": role >= Role.ADMIN,
        "maintain": role >= Role.MAINTAIN,
        "push": role >= Role.WRITE,
        "triage": role >= Role.TRIAGE,
        "pull": role >= Role.READ,
    }
