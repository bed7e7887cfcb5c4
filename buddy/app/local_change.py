"""Which change a local command is about: the base, the head, and what lies between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from buddy.app.repository import Repository
from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.errors import InputError


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalChange:
    """`base` is the commit whose memory counts, `fork` the one that the change is measured from.

    `ref` is the base as the user or git calls it, `tip` the commit that is now, `base_name` and `head_name` say both
    in words. `head` is None for
    the working tree. `title` is what the commits say of themselves.
    """

    ref: str
    base: str
    tip: str
    fork: str
    base_name: str
    head: str | None
    head_name: str
    change: Change
    title: str


def local_change(repository: Repository, *, base: str | None, head: str | None) -> LocalChange:
    """The change from `base` (default: the merge base with the upstream default branch) to `head` (the work tree).

    Raises InputError, with what to do, for an unknown ref, a branch without commits, or histories without a merge
    base, as a shallow clone has them.
    """
    last = commit_of(repository, head) if head is not None else _checked_out(repository)
    ref = base if base is not None else _default(repository)
    commit = commit_of(repository, ref)
    fork = repository.merge_base(commit, last)
    if fork is None:
        raise InputError(_no_merge_base(repository, ref, head))
    change = repository.change(fork, last if head is not None else None)
    return LocalChange(
        ref=ref,
        base=commit if base is not None else fork,
        tip=commit,
        fork=fork,
        base_name=_base_name(ref, commit, fork, is_default=base is None),
        head=last if head is not None else None,
        head_name=f"{head} ({last[:12]})" if head is not None else "the working tree",
        change=change,
        title="\n".join(repository.subjects(fork, last)),
    )


def base_commit(repository: Repository, *, base: str | None, head: str | None) -> str:
    """The commit whose memory counts, as `local_change` finds it, without looking at what changed."""
    if base is not None:
        return commit_of(repository, base)
    last = commit_of(repository, head) if head is not None else _checked_out(repository)
    ref = _default(repository)
    fork = repository.merge_base(commit_of(repository, ref), last)
    if fork is None:
        raise InputError(_no_merge_base(repository, ref, head))
    return fork


def change_of_paths(paths: Sequence[str]) -> Change:
    """A change of which only the paths are known."""
    files = tuple(ChangedFile(path=path, status=FileStatus.MODIFIED) for path in paths)
    return Change(files=files, total=len(files))


def commit_of(repository: Repository, ref: str) -> str:
    """The commit a name stands for; raises InputError that names the ref and what may help."""
    commit = repository.commit(ref)
    if commit is None:
        raise InputError(
            f"'{ref}' is no commit in {repository.top}. Is it spelled right, and fetched? "
            f"`git branch --all` lists the branches.{_shallow_hint(repository)}"
        )
    return commit


def _checked_out(repository: Repository) -> str:
    commit = repository.head()
    if commit is None:
        raise InputError(
            f"the branch that is checked out in {repository.top} has no commit yet, so nothing can be compared. "
            "Commit first, or name a commit (--head REF)."
        )
    return commit


def _default(repository: Repository) -> str:
    ref = repository.default_branch()
    if ref is None:
        raise InputError(
            f"{repository.top} has no upstream default branch, nor a branch main or master. "
            f"Name what to compare with (--base REF).{_shallow_hint(repository)}"
        )
    return ref


def _no_merge_base(repository: Repository, ref: str, head: str | None) -> str:
    tip = f"'{head}'" if head is not None else "what is checked out"
    hint = _shallow_hint(repository) or " Are they from different repositories? Name another one (--base REF)."
    return f"'{ref}' and {tip} have no common commit here, so nobody can tell what the change is.{hint}"


def _shallow_hint(repository: Repository) -> str:
    if not repository.is_shallow():
        return ""
    return " This clone is shallow: fetch the history with `git fetch --unshallow` (in a workflow: `fetch-depth: 0`)."


def _base_name(ref: str, commit: str, fork: str, *, is_default: bool) -> str:
    if is_default:
        return f"merge base {fork[:12]} with {ref}"
    return f"{ref} ({commit[:12]})" if fork == commit else f"{ref} ({commit[:12]}, merge base {fork[:12]})"
