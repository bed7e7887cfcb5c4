"""Issues, their comments, labels and reactions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from buddy.sandbox.clock import stamp
from buddy.sandbox.permissions import association
from buddy.sandbox.records import Emoji, Issue, IssueComment, Label, Reaction, Repo
from buddy.sandbox.shapes.people import user
from buddy.sandbox.shapes.view import Json, View, node_id


def issue(view: View, it: Issue) -> Json:
    url = view.issue(it)
    shape: Json = {
        "url": url,
        "repository_url": view.repo(it.repo),
        "labels_url": url + "/labels{/name}",
        "comments_url": url + "/comments",
        "events_url": url + "/events",
        "timeline_url": url + "/timeline",
        "html_url": view.thread_page(it),
        "id": it.id,
        "node_id": node_id("PR" if it.pull else "I", it.pull.id if it.pull else it.id),
        "number": it.number,
        "title": it.title,
        "user": user(view, it.user),
        "labels": [label(view, it.repo, each) for each in it.labels],
        "state": it.state,
        "state_reason": it.state_reason,
        "locked": it.locked,
        "active_lock_reason": it.lock_reason,
        "assignee": None,
        "assignees": [],
        "milestone": None,
        "comments": len(it.comments),
        "created_at": stamp(it.created_at),
        "updated_at": stamp(it.updated_at),
        "closed_at": stamp(it.closed_at),
        "closed_by": user(view, it.closed_by),
        "author_association": association(it.user, it.repo),
        "body": it.body,
        "performed_via_github_app": None,
        "draft": it.pull is not None and it.pull.draft,
        "reactions": rollup(url, it.reactions),
    }
    if it.pull is not None:
        page = view.thread_page(it)
        shape["pull_request"] = {
            "url": view.pull(it),
            "html_url": page,
            "diff_url": page + ".diff",
            "patch_url": page + ".patch",
            "merged_at": stamp(it.pull.merged_at),
        }
    return shape


def issue_comment(view: View, it: IssueComment) -> Json:
    url = f"{view.repo(it.issue.repo)}/issues/comments/{it.id}"
    return {
        "url": url,
        "html_url": f"{view.thread_page(it.issue)}#issuecomment-{it.id}",
        "issue_url": view.issue(it.issue),
        "id": it.id,
        "node_id": node_id("IC", it.id),
        "user": user(view, it.user),
        "created_at": stamp(it.created_at),
        "updated_at": stamp(it.updated_at),
        "body": it.body,
        "author_association": association(it.user, it.issue.repo),
        "reactions": rollup(url, it.reactions),
        "performed_via_github_app": None,
    }


def label(view: View, repo: Repo, it: Label) -> Json:
    return {
        "id": it.id,
        "node_id": node_id("LA", it.id),
        "url": f"{view.repo(repo)}/labels/{it.name}",
        "name": it.name,
        "description": "",
        "color": "ededed",
        "default": False,
    }


def reaction(view: View, it: Reaction) -> Json:
    return {
        "id": it.id,
        "node_id": node_id("REA", it.id),
        "user": user(view, it.user),
        "content": it.emoji.value,
        "created_at": stamp(it.created_at),
    }


def rollup(url: str, reactions: Sequence[Reaction]) -> Json:
    """The counts beside a comment; who reacted is only in the list."""
    counts = Counter(each.emoji for each in reactions)
    return {
        "url": url + "/reactions",
        "total_count": len(reactions),
        **{emoji.value: counts[emoji] for emoji in Emoji},
    }
