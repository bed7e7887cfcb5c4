"""Refs and what follows from moving a branch: pull requests go along, close, or turn out to be merged."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.sandbox.acts.spots import anchor_again
from buddy.sandbox.git.history import (
    delete_ref,
    is_ancestor,
    is_ref_name,
    list_refs,
    set_ref,
    tip,
)
from buddy.sandbox.git.process import GitError
from buddy.sandbox.permissions import is_integration, role_of
from buddy.sandbox.records import Pull, Repo, Role, Token
from buddy.sandbox.refusal import RefusedError, not_found
from buddy.sandbox.state import State

HEADS = "refs/heads/"


def branch_tip(repo: Repo, branch: str) -> str | None:
    return tip(repo.git, repo.ref(HEADS + branch))


def is_empty(repo: Repo) -> bool:
    return not list_refs(repo.git, repo.ref("refs/"))


def missing(repo: Repo) -> RefusedError:
    """What a git request that found nothing is told: an empty repository has an answer of its own."""
    return RefusedError(409, "Git Repository is empty.") if is_empty(repo) else not_found()


def create_ref(state: State, by: Token, repo: Repo, *, name: str, sha: str) -> None:
    if not name.startswith("refs/") or name.count("/") < 2 or not is_ref_name(repo.git, name):
        raise RefusedError(422, "Reference name is invalid. It must start with refs/ and have two slashes.")
    _check_writable(by, repo, name)
    if tip(repo.git, repo.ref(name)) is not None:
        raise RefusedError(422, "Reference already exists")
    _check_object(repo, name, sha)
    _move(state, by, repo, name, sha)


def update_ref(state: State, by: Token, repo: Repo, *, name: str, sha: str, force: bool) -> None:
    old = tip(repo.git, repo.ref(name))
    if old is None:
        raise RefusedError(422, "Reference does not exist")
    _check_writable(by, repo, name)
    _check_object(repo, name, sha)
    if not force and not is_ancestor(repo.git, old, sha):
        raise RefusedError(422, "Update is not a fast forward")
    _move(state, by, repo, name, sha)


def remove_ref(state: State, by: Token, repo: Repo, *, name: str) -> None:
    if tip(repo.git, repo.ref(name)) is None:
        raise RefusedError(422, "Reference does not exist")
    _check_writable(by, repo, name)
    delete_ref(repo.git, repo.ref(name))
    for pull in _open_pulls(state):
        if name in (_head_name(pull, repo), _base_name(pull, repo)):
            _close(state, by, pull)


def _move(state: State, by: Token, repo: Repo, name: str, sha: str) -> None:
    try:
        set_ref(repo.git, repo.ref(name), sha)
    except GitError:
        # `buddy` and `buddy/x` cannot both be branches
        raise RefusedError(422, "Reference update failed") from None
    now = state.clock.act()
    for pull in _open_pulls(state):
        if name == _head_name(pull, repo) and pull.head_sha != sha:
            head_moved(pull, sha)
            pull.issue.updated_at = now
        if name == _base_name(pull, repo) and is_ancestor(repo.git, pull.head_sha, sha):
            pull.merged_at, pull.merged_by, pull.merge_commit_sha = now, by.user, sha
            _close(state, by, pull)


def head_moved(pull: Pull, sha: str) -> None:
    """The head follows its branch; `refs/pull/N/head` and the comments' lines follow the head."""
    pull.previous_head, pull.head_sha = pull.head_sha, sha
    pull.base_sha = branch_tip(pull.repo, pull.base_ref) or pull.base_sha
    set_ref(pull.repo.git, pull.repo.ref(f"refs/pull/{pull.number}/head"), sha)
    anchor_again(pull)


def _close(state: State, by: Token, pull: Pull) -> None:
    issue = pull.issue
    issue.state, issue.closed_at, issue.closed_by = "closed", state.clock.now, by.user
    issue.updated_at = state.clock.now


def _open_pulls(state: State) -> Iterator[Pull]:
    for repo in list(state.repos.values()):
        yield from (pull for pull in list(repo.pulls) if pull.issue.state == "open")


def _head_name(pull: Pull, repo: Repo) -> str | None:
    """The ref of `repo` that is the pull request's head; None where that is elsewhere."""
    return HEADS + pull.head_ref if pull.head_repo is repo else None


def _base_name(pull: Pull, repo: Repo) -> str | None:
    return HEADS + pull.base_ref if pull.repo is repo else None


def _check_object(repo: Repo, name: str, sha: str) -> None:
    found = repo.git.read(sha)
    if found is None:
        raise RefusedError(422, "Object does not exist")
    if name.startswith(HEADS) and found[1] != "commit":
        raise RefusedError(422, "Reference update failed")


def _check_writable(by: Token, repo: Repo, name: str) -> None:
    if name.startswith("refs/pull/"):
        raise RefusedError(422, "Reference cannot be updated")
    protected = name.startswith(HEADS) and name.removeprefix(HEADS) in repo.settings.protections
    if protected and (is_integration(by) or role_of(by.user, repo) < Role.ADMIN):
        raise RefusedError(422, f"Protected branch update failed for {name}.")
