"""Where links in answers point: each has the host by which the client reached the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from buddy.sandbox.records import Issue, Repo
from buddy.sandbox.state import State

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """`host` is scheme, name and port; API and web pages share it, as on a GitHub Enterprise host."""

    state: State
    host: str

    def repo(self, repo: Repo) -> str:
        return f"{self.host}/repos/{repo.full_name}"

    def issue(self, issue: Issue) -> str:
        return f"{self.repo(issue.repo)}/issues/{issue.number}"

    def pull(self, issue: Issue) -> str:
        return f"{self.repo(issue.repo)}/pulls/{issue.number}"

    def page(self, repo: Repo) -> str:
        return f"{self.host}/{repo.full_name}"

    def thread_page(self, issue: Issue) -> str:
        return f"{self.page(issue.repo)}/{'pull' if issue.pull else 'issues'}/{issue.number}"


def node_id(kind: str, number: int | str) -> str:
    """Opaque to clients; `kind` is GitHub's own prefix, so that GraphQL finds the record again."""
    return f"{kind}_sbx{number}"
