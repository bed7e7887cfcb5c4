"""Payloads of events that tell of no conversation: schedules, dispatches, pushes, finished runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from buddy.sandbox.acts.refs import HEADS, branch_tip
from buddy.sandbox.clock import stamp
from buddy.sandbox.git.diffs import diff_files
from buddy.sandbox.git.objects import EMPTY_TREE, Commit, read_commit
from buddy.sandbox.records import Pull, Repo
from buddy.sandbox.shapes.people import known_user
from buddy.sandbox.shapes.repositories import repository
from buddy.sandbox.shapes.view import Json, View, node_id

_WORKFLOW = ".github/workflows/buddy.yml"
_NOTHING = "0" * 40


def schedule(*, cron: str = "17 * * * *") -> Json:
    return {"schedule": cron, "workflow": _WORKFLOW}


def dispatch(repo: Repo, *, inputs: Mapping[str, Any] | None = None, ref: str | None = None) -> Json:
    return {"inputs": inputs, "ref": ref or HEADS + repo.default_branch, "workflow": _WORKFLOW}


def push(view: View, repo: Repo, *, ref: str | None = None, before: str = _NOTHING) -> Json:
    """`before` is where the branch stood; without it the push made the branch."""
    name = ref or HEADS + repo.default_branch
    after = branch_tip(repo, name.removeprefix(HEADS)) or _NOTHING
    return {
        "ref": name,
        "before": before,
        "after": after,
        "created": before == _NOTHING,
        "deleted": after == _NOTHING,
        "forced": False,
        "base_ref": None,
        "compare": f"{view.page(repo)}/compare/{before[:12]}...{after[:12]}",
        "commits": [],
        "head_commit": _pushed_commit(view, repo, read_commit(repo.git, after)),
        "pusher": {"name": repo.owner.login, "email": None},
    }


def workflow_run(
    view: View, pull: Pull, *, run_id: int = 1, conclusion: str = "success", event: str = "pull_request"
) -> Json:
    """A finished run of a pull request's workflow; of one from a fork `pull_requests` is empty, as on GitHub."""
    head = pull.head_repo if pull.head_repo and not pull.head_repo.deleted else None
    url = f"{view.repo(pull.repo)}/actions/runs/{run_id}"
    page = f"{view.page(pull.repo)}/actions/runs/{run_id}"
    suite = f"{view.repo(pull.repo)}/check-suites/{run_id}"
    links = ("artifacts", "cancel", "jobs", "logs", "rerun")
    workflow = _workflow(view, pull.repo)
    times = ("created_at", "run_started_at", "updated_at")
    run = {
        "id": run_id,
        "node_id": node_id("WFR", run_id),
        "name": workflow["name"],
        "event": event,
        "status": "completed",
        "conclusion": conclusion,
        "head_branch": pull.head_ref,
        "head_sha": pull.head_sha,
        "head_commit": _head_commit(read_commit(pull.repo.git, pull.head_sha)),
        "head_repository": repository(view, head) if head else None,
        "repository": repository(view, pull.repo),
        "pull_requests": [_short_pull(view, pull)] if pull.head_repo is pull.repo else [],
        "actor": known_user(view, pull.head_owner),
        "run_attempt": 1,
        "run_number": 1,
        "url": url,
        "html_url": page,
        **{f"{name}_url": f"{url}/{name}" for name in links},
        "previous_attempt_url": None,
        "check_suite_id": run_id,
        "check_suite_node_id": node_id("CS", run_id),
        "check_suite_url": suite,
        "workflow_id": workflow["id"],
        "workflow_url": workflow["url"],
        **dict.fromkeys(times, stamp(view.state.clock.now)),
    }
    return {"workflow_run": run, "workflow": workflow}


def _workflow(view: View, repo: Repo) -> Json:
    path, times = ".github/workflows/review.yml", stamp(repo.created_at)
    return {
        "id": 1,
        "node_id": node_id("W", 1),
        "name": "review",
        "path": path,
        "state": "active",
        "url": f"{view.repo(repo)}/actions/workflows/1",
        "html_url": f"{view.page(repo)}/blob/{repo.default_branch}/{path}",
        "badge_url": f"{view.page(repo)}/workflows/review/badge.svg",
        "created_at": times,
        "updated_at": times,
    }


def _short_pull(view: View, pull: Pull) -> Json:
    def side(repo: Repo, ref: str, sha: str) -> Json:
        return {"ref": ref, "sha": sha, "repo": {"id": repo.id, "name": repo.name, "url": view.repo(repo)}}

    return {
        "id": pull.id,
        "number": pull.number,
        "url": view.pull(pull.issue),
        "head": side(pull.head_repo or pull.repo, pull.head_ref, pull.head_sha),
        "base": side(pull.repo, pull.base_ref, pull.base_sha),
    }


def _pushed_commit(view: View, repo: Repo, it: Commit | None) -> Json | None:
    shape = _head_commit(it)
    if it is None or shape is None:
        return None
    files = diff_files(repo.git, it.parents[0] if it.parents else EMPTY_TREE, it.sha)
    for person in ("author", "committer"):
        shape[person]["username"] = shape[person]["name"]
    return {
        **shape,
        "distinct": True,
        "url": f"{view.page(repo)}/commit/{it.sha}",
        "added": [each.path for each in files if each.status == "added"],
        "removed": [each.path for each in files if each.status == "removed"],
        "modified": [each.path for each in files if each.status not in ("added", "removed")],
    }


def _head_commit(it: Commit | None) -> Json | None:
    if it is None:
        return None
    return {
        "id": it.sha,
        "tree_id": it.tree,
        "message": it.message,
        "timestamp": stamp(it.committer.when),
        "author": {"name": it.author.name, "email": it.author.email},
        "committer": {"name": it.committer.name, "email": it.committer.email},
    }
