"""A notice: something a user should know, with a stable id that is a link into the docs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """`id` is kebab-case and documented in docs/reference/notices.md; `message` is one sentence for people."""

    id: str
    message: str
