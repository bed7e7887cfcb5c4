"""Pull requests, reviews and comments on lines."""

from __future__ import annotations

from buddy.sandbox.clock import stamp
from buddy.sandbox.permissions import association
from buddy.sandbox.records import Pull, Repo, Review, ReviewComment, User
from buddy.sandbox.shapes.people import known_user, user
from buddy.sandbox.shapes.repositories import repository
from buddy.sandbox.shapes.threads import label, rollup
from buddy.sandbox.shapes.view import Json, View, node_id


def pull(view: View, it: Pull) -> Json:
    """As it stands in lists; what only the single answer has is in `whole_pull`."""
    issue, url, page = it.issue, view.pull(it.issue), view.thread_page(it.issue)
    comment_url = f"{view.repo(it.repo)}/pulls/comments{{/number}}"
    statuses = f"{view.repo(it.repo)}/statuses/{it.head_sha}"
    return {
        "url": url,
        "id": it.id,
        "node_id": node_id("PR", it.id),
        "html_url": page,
        "diff_url": page + ".diff",
        "patch_url": page + ".patch",
        "issue_url": view.issue(issue),
        "number": it.number,
        "state": issue.state,
        "locked": issue.locked,
        "title": issue.title,
        "user": user(view, issue.user),
        "body": issue.body,
        "created_at": stamp(issue.created_at),
        "updated_at": stamp(issue.updated_at),
        "closed_at": stamp(issue.closed_at),
        "merged_at": stamp(it.merged_at),
        "merge_commit_sha": it.merge_commit_sha,
        "assignee": None,
        "assignees": [],
        "requested_reviewers": [],
        "requested_teams": [],
        "labels": [label(view, it.repo, each) for each in issue.labels],
        "milestone": None,
        "draft": it.draft,
        "commits_url": url + "/commits",
        "review_comments_url": url + "/comments",
        "review_comment_url": comment_url,
        "comments_url": view.issue(issue) + "/comments",
        "statuses_url": statuses,
        "head": _side(view, it.head_owner, it.head_repo, it.head_ref, it.head_sha),
        "base": _side(view, it.repo.owner, it.repo, it.base_ref, it.base_sha),
        "_links": {
            "self": {"href": url},
            "html": {"href": page},
            "issue": {"href": view.issue(issue)},
            "comments": {"href": view.issue(issue) + "/comments"},
            "review_comments": {"href": url + "/comments"},
            "review_comment": {"href": comment_url},
            "commits": {"href": url + "/commits"},
            "statuses": {"href": statuses},
        },
        "author_association": association(issue.user, it.repo),
        "auto_merge": None,
        "active_lock_reason": issue.lock_reason,
    }


def whole_pull(
    view: View, it: Pull, *, mergeable: bool | None, commits: int, additions: int, deletions: int, files: int
) -> Json:
    return {
        **pull(view, it),
        "merged": it.merged_at is not None,
        "mergeable": mergeable,
        "rebaseable": mergeable,
        "mergeable_state": {None: "unknown", True: "clean", False: "dirty"}[mergeable],
        "merged_by": user(view, it.merged_by),
        "comments": len(it.issue.comments),
        "review_comments": len(it.comments),
        "maintainer_can_modify": False,
        "commits": commits,
        "additions": additions,
        "deletions": deletions,
        "changed_files": files,
    }


def review(view: View, it: Review) -> Json:
    page = f"{view.thread_page(it.pull.issue)}#pullrequestreview-{it.id}"
    url = view.pull(it.pull.issue)
    shape: Json = {
        "id": it.id,
        "node_id": node_id("PRR", it.id),
        "user": user(view, it.user),
        "body": it.body,
        "state": it.state,
        "html_url": page,
        "pull_request_url": url,
        "author_association": association(it.user, it.pull.repo),
        "_links": {"html": {"href": page}, "pull_request": {"href": url}},
        "commit_id": it.commit_id,
    }
    if it.submitted_at is not None:
        shape["submitted_at"] = stamp(it.submitted_at)
    return shape


def review_comment(view: View, it: ReviewComment) -> Json:
    """`line` and its companions are None once the place is no longer in the diff, `original_line` stays."""
    on_file = it.subject == "file"
    shape: Json = {
        **_comment_core(view, it),
        "start_line": it.now.start_line if it.now else None,
        "original_start_line": it.spot.start_line,
        "start_side": it.spot.start_side.value if it.spot.start_side else None,
        "line": it.now.line if it.now else None,
        "original_line": it.spot.line,
        "side": it.spot.side.value,
        "subject_type": it.subject,
        "reactions": rollup(f"{view.repo(it.pull.repo)}/pulls/comments/{it.id}", it.reactions),
    }
    if on_file:
        shape["original_position"] = shape["position"] = 1
    return shape


def comment_of_review(view: View, it: ReviewComment) -> Json:
    """The older form, of `/reviews/{id}/comments`: positions only, no lines."""
    return _comment_core(view, it)


def _comment_core(view: View, it: ReviewComment) -> Json:
    url = f"{view.repo(it.pull.repo)}/pulls/comments/{it.id}"
    page = f"{view.thread_page(it.pull.issue)}#discussion_r{it.id}"
    pull_url = view.pull(it.pull.issue)
    shape: Json = {
        "url": url,
        "pull_request_review_id": it.review.id,
        "id": it.id,
        "node_id": node_id("PRRC", it.id),
        "diff_hunk": it.spot.hunk,
        "path": it.spot.path,
        "position": it.now.position if it.now else None,
        "original_position": it.spot.position,
        "commit_id": it.commit_id,
        "original_commit_id": it.original_commit_id,
        "user": user(view, it.user),
        "body": it.body,
        "created_at": stamp(it.created_at),
        "updated_at": stamp(it.updated_at),
        "html_url": page,
        "pull_request_url": pull_url,
        "author_association": association(it.user, it.pull.repo),
        "_links": {"self": {"href": url}, "html": {"href": page}, "pull_request": {"href": pull_url}},
    }
    if it.in_reply_to is not None:
        shape["in_reply_to_id"] = it.in_reply_to
    return shape


def _side(view: View, owner: User, repo: Repo | None, ref: str, sha: str) -> Json:
    """`repo` is None for a fork that was deleted."""
    return {
        "label": f"{owner.login}:{ref}",
        "ref": ref,
        "sha": sha,
        "user": known_user(view, owner),
        "repo": None if repo is None or repo.deleted else repository(view, repo),
    }
