"""Threads and minimised comments: what is asked of GitHub by GraphQL, since REST cannot tell or do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from buddy.adapters.github.graph import MINIMISE, RESOLVE, THREADS, at
from buddy.adapters.github.host_part import HostPart
from buddy.core.hosting import ReviewThread

MOST_PAGES: Final = 20
"""Pages of a hundred threads; nobody reads a pull request with more (P11)."""


class GraphRequests(HostPart):
    """The part of the host that GraphQL serves."""

    def threads(self, number: int) -> Sequence[ReviewThread]:
        """One request for each hundred."""
        doing = f"Reading the threads of #{number}"
        found: list[ReviewThread] = []
        after: str | None = None
        for _ in range(MOST_PAGES):
            fields = {"owner": self._client.owner, "name": self._client.name, "number": number, "after": after}
            answer = self._client.graph(THREADS, fields, doing=doing)
            with self._client.refusing(doing):
                page = at(answer, "data", "repository", "pullRequest", "reviewThreads")
                found += _threads(at(page, "nodes"))
                if not at(page, "pageInfo", "hasNextPage"):
                    break
                after = str(at(page, "pageInfo", "endCursor"))
        return found

    def resolve_thread(self, thread: str) -> None:
        """GitHub wants `contents: write` of an app's token for this."""
        self._client.graph(RESOLVE, {"thread": thread}, doing="Resolving a thread")

    def minimise(self, node: str) -> None:
        """Fold a comment away as outdated."""
        self._client.graph(MINIMISE, {"subject": node}, doing="Minimising an outdated comment")


def _threads(nodes: Any) -> Iterator[ReviewThread]:
    """A thread whose comments are all gone has no first one."""
    for node in nodes if isinstance(nodes, list) else ():
        first = at(node, "comments", "nodes")
        if first and isinstance(at(first[0], "databaseId"), int):
            root = at(first[0], "databaseId")
            yield ReviewThread(id=str(at(node, "id")), root=root, resolved=bool(at(node, "isResolved")))
