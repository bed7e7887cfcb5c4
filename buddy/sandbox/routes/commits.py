"""Commits and comparisons."""

from __future__ import annotations

from buddy.sandbox.acts.pulls import find_head
from buddy.sandbox.acts.refs import missing
from buddy.sandbox.git.diffs import diff_files
from buddy.sandbox.git.history import commits_between, merge_base
from buddy.sandbox.git.objects import EMPTY_TREE, Commit, read_commit
from buddy.sandbox.paging import link_header, page_of, paged
from buddy.sandbox.records import Repo
from buddy.sandbox.refusal import not_found
from buddy.sandbox.revisions import commit_named
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.gitdata import commit, file_diff

_REPO = "/repos/{owner}/{repo}"


@route("GET", _REPO + "/commits", scopes=("contents",))
def list_commits(call: Call) -> Answer:
    """Newest first; `path` and `author` narrow."""
    repo = call.repo
    start = commit_named(repo, call.query.get("sha") or repo.default_branch)
    if start is None:
        raise missing(repo)
    shas = commits_between(repo.git, None, start.sha, path=call.query.get("path"))
    rows = [_known(repo, sha) for sha in shas]
    author = call.query.get("author")
    if author:
        rows = [row for row in rows if author in (row.author.name, row.author.email)]
    return paged(call, rows, lambda row: commit(call.view, repo, row))


@route("GET", _REPO + "/commits/{ref}", scopes=("contents",))
def get_commit(call: Call) -> Answer:
    repo = call.repo
    found = commit_named(repo, call.params["ref"])
    if found is None:
        raise missing(repo)
    files = diff_files(repo.git, found.parents[0] if found.parents else EMPTY_TREE, found.sha)
    added, removed = sum(each.additions for each in files), sum(each.deletions for each in files)
    size, page = page_of(call)
    size = size if "per_page" in call.query else repo.settings.max_compare_files
    shown = files[: repo.settings.max_pull_files][(page - 1) * size : page * size]
    shape = commit(call.view, repo, found)
    shape["stats"] = {"additions": added, "deletions": removed, "total": added + removed}
    shape["files"] = [file_diff(call.view, repo, each, at=found.sha) for each in shown]
    return Answer(body=shape)


@route("GET", _REPO + "/compare/{basehead}", scopes=("contents",))
def compare(call: Call) -> Answer:
    """Three dots: the files are those that the head changed since the merge base, at most 300."""
    repo = call.repo
    base_name, dots, head_name = call.params["basehead"].partition("...")
    base, head = _side(call, base_name), _side(call, head_name)
    if not dots or base is None or head is None:
        raise not_found()
    common = merge_base(repo.git, base.sha, head.sha)
    if common is None:
        raise not_found()
    ahead = commits_between(repo.git, base.sha, head.sha)[::-1]
    behind = commits_between(repo.git, head.sha, base.sha)
    size, page = page_of(call)
    size = size if "per_page" in call.query else 250
    url = f"{call.view.repo(repo)}/compare/{base_name}...{head_name}"
    html = f"{call.view.page(repo)}/compare/{base_name}...{head_name}"
    files = diff_files(repo.git, common, head.sha)[: repo.settings.max_compare_files] if page == 1 else ()
    body = {
        "url": url,
        "html_url": html,
        "permalink_url": html,
        "diff_url": html + ".diff",
        "patch_url": html + ".patch",
        "base_commit": commit(call.view, repo, base),
        "merge_base_commit": commit(call.view, repo, _known(repo, common)),
        "status": _STATUS[bool(ahead), bool(behind)],
        "ahead_by": len(ahead),
        "behind_by": len(behind),
        "total_commits": len(ahead),
        "commits": [commit(call.view, repo, _known(repo, sha)) for sha in ahead[(page - 1) * size : page * size]],
        "files": [file_diff(call.view, repo, each, at=head.sha) for each in files],
    }
    return Answer(body=body, headers=link_header(call, len(ahead)) if "per_page" in call.query else {})


_STATUS = {
    (False, False): "identical",
    (True, False): "ahead",
    (False, True): "behind",
    (True, True): "diverged",
}


def _side(call: Call, name: str) -> Commit | None:
    """A branch, tag or sha, or `owner:branch` of a fork."""
    if ":" not in name:
        return commit_named(call.repo, name)
    repo, branch = find_head(call.state, call.repo, name)
    return commit_named(repo, branch)


def _known(repo: Repo, sha: str) -> Commit:
    found = read_commit(repo.git, sha)
    assert found is not None, sha
    return found
