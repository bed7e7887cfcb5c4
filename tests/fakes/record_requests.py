"""What `RecordHost` adds, over the world in memory."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence

from buddy.app.ports import MOST_COMMITS, PullState, Refusal, RefusalKind
from buddy.core.hosting import Commit, RecordPull
from tests.fakes.repository import File
from tests.fakes.requests import Requests, check_body
from tests.fakes.world import Pull


class RecordRequests(Requests):
    def commit(self, sha: str) -> Commit:
        with self._request("commit"):
            if sha not in self.commits:
                raise Refusal(RefusalKind.NOT_FOUND, f"no commit {sha}")
            return self._as_commit(sha)

    def create_blob(self, content: bytes) -> str:
        with self._write("create_blob"):
            self.writes.append("create_blob")
            return self.add_blob(content)

    def create_tree(self, base_tree: str, files: Mapping[str, str]) -> str:
        with self._write("create_tree"):
            assert files, "an empty tree is refused"
            assert all(path.endswith(".jsonl") for path in files), f"P2: more than learnings in {[*files]}"
            if base_tree not in self.tree_files:
                raise Refusal(RefusalKind.NOT_FOUND, f"no tree {base_tree}")
            if not all(sha in self.blobs for sha in files.values()):
                raise Refusal(RefusalKind.UNPROCESSABLE, "a blob does not exist")
            self.writes.append("create_tree")
            added = {path: File(self.blobs[sha]) for path, sha in files.items()}
            return self.add_tree(self.tree_files[base_tree] | added)

    def create_commit(self, *, tree: str, parents: Sequence[str], message: str) -> str:
        with self._write("create_commit"):
            if tree not in self.tree_files or not all(sha in self.commits for sha in parents):
                raise Refusal(RefusalKind.UNPROCESSABLE, "the tree or a parent does not exist")
            self.writes.append("create_commit")
            files = self.tree_files[tree]
            return self.add_commit(files, parents=tuple(parents), author=self.login, message=message)

    def create_branch(self, name: str, sha: str) -> None:
        with self._own_branch("create_branch", name):
            if name in self.branches:
                raise Refusal(RefusalKind.ALREADY_EXISTS, f"branch {name} exists")
            self._check_commit(sha)
            if any(other.startswith(f"{name}/") or name.startswith(f"{other}/") for other in self.branches):
                raise Refusal(RefusalKind.UNPROCESSABLE, "a branch cannot be a folder of another one")
            self.branches[name] = sha
            self.writes.append(f"create_branch {name}")

    def move_branch(self, name: str, sha: str) -> None:
        with self._own_branch("move_branch", name):
            if name not in self.branches:
                raise Refusal(RefusalKind.NOT_FOUND, f"no branch {name}")
            self._check_commit(sha)
            if self.branches[name] not in self.ancestors(sha):
                raise Refusal(RefusalKind.NOT_FAST_FORWARD, f"{name} moved meanwhile")
            self.branches[name] = sha
            self.writes.append(f"move_branch {name}")

    def delete_branch(self, name: str) -> None:
        with self._own_branch("delete_branch", name):
            if name in self.branches:
                self.drop_branch(name)
                self.writes.append(f"delete_branch {name}")

    def commits_ahead(self, base: str, head: str) -> Sequence[Commit]:
        with self._request("commits_ahead"):
            sides = [self.branches.get(name, name) for name in (base, head)]
            ahead = self.ahead(*sides) if all(sha in self.commits for sha in sides) else None
            if ahead is None:
                raise Refusal(RefusalKind.NOT_FOUND, f"nothing to compare between {base} and {head}")
            return [self._as_commit(sha) for sha in self._paged(ahead[:MOST_COMMITS])]

    def pulls(self, *, head: str, base: str | None = None, state: PullState) -> Sequence[RecordPull]:
        with self._request("pulls"):
            found = [
                pull
                for pull in reversed(self.pull_requests.values())
                if pull.head == head and base in {None, pull.base} and state in {"all", pull.state}
            ]
            return self._paged([self._as_record_pull(pull) for pull in found])

    def pull(self, number: int) -> RecordPull:
        with self._request("pull"):
            return self._as_record_pull(self._pull(number))

    def create_pull(self, *, title: str, body: str, head: str, base: str) -> RecordPull:
        assert head.startswith("buddy/"), f"P2: create_pull from {head}"
        with self._write("create_pull"):
            if not self.may_open_pulls:
                raise Refusal(RefusalKind.NO_PULL_REQUESTS, "switch on the setting, or give record-token")
            if head not in self.branches or base not in self.branches or not title.strip():
                raise Refusal(RefusalKind.UNPROCESSABLE, "the head, the base or the title is invalid")
            check_body(body, blank=True)
            if any(it.state == "open" and (it.head, it.base) == (head, base) for it in self.pull_requests.values()):
                raise Refusal(RefusalKind.ALREADY_EXISTS, f"a pull request already exists for {head}")
            ahead = self.ahead(self.branches[base], self.branches[head])
            if not ahead:
                kind = RefusalKind.UNPROCESSABLE if ahead is None else RefusalKind.NOTHING_TO_MERGE
                raise Refusal(kind, f"no commits between {base} and {head}")
            number = self.open_pull(head=head, base=base, by=self.login, title=title, body=body, kind=self.account_type)
            self.writes.append(f"create_pull {number}")
            return self._as_record_pull(self.pull_requests[number])

    def update_pull(self, number: int, *, body: str | None = None, title: str | None = None) -> None:
        fields = {name: text for name, text in (("title", title), ("body", body)) if text is not None}
        if not fields:
            return
        with self._write("update_pull"):
            check_body(body or "", blank=True)
            self._pull(number)
            self.change_pull(number, **fields)
            self.writes.append(f"update_pull {number}")

    @contextlib.contextmanager
    def _own_branch(self, method: str, name: str) -> Iterator[None]:
        """P2: another branch is no request at all."""
        assert name.startswith("buddy/"), f"P2: {method} of {name}"
        with self._write(method):
            if name in self.protected:
                raise Refusal(RefusalKind.BRANCH_RULES, f"a rule protects {name}")
            yield

    def _check_commit(self, sha: str) -> None:
        if sha not in self.commits:
            raise Refusal(RefusalKind.UNPROCESSABLE, f"object {sha} does not exist")

    def _as_commit(self, sha: str) -> Commit:
        made = self.commits[sha]
        return Commit(sha=sha, tree=made.tree, parents=made.parents, author=made.author, message=made.message)

    def _as_record_pull(self, pull: Pull) -> RecordPull:
        return RecordPull(
            number=pull.number,
            state=pull.state,
            merged=pull.merged,
            head_ref=pull.head.rpartition(":")[2],
            head_sha=self.head_of(pull),
            base_ref=pull.base,
            title=pull.title,
            body=pull.body,
            author=pull.author,
            author_type=pull.author_type,
            from_fork=":" in pull.head,
            created_at=pull.created_at,
            closed_at=pull.closed_at,
            url=f"https://github.test/{self.repository}/pull/{pull.number}",
        )
