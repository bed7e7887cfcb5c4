"""Refs, ancestry and new commits: what moves in a repository."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from buddy.sandbox.git.objects import Signature
from buddy.sandbox.git.process import Git, GitError

REGULAR = "100644"
EXECUTABLE = "100755"
SYMLINK = "120000"
SUBMODULE = "160000"

_SCRATCH = "refs/scratch/import"
"""Where fast-import leaves each commit; forced to the next one."""

_HIDDEN = ("refs/scratch/", "refs/namespaces/")
"""Not for the users of a repository: scratch, and the branches of its forks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """What stands at a path: bytes and a mode; of a submodule the bytes are the hex name of its commit."""

    content: bytes
    mode: str = REGULAR


def tip(git: Git, ref: str) -> str | None:
    """The commit or object a full ref name points at; None where there is no such ref."""
    found = git.read(ref) if ref.startswith("refs/") else None
    return found[0] if found else None


def list_refs(git: Git, prefix: str) -> list[tuple[str, str, str]]:
    """(ref, sha, object type) of all refs that begin with `prefix`, in order of name."""
    folder = prefix.rsplit("/", 1)[0]
    out = git.run("for-each-ref", "--format=%(refname) %(objectname) %(objecttype)", folder).decode()
    rows = [tuple(line.split(" ")) for line in out.splitlines()]
    return [
        (ref, sha, kind)
        for ref, sha, kind in rows
        if ref.startswith(prefix) and not any(ref.startswith(each) and not prefix.startswith(each) for each in _HIDDEN)
    ]


def set_ref(git: Git, ref: str, sha: str) -> None:
    git.run("update-ref", ref, sha)


def delete_ref(git: Git, ref: str) -> None:
    git.run("update-ref", "-d", ref)


def is_ref_name(git: Git, ref: str) -> bool:
    return git.attempt("check-ref-format", ref)[0] == 0


def is_ancestor(git: Git, old: str, new: str) -> bool:
    return git.attempt("merge-base", "--is-ancestor", old, new)[0] == 0


@lru_cache(maxsize=256)
def merge_base(git: Git, one: str, other: str) -> str | None:
    """The best common ancestor of two commits by sha; None where the histories have none."""
    code, out, _ = git.attempt("merge-base", one, other)
    return out.decode().split()[0] if code == 0 else None


@lru_cache(maxsize=256)
def commits_between(git: Git, old: str | None, new: str, *, path: str | None = None) -> tuple[str, ...]:
    """Commits by sha that are reachable from `new` and not from `old`, newest first."""
    args = ["rev-list", "--topo-order", new, *([f"^{old}"] if old else [])]
    return tuple(git.run(*args, *(["--", path] if path else [])).decode().split())


def commit_files(
    git: Git,
    *,
    parents: Sequence[str],
    files: Mapping[str, File | None],
    moves: Mapping[str, str],
    signature: Signature,
    message: str,
) -> str:
    """A commit on the first parent's tree with files moved, then written (None deletes); returns its sha."""
    text = message.encode()
    lines = [
        b"commit " + _SCRATCH.encode(),
        b"mark :1",
        b"committer " + signature.line().encode(),
        b"data %d" % len(text),
        text,
        *(f"{'merge' if at else 'from'} {sha}".encode() for at, sha in enumerate(parents)),
        *(b"R %s %s" % (_quoted(old), _quoted(new)) for old, new in moves.items()),
        *(line for path, file in files.items() for line in _change(path, file)),
        b"get-mark :1",
        b"done",
        b"",
    ]
    options = ("--quiet", "--done", "--force", "--date-format=raw")
    out = git.run("fast-import", *options, stdin=b"\n".join(lines))
    return out.decode().strip()


@lru_cache(maxsize=256)
def merge_trees(git: Git, ours: str, theirs: str) -> str | None:
    """The tree of a clean merge; None where it conflicts. Needs git 2.38 unless one side holds the other."""
    base = merge_base(git, ours, theirs)
    if base in (ours, theirs):
        return git.run("rev-parse", f"{theirs if base == ours else ours}^{{tree}}").decode().strip()
    code, out, err = git.attempt("merge-tree", "--write-tree", ours, theirs)
    if code > 1:
        raise GitError(f"git 2.38 or newer is needed for a real merge: {err.decode(errors='replace')}")
    return out.decode().split("\n")[0] if code == 0 else None


def _change(path: str, file: File | None) -> list[bytes]:
    if file is None:
        return [b"D " + _quoted(path)]
    if file.mode == SUBMODULE:
        return [b"M %s %s %s" % (file.mode.encode(), file.content, _quoted(path))]
    head = b"M %s inline %s" % (file.mode.encode(), _quoted(path))
    return [head, b"data %d" % len(file.content), file.content]


def _quoted(path: str) -> bytes:
    """C-style, so that any name can be said: blanks, quotes, line breaks."""
    raw = path.encode("utf-8", "surrogateescape")
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'
