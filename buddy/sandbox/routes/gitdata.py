"""Git objects: blobs, trees, commits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from buddy.sandbox.acts.refs import is_empty, missing
from buddy.sandbox.encoding import decoded
from buddy.sandbox.git.objects import (
    EMPTY_TREE,
    Entry,
    Signature,
    read_blob,
    read_commit,
    read_tree,
    walk_tree,
    write_blob,
    write_commit,
    write_tree,
)
from buddy.sandbox.git.process import GitError
from buddy.sandbox.records import Repo, Role
from buddy.sandbox.refusal import RefusedError, not_found
from buddy.sandbox.revisions import commit_named
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.gitdata import blob, git_commit, tree

_GIT = "/repos/{owner}/{repo}/git"


@route("GET", _GIT + "/blobs/{file_sha}", scopes=("contents",))
def get_blob(call: Call) -> Answer:
    content = read_blob(call.repo.git, call.params["file_sha"])
    if content is None:
        raise missing(call.repo)
    return Answer(body=blob(call.view, call.repo, call.params["file_sha"], content))


@route("POST", _GIT + "/blobs", scopes=("contents",), role=Role.WRITE)
def create_blob(call: Call) -> Answer:
    _check_started(call.repo)
    text, encoding = call.fields["content"], call.fields.get("encoding", "utf-8")
    if encoding not in ("utf-8", "base64"):
        raise RefusedError(422, "Encoding must be utf-8 or base64")
    content = decoded(text) if encoding == "base64" else text.encode("utf-8", "replace")
    sha = write_blob(call.repo.git, content)
    url = f"{call.view.repo(call.repo)}/git/blobs/{sha}"
    return Answer(status=201, body={"sha": sha, "url": url}, effect=f"wrote blob {sha[:7]}")


@route("GET", _GIT + "/trees/{tree_sha}", scopes=("contents",))
def get_tree(call: Call) -> Answer:
    """By the sha of a tree, or of a commit, or a ref name; any value of `recursive` switches it on."""
    repo, name = call.repo, call.params["tree_sha"]
    found = read_tree(repo.git, name) if len(name) == 40 else None
    if found is None:
        commit = commit_named(repo, name)
        found = read_tree(repo.git, commit.tree) if commit else None
    if found is None:
        raise missing(repo)
    entries = list(walk_tree(repo.git, found[0])) if "recursive" in call.query else found[1]
    limit = repo.settings.max_tree_entries
    shown = [(each, _size(repo, each)) for each in entries[:limit]]
    return Answer(body=tree(call.view, repo, found[0], shown, truncated=len(entries) > limit))


@route("POST", _GIT + "/trees", scopes=("contents",), role=Role.WRITE)
def create_tree(call: Call) -> Answer:
    repo = call.repo
    _check_started(repo)
    base = call.fields.get("base_tree")
    below = read_tree(repo.git, base) if base else None
    if base and below is None:
        raise not_found()
    if not call.fields["tree"]:
        raise RefusedError(422, "Invalid tree info")
    entries = [_tree_row(repo, row) for row in call.fields["tree"]]
    _check_removals(repo, below[0] if below else None, entries)
    try:
        sha = write_tree(repo.git, base=below[0] if below else None, entries=entries)
    except GitError:
        raise RefusedError(422, "GitRPC::BadObjectState") from None
    made = read_tree(repo.git, sha)
    rows = [(each, _size(repo, each)) for each in (made[1] if made else [])]
    shape = tree(call.view, repo, sha, rows, truncated=False)
    return Answer(status=201, body=shape, effect=f"wrote tree {sha[:7]}")


@route("GET", _GIT + "/commits/{commit_sha}", scopes=("contents",))
def get_git_commit(call: Call) -> Answer:
    found = read_commit(call.repo.git, call.params["commit_sha"]) if len(call.params["commit_sha"]) == 40 else None
    if found is None:
        raise missing(call.repo)
    return Answer(body=git_commit(call.view, call.repo, found))


@route("POST", _GIT + "/commits", scopes=("contents",), role=Role.WRITE)
def create_commit(call: Call) -> Answer:
    """Without an author it is by who asks, now."""
    repo, fields = call.repo, call.fields
    _check_started(repo)
    if read_tree(repo.git, fields["tree"]) is None:
        raise RefusedError(422, "Tree SHA does not exist")
    for parent in fields.get("parents", []):
        if read_commit(repo.git, parent) is None:
            raise RefusedError(422, "Parent SHA does not exist or is not a commit object")
    author = _signature(call, fields.get("author"), None)
    committer = _signature(call, fields.get("committer"), author)
    sha = write_commit(
        repo.git,
        tree=fields["tree"],
        parents=fields.get("parents", []),
        author=author,
        committer=committer,
        message=fields["message"],
    )
    made = read_commit(repo.git, sha)
    assert made is not None
    return Answer(status=201, body=git_commit(call.view, repo, made), effect=f"wrote commit {sha[:7]}")


def _check_started(repo: Repo) -> None:
    if is_empty(repo):
        raise RefusedError(409, "Git Repository is empty.")


def _tree_row(repo: Repo, row: dict[str, Any]) -> tuple[str, str, str | None]:
    path = row.get("path", "")
    if not _is_path(path) or ("content" in row) == ("sha" in row):
        raise RefusedError(422, "Must supply a valid path and either sha or content, not both")
    if "content" in row:
        return path, row.get("mode", "100644"), write_blob(repo.git, row["content"].encode("utf-8", "replace"))
    sha = row["sha"]
    if sha is not None and row.get("mode") != "160000" and repo.git.read(sha) is None:
        raise RefusedError(422, "GitRPC::BadObjectState")
    return path, row.get("mode", "100644"), sha


def _is_path(text: str) -> bool:
    """What can be asked of git at all; the rest of the rules (`.git`, `a//b`) are its own."""
    steps_out = text.startswith("/") or text.endswith("/") or ".." in text.split("/")
    return bool(text) and not steps_out and "\0" not in text and text.encode("utf-8", "replace").decode() == text


def _check_removals(repo: Repo, base: str | None, entries: list[tuple[str, str, str | None]]) -> None:
    """Taking away what is not there is refused."""
    gone = [path for path, _, sha in entries if sha is None]
    there = {each.path for each in walk_tree(repo.git, base or EMPTY_TREE)} if gone else set()
    if any(path not in there for path in gone):
        raise RefusedError(422, "GitRPC::BadObjectState")


def _signature(call: Call, given: dict[str, str] | None, default: Signature | None) -> Signature:
    if not given:
        return default or call.state.signature(call.by.user)
    mine = default or call.state.signature(call.by.user)
    when = call.state.clock.now
    if "date" in given:
        try:
            when = datetime.fromisoformat(given["date"]).astimezone(UTC)
        except ValueError:
            raise RefusedError(422, "Invalid request.\n\nThe date is not a valid time.") from None
    return Signature(name=given.get("name", mine.name), email=given.get("email", mine.email), when=when)


def _size(repo: Repo, entry: Entry) -> int | None:
    return len(read_blob(repo.git, entry.sha) or b"") if entry.kind == "blob" else None
