"""Closing threads as far as the token may: resolved, else folded away, else left and said to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from buddy.app.once import at_least_once
from buddy.app.ports import Refusal, RefusalKind, ThreadHost
from buddy.core.hosting import ReviewThread
from buddy.core.respond.closing import Closed, Way

_NOT_ALLOWED = frozenset(
    {RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION, RefusalKind.NOT_FOUND, RefusalKind.UNPROCESSABLE}
)
"""What another way may get around; anything else ends the run, and the next one does it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Closer:
    """`nodes` are the names of Buddy's own comments for minimising, by id."""

    number: int
    nodes: Mapping[int, str]
    host: ThreadHost

    def close(self, roots: Sequence[int]) -> dict[int, Closed]:
        """By first comment. One look, and none where there is nothing to close; raises Refusal for an outage."""
        if not roots:
            return {}
        threads = self._threads()
        return {root: self._one(root, threads.get(root)) for root in roots}

    def _threads(self) -> dict[int, ReviewThread]:
        try:
            return {each.root: each for each in self.host.threads(self.number)}
        except Refusal as refusal:
            if refusal.kind in _NOT_ALLOWED:
                return {}
            raise

    def _one(self, root: int, thread: ReviewThread | None) -> Closed:
        if thread is not None and (
            thread.resolved or self._tried(partial(self.host.resolve_thread, thread.id)) is None
        ):
            return Closed(way=Way.RESOLVED)
        node = self.nodes.get(root, "")
        if not node:
            return Closed(way=Way.LEFT, why="GitHub does not tell which one it is.")
        refusal = self._tried(partial(self.host.minimise, node))
        return Closed(way=Way.FOLDED) if refusal is None else Closed(way=Way.LEFT, why=str(refusal))

    @staticmethod
    def _tried(write: partial[None]) -> Refusal | None:
        try:
            at_least_once(write)
        except Refusal as refusal:
            if refusal.kind in _NOT_ALLOWED:
                return refusal
            raise
        return None
