"""A repository in the hands of a test: files, branches, people, forks, new issues and pull requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from buddy.sandbox.acts import pulls, refs, threads
from buddy.sandbox.git.history import File, commit_files, list_refs
from buddy.sandbox.git.objects import find_entry, read_blob, walk_tree
from buddy.sandbox.handles.thread import IssueHandle, PullHandle
from buddy.sandbox.records import Artifact, BranchRule, Protection, Repo, Role, Settings, Token, User
from buddy.sandbox.refusal import not_found
from buddy.sandbox.state import State

Files = Mapping[str, bytes | str | File | None]
"""What to write at each path: content, content with a mode, or None to delete."""


class RepoHandle:
    """Acts go through the same rules as requests: what GitHub refuses raises RefusedError here."""

    def __init__(self, state: State, record: Repo) -> None:
        self.state = state
        self.record = record

    @property
    def full_name(self) -> str:
        return self.record.full_name

    @property
    def settings(self) -> Settings:
        return self.record.settings

    @property
    def path(self) -> Path:
        """The bare git repository, to clone from or to look into."""
        return self.record.git.directory

    def grant(self, login: str, role: str | None) -> User:
        """`role`: read, triage, write, maintain, admin; None takes it away."""
        user = self.state.add_user(login)
        if role is None:
            self.record.roles.pop(login.lower(), None)
        else:
            self.record.roles[login.lower()] = Role[role.upper()]
        return user

    def protect(
        self, branch: str, *, checks: Iterable[str] = (), signatures: bool = False, pushers: Iterable[str] | None = None
    ) -> None:
        """`pushers` are logins that alone may push; none may where it is empty."""
        self.record.settings.protections[branch] = Protection(
            checks=tuple(checks), signatures=signatures, pushers=None if pushers is None else tuple(pushers)
        )

    def rule(self, pattern: str, kind: str, **parameters: Any) -> None:
        """An active rule of a ruleset; `kind` and `parameters` as GitHub spells them."""
        self.record.settings.rules.append(BranchRule(pattern=pattern, kind=kind, parameters=parameters or None))

    def commit(
        self,
        branch: str,
        files: Files,
        *,
        moves: Mapping[str, str] | None = None,
        message: str = "Change files",
        by: str | None = None,
        onto: str | None = None,
    ) -> str:
        """One commit on a branch, made where it is missing from the default branch; returns its sha.

        `moves` renames before `files` are written. `onto` builds on that branch or sha instead and forces
        the branch there: a rebase or a force-push.
        """
        with self.state.lock:
            who = self._token(by)
            tip = refs.branch_tip(self.record, branch)
            start = self._sha(onto) if onto else tip or refs.branch_tip(self.record, self.record.default_branch)
            self.state.clock.act()
            sha = commit_files(
                self.record.git,
                parents=[start] if start else [],
                files={path: _file(content) for path, content in files.items()},
                moves=moves or {},
                signature=self.state.signature(who.user),
                message=message,
            )
            self._point(branch, sha, tip)
            return sha

    def branch(self, name: str, *, at: str) -> str:
        """Makes a branch, or forces it, to a branch or sha."""
        with self.state.lock:
            sha = self._sha(at)
            self._point(name, sha, refs.branch_tip(self.record, name))
            return sha

    def delete_branch(self, name: str) -> None:
        with self.state.lock:
            refs.remove_ref(self.state, self._token(None), self.record, name=refs.HEADS + name)

    def tip(self, branch: str) -> str | None:
        with self.state.lock:
            return refs.branch_tip(self.record, branch)

    def branches(self) -> list[str]:
        prefix = self.record.ref(refs.HEADS)
        return [ref.removeprefix(prefix) for ref, _, _ in list_refs(self.record.git, prefix)]

    def read(self, branch: str, path: str) -> bytes | None:
        """The bytes at a path; None where there is no file."""
        with self.state.lock:
            entry = find_entry(self.record.git, self._sha(branch), path)
            return read_blob(self.record.git, entry.sha) if entry else None

    def files(self, branch: str) -> list[str]:
        with self.state.lock:
            return [each.path for each in walk_tree(self.record.git, self._sha(branch)) if each.kind != "tree"]

    def checkout(self, folder: Path, *, at: str) -> None:
        """The files of a branch or sha in a folder, as a workflow's workspace has them."""
        with self.state.lock:
            folder.mkdir(parents=True, exist_ok=True)
            env = {
                "GIT_INDEX_FILE": str(folder.parent / f".{folder.name}.index"),
                "GIT_WORK_TREE": str(folder),
            }
            self.record.git.run("read-tree", self._sha(at), env=env)
            self.record.git.run("checkout-index", "--all", "--force", f"--prefix={folder}/", env=env)

    def fork(self, *, by: str, name: str | None = None) -> RepoHandle:
        """A fork shares objects with its parent and has branches of its own."""
        with self.state.lock:
            owner = self.state.add_user(by)
            parent = self.record
            fork = Repo(
                id=self.state.next_id(),
                owner=owner,
                name=name or parent.name,
                default_branch=parent.default_branch,
                private=parent.private,
                git=parent.git,
                space=f"refs/namespaces/{owner.login}/",
                parent=parent,
                created_at=self.state.clock.act(),
            )
            self.state.repos[fork.full_name.lower()] = fork
            handle = RepoHandle(self.state, fork)
            start = refs.branch_tip(parent, parent.default_branch)
            if start:
                handle.branch(fork.default_branch, at=start)
            return handle

    def add_artifact(self, name: str, files: Mapping[str, bytes | str], *, run: int = 1) -> int:
        """What a finished run left behind, as the zip that its job uploaded; returns its id."""
        content = BytesIO()
        with ZipFile(content, "w") as archive:
            for path, text in files.items():
                archive.writestr(path, text)
        made = Artifact(
            id=self.state.next_id(), run=run, name=name, content=content.getvalue(), created_at=self.state.clock.act()
        )
        self.record.artifacts[made.id] = made
        return made.id

    def delete(self) -> None:
        """As GitHub shows it afterwards: pull requests from here have a head without a repository."""
        self.record.deleted = True

    def open_issue(self, title: str, *, by: str, body: str = "") -> IssueHandle:
        with self.state.lock:
            made = threads.open_issue(self.state, self._token(by), self.record, title=title, body=body)
            return IssueHandle(self.state, made)

    def open_pull(
        self,
        *,
        by: str,
        head: str,
        base: str | None = None,
        title: str = "A change",
        body: str = "",
        draft: bool = False,
    ) -> PullHandle:
        """`head` is a branch here, or `owner:branch` of a fork; nobody gets a role by this."""
        with self.state.lock:
            made = pulls.open_pull(
                self.state,
                self._token(by),
                self.record,
                head=head,
                base=base or self.record.default_branch,
                title=title,
                body=body,
                draft=draft,
            )
            return PullHandle(self.state, made.issue)

    def pull(self, number: int) -> PullHandle:
        issue = self.state.issue(self.record, number)
        return PullHandle(self.state, issue)

    def pulls(self) -> list[PullHandle]:
        return [PullHandle(self.state, each.issue) for each in self.record.pulls]

    def _token(self, by: str | None) -> Token:
        return self.state.personal(self.state.add_user(by) if by else self.record.owner)

    def _sha(self, at: str) -> str:
        sha = refs.branch_tip(self.record, at) or at
        if self.record.git.read(sha) is None:
            raise not_found()
        return sha

    def _point(self, branch: str, sha: str, tip: str | None) -> None:
        owner, name = self._token(None), refs.HEADS + branch
        if tip is None:
            refs.create_ref(self.state, owner, self.record, name=name, sha=sha)
        else:
            refs.update_ref(self.state, owner, self.record, name=name, sha=sha, force=True)


def _file(content: bytes | str | File | None) -> File | None:
    if isinstance(content, str):
        return File(content=content.encode())
    return File(content=content) if isinstance(content, bytes) else content
