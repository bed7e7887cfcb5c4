"""Commits, trees, refs, blobs, branches and file contents."""

from __future__ import annotations

from urllib.parse import quote

from buddy.sandbox.clock import stamp
from buddy.sandbox.encoding import encoded
from buddy.sandbox.git.diffs import FileDiff
from buddy.sandbox.git.objects import Commit, Entry, Signature
from buddy.sandbox.records import Repo
from buddy.sandbox.shapes.people import user
from buddy.sandbox.shapes.view import Json, View, node_id

_UNSIGNED = {"verified": False, "reason": "unsigned", "payload": None, "signature": None, "verified_at": None}


def git_commit(view: View, repo: Repo, it: Commit) -> Json:
    """The plain object, as under `/git/commits`."""
    url, page = view.repo(repo), view.page(repo)
    return {
        "sha": it.sha,
        "node_id": node_id("C", it.sha),
        "url": f"{url}/git/commits/{it.sha}",
        "html_url": f"{page}/commit/{it.sha}",
        "author": _signature(it.author),
        "committer": _signature(it.committer),
        "tree": {"sha": it.tree, "url": f"{url}/git/trees/{it.tree}"},
        "message": it.message.rstrip("\n"),
        "parents": [
            {"sha": sha, "url": f"{url}/git/commits/{sha}", "html_url": f"{page}/commit/{sha}"} for sha in it.parents
        ],
        "verification": _UNSIGNED,
    }


def commit(view: View, repo: Repo, it: Commit) -> Json:
    """A commit with the people behind it, as in lists."""
    url, page = view.repo(repo), view.page(repo)
    return {
        "sha": it.sha,
        "node_id": node_id("C", it.sha),
        "url": f"{url}/commits/{it.sha}",
        "html_url": f"{page}/commit/{it.sha}",
        "comments_url": f"{url}/commits/{it.sha}/comments",
        "commit": {
            "url": f"{url}/git/commits/{it.sha}",
            "author": _signature(it.author),
            "committer": _signature(it.committer),
            "message": it.message.rstrip("\n"),
            "tree": {"sha": it.tree, "url": f"{url}/git/trees/{it.tree}"},
            "comment_count": 0,
            "verification": _UNSIGNED,
        },
        "author": user(view, view.state.users.get(it.author.name.lower())),
        "committer": user(view, view.state.users.get(it.committer.name.lower())),
        "parents": [
            {"sha": sha, "url": f"{url}/commits/{sha}", "html_url": f"{page}/commit/{sha}"} for sha in it.parents
        ],
    }


def tree(view: View, repo: Repo, sha: str, entries: list[tuple[Entry, int | None]], *, truncated: bool) -> Json:
    """`entries` with the size of each blob; None for folders and submodules."""
    url = view.repo(repo)
    return {
        "sha": sha,
        "url": f"{url}/git/trees/{sha}",
        "tree": [_tree_entry(url, entry, size) for entry, size in entries],
        "truncated": truncated,
    }


def ref(view: View, repo: Repo, name: str, sha: str, kind: str) -> Json:
    url = view.repo(repo)
    return {
        "ref": name,
        "node_id": node_id("REF", f"{repo.id}:{name}"),
        "url": f"{url}/git/{quote(name)}",
        "object": {"sha": sha, "type": kind, "url": f"{url}/git/{kind}s/{sha}"},
    }


def blob(view: View, repo: Repo, sha: str, content: bytes) -> Json:
    return {
        "sha": sha,
        "node_id": node_id("B", f"{repo.id}:{sha}"),
        "size": len(content),
        "url": f"{view.repo(repo)}/git/blobs/{sha}",
        "content": encoded(content),
        "encoding": "base64",
    }


def short_branch(view: View, repo: Repo, name: str, sha: str) -> Json:
    protected = name in repo.settings.protections
    return {
        "name": name,
        "commit": {"sha": sha, "url": f"{view.repo(repo)}/commits/{sha}"},
        "protected": protected,
    }


def branch(view: View, repo: Repo, name: str, it: Commit) -> Json:
    url = f"{view.repo(repo)}/branches/{quote(name, safe='')}"
    protected = name in repo.settings.protections
    return {
        "name": name,
        "commit": commit(view, repo, it),
        "_links": {"self": url, "html": f"{view.page(repo)}/tree/{quote(name)}"},
        "protected": protected,
        "protection": {
            "enabled": protected,
            "required_status_checks": {"enforcement_level": "off", "contexts": [], "checks": []},
        },
        "protection_url": url + "/protection",
    }


def content_entry(view: View, repo: Repo, it: Entry, *, at: str, kind: str, size: int) -> Json:
    """What all forms share; `at`: the ref that was asked for, `kind`: file, dir, symlink or submodule."""
    path = quote(it.path)
    url = f"{view.repo(repo)}/contents/{path}?ref={quote(at, safe='')}"
    page = f"{view.page(repo)}/{'tree' if kind == 'dir' else 'blob'}/{quote(at)}/{path}"
    below = "trees" if kind in ("dir", "submodule") else "blobs"
    git_url = f"{view.repo(repo)}/git/{below}/{it.sha}"
    download = f"{view.host}/raw/{repo.full_name}/{quote(at)}/{path}"
    return {
        "name": it.path.rsplit("/", 1)[-1],
        "path": it.path,
        "sha": it.sha,
        "size": size,
        "url": url,
        "html_url": page,
        "git_url": git_url,
        "download_url": download if kind in ("file", "symlink") else None,
        "type": kind,
        "_links": {"self": url, "git": git_url, "html": page},
    }


def file_diff(view: View, repo: Repo, it: FileDiff, *, at: str) -> Json:
    """A changed file; `patch` is left out for binary and very large ones."""
    path = quote(it.path)
    shape: Json = {
        "sha": it.sha,
        "filename": it.path,
        "status": it.status,
        "additions": it.additions,
        "deletions": it.deletions,
        "changes": it.additions + it.deletions,
        "blob_url": f"{view.page(repo)}/blob/{at}/{path}",
        "raw_url": f"{view.page(repo)}/raw/{at}/{path}",
        "contents_url": f"{view.repo(repo)}/contents/{path}?ref={at}",
    }
    if it.old_path is not None:
        shape["previous_filename"] = it.old_path
    if it.patch is not None and _patch_fits(repo, it.patch):
        shape["patch"] = it.patch
    return shape


def _patch_fits(repo: Repo, patch: str) -> bool:
    limits = repo.settings
    return patch.count("\n") < limits.max_patch_lines and len(patch) <= limits.max_patch_bytes


def _signature(it: Signature) -> Json:
    return {"name": it.name, "email": it.email, "date": stamp(it.when)}


def _tree_entry(url: str, it: Entry, size: int | None) -> Json:
    shape: Json = {"path": it.path, "mode": it.mode, "type": it.kind, "sha": it.sha}
    if it.kind != "commit":
        shape["url"] = f"{url}/git/{it.kind}s/{it.sha}"
    if size is not None:
        shape["size"] = size
    return shape
