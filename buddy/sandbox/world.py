"""The state of the box as plain values by which two runs are compared: no ids, times or commit names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from buddy.sandbox.git.history import list_refs
from buddy.sandbox.git.objects import read_blob, read_commit, walk_tree
from buddy.sandbox.records import Issue, IssueComment, Pull, Reaction, Repo, Review, ReviewComment
from buddy.sandbox.state import State

MapBody = Callable[[str], Any]
"""Turns a body into plain values first, where it holds encoded state."""

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?")
_HOST = re.compile(r"https?://(?:127\.0\.0\.1|localhost):\d+")
_ID = re.compile(r"(?<!\d)\d{10}(?!\d)")
_SHA = re.compile(r"(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])")


def snapshot(state: State, *, map_body: MapBody | None = None) -> dict[str, Any]:
    """Repositories by name, each with its branches down to the bytes, issues and pull requests.

    Comments come sorted by what they say, so that the order in which they were written does not count; ids
    in texts become names such as `comment 2 of 7`, commit names their subjects, times a placeholder. Reviews
    that hold nothing are left out, and which review a comment came with is not told.
    """
    return _Snapshot(state, map_body).take()


class _Snapshot:
    def __init__(self, state: State, map_body: MapBody | None) -> None:
        self._state = state
        self._map_body = map_body
        self._names: dict[int, str] = {}

    def take(self) -> dict[str, Any]:
        # names begin as mere kinds; the first round tells comments apart by their words, the second also by
        # what they point at
        self._names = dict(self._kinds())
        for _ in range(2):
            for repo in self._repos():
                self._name_comments(repo)
        return {repo.full_name: self._repo(repo) for repo in self._repos()}

    def _repos(self) -> list[Repo]:
        return [repo for repo in self._state.repos.values() if not repo.deleted]

    def _kinds(self) -> Iterator[tuple[int, str]]:
        for repo in self._state.repos.values():
            yield repo.id, f"repository {repo.full_name}"
            for issue in repo.issues.values():
                yield issue.id, f"issue {issue.number}"
                if issue.pull is not None:
                    yield issue.pull.id, f"pull request {issue.number}"
        for kind, found in (
            ("comment", self._state.issue_comments),
            ("line comment", self._state.review_comments),
            ("review", self._state.reviews),
            ("thread", self._state.threads),
        ):
            yield from ((number, kind) for number in found)

    def _name_comments(self, repo: Repo) -> None:
        for issue in repo.issues.values():
            self._number(issue.comments, f"comment {{}} of {issue.number}")
            if issue.pull is not None:
                self._number(issue.pull.comments, f"line comment {{}} of {issue.number}")

    def _number(self, comments: Sequence[IssueComment | ReviewComment], name: str) -> None:
        ordered = sorted(comments, key=lambda it: (_order(self._comment(it)), it.id))
        self._names |= {each.id: name.format(at) for at, each in enumerate(ordered, start=1)}

    def _repo(self, repo: Repo) -> dict[str, Any]:
        prefix = repo.ref("refs/heads/")
        return {
            "branches": {
                ref.removeprefix(prefix): self._tree(repo, sha) for ref, sha, _ in list_refs(repo.git, prefix)
            },
            "issues": [self._issue(each) for each in repo.issues.values() if each.pull is None],
            "pulls": [self._pull(each.pull) for each in repo.issues.values() if each.pull is not None],
        }

    def _tree(self, repo: Repo, sha: str) -> dict[str, list[str]]:
        return {
            each.path: [
                each.mode,
                self._text((read_blob(repo.git, each.sha) or b"").decode("utf-8", "backslashreplace")),
            ]
            for each in walk_tree(repo.git, sha)
            if each.kind != "tree"
        }

    def _issue(self, it: Issue) -> dict[str, Any]:
        return {
            "number": it.number,
            "title": self._text(it.title),
            "body": self._body(it.body or ""),
            "author": _login(it),
            "state": it.state,
            "locked": it.locked,
            "labels": sorted(each.name for each in it.labels),
            "reactions": _reactions(it.reactions),
            "comments": sorted((self._comment(each) for each in it.comments), key=_order),
        }

    def _pull(self, it: Pull) -> dict[str, Any]:
        return {
            **self._issue(it.issue),
            "head": f"{it.head_owner.login}:{it.head_ref}",
            "base": it.base_ref,
            "draft": it.draft,
            "merged": it.merged_at is not None,
            "reviews": sorted((self._review(each) for each in it.reviews if not _is_shell(each)), key=_order),
            "line_comments": sorted((self._comment(each) for each in it.comments), key=_order),
            "resolved": sum(each.resolved_by is not None for each in it.threads),
        }

    def _review(self, it: Review) -> dict[str, Any]:
        return {"author": _login(it), "state": it.state, "body": self._body(it.body)}

    def _comment(self, it: IssueComment | ReviewComment) -> dict[str, Any]:
        found: dict[str, Any] = {
            "author": _login(it),
            "body": self._body(it.body),
            "reactions": _reactions(it.reactions),
            "minimized": it.minimized,
        }
        if isinstance(it, ReviewComment):
            found |= {
                "path": it.spot.path,
                "line": it.spot.line,
                "side": it.spot.side.value,
                "reply_to": self._names.get(it.in_reply_to) if it.in_reply_to else None,
            }
        return found

    def _body(self, text: str) -> Any:
        return self._plain(self._map_body(text) if self._map_body else text)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return {self._text(str(key)): self._plain(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._plain(each) for each in value]
        if isinstance(value, int) and value in self._names:
            return f"<{self._names[value]}>"
        return value

    def _text(self, text: str) -> str:
        text = _HOST.sub("<host>", _TIME.sub("<time>", text))
        text = _ID.sub(lambda found: self._named(found[0]), text)
        return _SHA.sub(lambda found: self._subject(found[0]), text)

    def _named(self, digits: str) -> str:
        name = self._names.get(int(digits))
        return f"<{name}>" if name else digits

    def _subject(self, sha: str) -> str:
        for repo in self._repos():
            found = read_commit(repo.git, sha)
            if found is not None:
                return f"<commit {found.message.splitlines()[0] if found.message.strip() else ''}>"
        return sha


def _order(shape: dict[str, Any]) -> str:
    return json.dumps(shape, sort_keys=True, default=str)


def _reactions(found: list[Reaction]) -> list[str]:
    return sorted(f"{each.emoji.value} {each.user.login}" for each in found)


def _login(it: Issue | IssueComment | ReviewComment | Review) -> str | None:
    return it.user.login if it.user else None


def _is_shell(it: Review) -> bool:
    return it.state == "COMMENTED" and not it.body.strip()
