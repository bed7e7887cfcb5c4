"""Files, folders, symlinks and submodules by path."""

from __future__ import annotations

import posixpath

from buddy.sandbox.acts.refs import HEADS, branch_tip, create_ref, update_ref
from buddy.sandbox.encoding import decoded, encoded
from buddy.sandbox.git.history import REGULAR, SUBMODULE, SYMLINK
from buddy.sandbox.git.objects import (
    Commit,
    Entry,
    find_entry,
    read_blob,
    read_commit,
    read_tree,
    write_blob,
    write_commit,
    write_tree,
)
from buddy.sandbox.git.process import GitError
from buddy.sandbox.records import Repo, Role
from buddy.sandbox.refusal import RefusedError, not_found
from buddy.sandbox.revisions import commit_named
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.gitdata import commit, content_entry
from buddy.sandbox.shapes.view import Json

_CONTENTS = "/repos/{owner}/{repo}/contents/{path}"
_RAW_LIMIT = 100 * 1024 * 1024


@route("GET", _CONTENTS, scopes=("contents",))
def get_contents(call: Call) -> Answer:
    """A folder is a list; a symlink to a file in the repository is followed, any other is shown as itself."""
    repo, at = call.repo, call.query.get("ref") or call.repo.default_branch
    found = commit_named(repo, at)
    path = call.params["path"].strip("/")
    if found is None:
        raise RefusedError(404, f"No commit found for the ref {at}" if "ref" in call.query else "Not Found")
    entry = find_entry(repo.git, found.sha, path)
    if entry is None:
        raise not_found()
    if entry.kind == "tree":
        return Answer(body=_folder(call, entry, at))
    return Answer(body=_single(call, found.sha, entry, at))


@route("PUT", _CONTENTS, scopes=("contents",), role=Role.WRITE)
def put_contents(call: Call) -> Answer:
    """One file in one commit; a file that stands there needs its sha, and the right one."""
    repo, fields, path = call.repo, call.fields, call.params["path"]
    branch = fields.get("branch") or repo.default_branch
    parent = branch_tip(repo, branch)
    if parent is None and branch != repo.default_branch:
        raise RefusedError(404, f"Branch {branch} not found")
    entry = find_entry(repo.git, parent, path) if parent else None
    _check_expected(path, entry, fields.get("sha"))
    content = decoded(fields["content"])
    made = _commit(call, path, content, parent, entry.mode if entry else REGULAR)
    if parent:
        update_ref(call.state, call.by, repo, name=HEADS + branch, sha=made, force=False)
    else:
        create_ref(call.state, call.by, repo, name=HEADS + branch, sha=made)
    written = read_commit(repo.git, made)
    assert written is not None
    return _written(call, written, path, branch, status=200 if entry else 201)


def _commit(call: Call, path: str, content: bytes, parent: str | None, mode: str) -> str:
    repo, signature = call.repo, call.state.signature(call.by.user)
    try:
        tree = write_tree(repo.git, base=parent, entries=[(path, mode, write_blob(repo.git, content))])
    except GitError:
        raise RefusedError(422, "path contains a malformed path component") from None
    return write_commit(
        repo.git,
        tree=tree,
        parents=[parent] if parent else [],
        author=signature,
        committer=signature,
        message=call.fields["message"],
    )


def _check_expected(path: str, entry: Entry | None, sha: str | None) -> None:
    if entry is not None and sha is None:
        raise RefusedError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
    if sha is not None and (entry is None or entry.sha != sha):
        raise RefusedError(409, f"{path} does not match {sha}")


def _written(call: Call, written: Commit, path: str, branch: str, *, status: int) -> Answer:
    entry = find_entry(call.repo.git, written.sha, path)
    assert entry is not None
    shape = commit(call.view, call.repo, written)
    return Answer(
        status=status,
        body={
            "content": content_entry(call.view, call.repo, entry, at=branch, kind="file", size=0),
            "commit": {**shape["commit"], "sha": written.sha, "html_url": shape["html_url"], "parents": []},
        },
        effect=f"committed {path} to {branch}",
    )


def _folder(call: Call, folder: Entry, at: str) -> list[Json]:
    found = read_tree(call.repo.git, folder.sha)
    entries = found[1] if found else []
    return [
        content_entry(
            call.view,
            call.repo,
            Entry(path=f"{folder.path}/{each.path}", mode=each.mode, sha=each.sha),
            at=at,
            # a list shows submodules as files, for the sake of old clients
            kind={"tree": "dir", "commit": "file"}.get(each.kind, "symlink" if each.mode == SYMLINK else "file"),
            size=_size(call.repo, each),
        )
        for each in entries
    ]


def _single(call: Call, commit_sha: str, entry: Entry, at: str) -> Json:
    repo = call.repo
    if entry.mode == SUBMODULE:
        shape = content_entry(call.view, repo, entry, at=at, kind="submodule", size=0)
        return {**shape, "submodule_git_url": None}
    content = read_blob(repo.git, entry.sha) or b""
    if entry.mode == SYMLINK:
        target = _symlink_target(repo, commit_sha, entry, content)
        if target is None:
            shape = content_entry(call.view, repo, entry, at=at, kind="symlink", size=len(content))
            return {**shape, "target": content.decode("utf-8", "replace")}
        content = read_blob(repo.git, target.sha) or b""
        entry = Entry(path=entry.path, mode=target.mode, sha=target.sha)
    if len(content) > _RAW_LIMIT:
        raise RefusedError(403, "This API returns blobs up to 100 MB in size.", errors=[{"code": "too_large"}])
    shape = content_entry(call.view, repo, entry, at=at, kind="file", size=len(content))
    small = len(content) <= repo.settings.inline_content_bytes
    return {**shape, "content": encoded(content) if small else "", "encoding": "base64" if small else "none"}


def _symlink_target(repo: Repo, commit_sha: str, entry: Entry, target: bytes) -> Entry | None:
    """The regular file of the repository that a symlink points at; None for anything else."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(entry.path), target.decode("utf-8", "replace")))
    if path.startswith(("/", "..")):
        return None
    found = find_entry(repo.git, commit_sha, path)
    return found if found and found.kind == "blob" and found.mode != SYMLINK else None


def _size(repo: Repo, entry: Entry) -> int:
    return len(read_blob(repo.git, entry.sha) or b"") if entry.kind == "blob" else 0
