"""The host ports over a world in memory, with GitHub's semantics; import it as `tests.fakes.host`.

`tests/contract/test_host_port.py` and its two neighbours hold it to what the real adapter does against the sandbox.
"""

from __future__ import annotations

from collections.abc import Sequence

from buddy.app.ports import Refusal, RefusalKind
from buddy.core.change import Change
from buddy.core.effects import InlineComment
from buddy.core.hosting import Branch, Comment, CommentKind, PullRequest, ReviewComment, Tree
from tests.fakes.record_requests import RecordRequests
from tests.fakes.requests import check_body
from tests.fakes.thread_requests import ThreadRequests
from tests.fakes.world import File, Pull, compare, right_lines

__all__ = ["FakeHost", "File"]

MOST_FILES = 3_000


class FakeHost(ThreadRequests, RecordRequests):
    """What a review asks for stands here; above `most_entries` a recursive tree is cut."""

    most_entries: int | None = None

    def pull_request(self, number: int) -> PullRequest:
        with self._request("pull_request"):
            pull = self._pull(number)
            owner, _, name = self.repository.partition("/")
            fork = pull.head.rpartition(":")[0] or owner
            return PullRequest(
                number=number,
                title=pull.title,
                body=pull.body,
                author=pull.author,
                state=pull.state,
                draft=pull.draft,
                locked=pull.locked,
                head_sha=self.head_of(pull),
                head_repo=None if pull.fork_deleted else f"{fork}/{name}",
                base_ref=pull.base,
                base_repo=self.repository,
                base_repo_id=1,
                default_branch=self.default_branch,
                comments=len(pull.comments),
                review_comments=len(pull.review_comments),
                changed_files=len(self.changed_files_of(pull)),
            )

    def changed_files(self, number: int, *, total: int | None = None) -> Change:
        with self._request("changed_files"):
            files = self._paged(self.changed_files_of(self._pull(number))[:MOST_FILES])
            return Change(files=tuple(files), total=max(len(files), total or 0))

    def branch(self, name: str) -> Branch | None:
        with self._request("branch"):
            sha = self.branches.get(name)
            return None if sha is None else Branch(name=name, sha=sha, protected=name in self.protected)

    def tree(self, ref: str, *, recursive: bool = True) -> Tree | None:
        with self._request("tree"):
            entries = self.trees.get(self.branches.get(ref, ref))
            if entries is None:
                return None
            kept = {path: entry for path, entry in entries.items() if recursive or "/" not in path}
            cut = recursive and self.most_entries is not None and len(kept) > self.most_entries
            return Tree(entries=dict(list(kept.items())[: self.most_entries]) if cut else kept, truncated=cut)

    def blob(self, sha: str) -> bytes:
        with self._request("blob"):
            if sha not in self.blobs:
                raise Refusal(RefusalKind.NOT_FOUND, f"no blob {sha}")
            return self.blobs[sha]

    def comments(self, number: int) -> Sequence[Comment]:
        with self._request("comments"):
            return self._paged([self._counted(each) for each in self._thread(number).comments])

    def review_comments(self, number: int) -> Sequence[ReviewComment]:
        with self._request("review_comments"):
            pull = self._pull(number)
            return self._paged([self._shown(pull, each, sha) for each, sha in pull.review_comments])

    def create_comment(self, number: int, body: str) -> Comment:
        with self._write("create_comment", number):
            check_body(body)
            comment = self.comment_as(number, self.login, body, kind=self.account_type)
            self.writes.append(f"create_comment {number}")
            return comment

    def update_comment(self, comment: int, body: str) -> None:
        with self._write("update_comment"):
            check_body(body)
            if not self.edit_comment(comment, body):
                raise Refusal(RefusalKind.NOT_FOUND, f"no comment {comment}")
            self.writes.append(f"update_comment {comment}")

    def delete_comment(self, comment: int) -> None:
        with self._write("delete_comment"):
            if self.remove_comment(comment):
                self.writes.append(f"delete_comment {comment}")

    def create_review(self, number: int, *, commit: str, comments: Sequence[InlineComment]) -> None:
        with self._write("create_review", number):
            pull = self._pull(number)
            self._check_review(pull, commit, comments)
            self.review_as(number, self.login, "", kind=self.account_type)
            for each in comments:
                self.review_comment_as(
                    number, self.login, each.body, path=each.path, line=each.line, commit=commit, kind=self.account_type
                )
            self.writes.append(f"create_review {number} {len(comments)}")

    def delete_review_comment(self, comment: int) -> None:
        with self._write("delete_review_comment"):
            if self.remove_review_comment(comment):
                self.writes.append(f"delete_review_comment {comment}")

    def minimise(self, node: str) -> None:
        with self._write("minimise"):
            comment = int(node.removeprefix("PRRC_"))
            self._there(CommentKind.REVIEW, comment)
            self.minimised.add(comment)
            self.writes.append(f"minimise {comment}")

    def _check_review(self, pull: Pull, commit: str, comments: Sequence[InlineComment]) -> None:
        """One comment in the wrong place costs the whole review (POST-01)."""
        if commit not in self.ancestors(self.head_of(pull)):
            raise Refusal(RefusalKind.UNPROCESSABLE, "commit_id is not part of the pull request")
        if not comments:
            raise Refusal(RefusalKind.UNPROCESSABLE, "a review needs a body or comments")
        base = self.merge_base(commit, self.branches[pull.base])
        files = compare(self.commits[base].files if base else {}, self.commits[commit].files)
        hunks = {file.path: {line: hunk for hunk, line in right_lines(file.patch or "")} for file in files}
        for each in comments:
            check_body(each.body)
            lines = hunks.get(each.path, {})
            start = each.line if each.start_line is None else each.start_line
            if each.line not in lines or lines.get(start) != lines[each.line] or start > each.line:
                raise Refusal(RefusalKind.UNPROCESSABLE, f"{each.path}:{each.line} could not be resolved")
