"""The served part of the REST API, one module a family; importing them fills the route table."""

from __future__ import annotations

from importlib import import_module

FAMILIES = (
    "artifacts",
    "branches",
    "comments",
    "commits",
    "contents",
    "gitdata",
    "issues",
    "meta",
    "pulls",
    "reactions",
    "refs",
    "repos",
    "review_comments",
    "reviews",
    "settings",
)


def load() -> None:
    for name in FAMILIES:
        import_module(f"buddy.sandbox.routes.{name}")
