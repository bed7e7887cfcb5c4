"""The host ports on GitHub: each method is the one request it names (a list: one for each hundred items)."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from urllib.parse import quote

from buddy.adapters.github.graph_requests import GraphRequests
from buddy.adapters.github.own_requests import OwnRequests
from buddy.adapters.github.payload import (
    BlobPayload,
    BranchPayload,
    FilePayload,
    PullPayload,
    TreePayload,
)
from buddy.adapters.github.record_requests import RecordRequests
from buddy.adapters.github.thread_payload import CommentPayload
from buddy.adapters.github.thread_requests import ThreadRequests
from buddy.app.ports import Branch, Comment, PullRequest, ReviewComment, Tree
from buddy.core.change import Change
from buddy.core.effects import InlineComment


class GithubHost(ThreadRequests, RecordRequests, OwnRequests, GraphRequests):
    """A repository on GitHub or GitHub Enterprise Server, seen with one token.

    What a review asks for stands here, the rest of the ports in the classes above.
    """

    def pull_request(self, number: int) -> PullRequest:
        """The pull request as it is now."""
        doing = f"Reading pull request #{number}"
        answer = self._client.get(f"/pulls/{number}", doing=doing)
        with self._client.refusing(doing):
            return PullPayload.model_validate(answer).pull_request()

    def changed_files(self, number: int, *, total: int | None = None) -> Change:
        """What it changes against its merge base; GitHub lists at most 3,000 files, `total` is how many there are."""
        doing = f"Reading the changed files of #{number}"
        rows = self._client.list(f"/pulls/{number}/files", doing=doing)
        with self._client.refusing(doing):
            files = tuple(FilePayload.model_validate(row).changed_file() for row in rows)
        return Change(files=files, total=max(len(files), total or 0))

    def branch(self, name: str) -> Branch | None:
        """The tip of a branch, None where it does not exist."""
        doing = f"Reading branch {name}"
        answer = self._found(f"/branches/{quote(name, safe='/')}", doing=doing)
        with self._client.refusing(doing):
            return None if answer is None else BranchPayload.model_validate(answer).branch()

    def tree(self, ref: str, *, recursive: bool = True) -> Tree | None:
        """The tree of a commit, tree or branch, None where there is none (an empty repository has none)."""
        doing = f"Reading the tree of {ref}"
        query = {"recursive": "1"} if recursive else None
        answer = self._found(f"/git/trees/{quote(ref, safe='')}", doing=doing, query=query)
        with self._client.refusing(doing):
            return None if answer is None else TreePayload.model_validate(answer).as_tree()

    def blob(self, sha: str) -> bytes:
        """A blob's bytes; the git data API has no limit of 1 MB as contents have (API-03)."""
        doing = f"Reading blob {sha}"
        answer = self._client.get(f"/git/blobs/{quote(sha, safe='')}", doing=doing)
        with self._client.refusing(doing):
            return _decoded(BlobPayload.model_validate(answer))

    def comments(self, number: int) -> Sequence[Comment]:
        """All comments in the conversation, oldest first."""
        doing = f"Reading the comments of #{number}"
        rows = self._client.list(f"/issues/{number}/comments", doing=doing)
        with self._client.refusing(doing):
            return [CommentPayload.model_validate(row).comment() for row in rows]

    def review_comments(self, number: int) -> Sequence[ReviewComment]:
        """All comments on the diff, oldest first."""
        doing = f"Reading the review comments of #{number}"
        rows = self._client.list(f"/pulls/{number}/comments", doing=doing)
        with self._client.refusing(doing):
            return [CommentPayload.model_validate(row).review_comment() for row in rows]

    def create_comment(self, number: int, body: str) -> Comment:
        """A new comment in the conversation."""
        doing = f"Commenting on #{number}"
        answer = self._client.write("POST", f"/issues/{number}/comments", doing=doing, body={"body": body})
        with self._client.refusing(doing):
            return CommentPayload.model_validate(answer).comment()

    def update_comment(self, comment: int, body: str) -> None:
        """Replace a comment's body."""
        doing = f"Editing comment {comment}"
        self._client.write("PATCH", f"/issues/comments/{comment}", doing=doing, body={"body": body})

    def delete_comment(self, comment: int) -> None:
        """Delete a comment; one that is gone already is deleted."""
        self._remove(f"/issues/comments/{comment}", doing=f"Deleting comment {comment}")

    def create_review(self, number: int, *, commit: str, comments: Sequence[InlineComment]) -> None:
        """All comments in one review that neither approves nor requests changes; GitHub takes all of them or none."""
        body = {
            "commit_id": commit,
            "event": "COMMENT",
            "body": "",
            "comments": [_inline(comment) for comment in comments],
        }
        doing = f"Posting a review with {len(comments)} comments on #{number}"
        self._client.write("POST", f"/pulls/{number}/reviews", doing=doing, body=body)

    def delete_review_comment(self, comment: int) -> None:
        """Delete a comment on the diff; one that is gone already is deleted."""
        self._remove(f"/pulls/comments/{comment}", doing=f"Deleting review comment {comment}")


def _inline(comment: InlineComment) -> dict[str, object]:
    """`start_line` equal to `line` is a 422 (POST-03)."""
    place: dict[str, object] = {"path": comment.path, "line": comment.line, "side": "RIGHT", "body": comment.body}
    if comment.start_line is not None and comment.start_line != comment.line:
        place |= {"start_line": comment.start_line, "start_side": "RIGHT"}
    return place


def _decoded(blob: BlobPayload) -> bytes:
    if blob.encoding == "base64":
        return base64.b64decode(blob.content)
    if blob.encoding == "utf-8":
        return blob.content.encode()
    raise ValueError(f"a blob in encoding {blob.encoding}")
