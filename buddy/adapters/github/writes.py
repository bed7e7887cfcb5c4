"""The writes that Buddy may send; anything else stops before the network, whoever asks for it.

A list of what is allowed rather than of what is not: no code path reaches another branch (P2), merges or approves (P7).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from buddy.adapters.github.graph import is_known
from buddy.core.errors import HostError


class ForbiddenWrite(HostError):
    """A request that Buddy promised never to send; it was not sent."""


def check_write(verb: str, path: str, body: object) -> None:
    """Pass a write of the list below, else raise ForbiddenWrite; `path` is what follows `/repos/OWNER/NAME`."""
    fields: Mapping[str, object] = body if isinstance(body, Mapping) else {}
    for allowed_verb, pattern, accepts in _ALLOWED:
        match = re.fullmatch(pattern, path)
        if verb == allowed_verb and match and accepts(match, fields):
            return
    raise ForbiddenWrite(
        f"refused to send {verb} {path[:200]!r}: Buddy only comments, records learnings, and writes no branch outside "
        "buddy/"
    )


def check_graph(verb: str, body: object) -> None:
    """Pass one of the few documents of `graph`, else raise ForbiddenWrite."""
    if verb != "POST" or not is_known(body):
        raise ForbiddenWrite("refused to send a GraphQL document that is none of Buddy's own")


def is_own_branch(name: str) -> bool:
    """True for `buddy/…` in plain characters: `..`, `//`, `%2e` and the like could name another branch on the way."""
    return len(name) <= 200 and re.fullmatch(r"buddy(/[A-Za-z0-9_][A-Za-z0-9._-]*)+", name) is not None and _calm(name)


def _calm(name: str) -> bool:
    return ".." not in name and not any(part.endswith((".", ".lock")) for part in name.split("/"))


_Test = Callable[[re.Match[str], Mapping[str, object]], bool]


def _always(_: re.Match[str], __: Mapping[str, object]) -> bool:
    return True


def _only_a_comment(_: re.Match[str], fields: Mapping[str, object]) -> bool:
    return fields.get("event") == "COMMENT"


def _creates_own_ref(_: re.Match[str], fields: Mapping[str, object]) -> bool:
    ref = fields.get("ref")
    return isinstance(ref, str) and ref.startswith("refs/heads/") and is_own_branch(ref.removeprefix("refs/heads/"))


def _deletes_own_ref(match: re.Match[str], _: Mapping[str, object]) -> bool:
    return is_own_branch(match[1])


def _moves_own_ref(match: re.Match[str], fields: Mapping[str, object]) -> bool:
    return is_own_branch(match[1]) and fields.get("force", False) is False


def _holds_only_learnings(_: re.Match[str], fields: Mapping[str, object]) -> bool:
    """On top of a tree, else all other files would be gone; no links, programs or removals; `*.jsonl` (DESIGN 3.3)."""
    rows = fields.get("tree")
    return isinstance(fields.get("base_tree"), str) and isinstance(rows, list) and all(map(_is_learnings_file, rows))


def _is_learnings_file(row: object) -> bool:
    if not isinstance(row, Mapping) or row.keys() != {"path", "mode", "type", "sha"}:
        return False
    path, sha = row["path"], row["sha"]
    named = isinstance(path, str) and path.endswith(".jsonl") and isinstance(sha, str)
    return named and (row["mode"], row["type"]) == ("100644", "blob")


def _opens_from_own_branch(_: re.Match[str], fields: Mapping[str, object]) -> bool:
    head = fields.get("head")
    return fields.keys() == {"title", "body", "head", "base"} and isinstance(head, str) and is_own_branch(head)


def _rewords_only(_: re.Match[str], fields: Mapping[str, object]) -> bool:
    """Neither closed nor reopened nor turned to another base: these are acts of people."""
    return bool(fields) and fields.keys() <= {"title", "body"}


_ALLOWED: Final[tuple[tuple[str, str, _Test], ...]] = (
    ("POST", r"/issues/[0-9]+/comments", _always),
    ("PATCH", r"/issues/comments/[0-9]+", _always),
    ("DELETE", r"/issues/comments/[0-9]+", _always),
    ("POST", r"/pulls/[0-9]+/reviews", _only_a_comment),
    ("POST", r"/pulls/[0-9]+/comments/[0-9]+/replies", _always),
    ("PATCH", r"/pulls/comments/[0-9]+", _always),
    ("DELETE", r"/pulls/comments/[0-9]+", _always),
    ("POST", r"/(?:issues|pulls)/comments/[0-9]+/reactions", _always),
    ("DELETE", r"/(?:issues|pulls)/comments/[0-9]+/reactions/[0-9]+", _always),
    ("POST", r"/git/blobs", _always),  # no branch shows a blob or a commit until a ref does
    ("POST", r"/git/trees", _holds_only_learnings),
    ("POST", r"/git/commits", _always),
    ("POST", r"/git/refs", _creates_own_ref),
    ("PATCH", r"/git/refs/heads/(.+)", _moves_own_ref),
    ("DELETE", r"/git/refs/heads/(.+)", _deletes_own_ref),
    ("POST", r"/pulls", _opens_from_own_branch),
    ("PATCH", r"/pulls/[0-9]+", _rewords_only),
)
