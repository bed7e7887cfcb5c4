"""The little of GraphQL that REST lacks: thread ids, resolving a thread, minimising a comment."""

from __future__ import annotations

from buddy.sandbox.graphql.resolve import answer

__all__ = ["answer"]
