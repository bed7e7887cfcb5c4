"""What recording has to know: the target's file, the branch that records for it, and what became of earlier ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from buddy.app.ports import MOST_COMMITS, Commit, RecordHost, RecordPull, Refusal, RefusalKind, Tree, TreeEntry
from buddy.core.config import RecordConfig
from buddy.core.learnings.document import LearningsDocument, parse, unreadable
from buddy.core.record.batch import OnBranch
from buddy.core.record.body_reading import rows
from buddy.core.record.branches import MOST_NAMES, branch_for
from buddy.core.record.commit import History, history, keys_of
from buddy.core.record.pending import State
from buddy.core.record.settled import from_bodies, ticked_in

_EMPTY = Tree(entries={}, truncated=False)
_MOST_ASKED = 5
"""How many closed pull requests are looked into by their commits, newest first, and how many commits of each."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordJob:
    """Where one run records: `file` is the learnings file, `repository_url` the page of the repository.

    `own_logins` are who Buddy commits as, None where that is not known. `checks_start` says that pull requests opened
    by this run start workflows: they do not with the job's own token (REC-01).
    """

    target: str
    default_branch: str
    file: str
    config: RecordConfig
    own_logins: Collection[str] | None
    repository_url: str
    checks_start: bool

    def branch(self, number: int) -> str:
        """The record branch, from 2 on a numbered one."""
        return branch_for(self.config, target=self.target, default_branch=self.default_branch, number=number)


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """The tip of a branch that learnings are recorded for, and its learnings file."""

    sha: str
    document: LearningsDocument
    tree: Tree


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What counts on a record branch. `apart` says that people changed other files: the target is not merged then."""

    branch: OnBranch
    apart: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """The branch to record on. `pull` is the open pull request from it, `closed` are earlier ones, newest first.

    `history` is None where the branch does not exist. `leftover` says that it belongs to a pull request that was
    closed, or holds nothing that the target has not: its content counts for nothing any more.
    """

    branch: str
    pull: RecordPull | None
    closed: Sequence[RecordPull]
    history: History | None
    leftover: bool

    @property
    def spent(self) -> bool:
        """Whether the branch has served: its pull request was merged or closed, and nothing of it is open."""
        if not self.leftover or self.pull is not None or self.history is None:
            return False
        mine = [pull for pull in self.closed if pull.head_ref == self.branch]
        return any(pull.merged or pull.head_sha == self.history.tip for pull in mine)

    @property
    def last_opened(self) -> str | None:
        """When the youngest of its pull requests was opened, as the host wrote it."""
        return max((pull.created_at for pull in (*self.closed, *([self.pull] if self.pull else []))), default=None)


def load_target(host: RecordHost, job: RecordJob) -> Target | None:
    """None where the branch does not exist, which is so in an empty repository too (REC-12)."""
    branch = host.branch(job.target)
    tree = host.tree(branch.sha) if branch else None
    if branch is None or tree is None:
        return None
    return Target(sha=branch.sha, document=learnings_in(host, tree, at=branch.sha, path=job.file), tree=tree)


def learnings_in(host: RecordHost, tree: Tree, *, at: str, path: str) -> LearningsDocument:
    """The learnings file of a commit; `tree` is its whole tree, which the host may have cut. Missing is empty."""
    entry = entry_at(host, tree, at=at, path=path)
    if entry is None:
        return parse(b"")
    if not entry.is_regular_file:
        return unreadable(f"`{path}` is no regular file")
    return parse(host.blob(entry.sha))


def entry_at(host: RecordHost, tree: Tree, *, at: str, path: str) -> TreeEntry | None:
    """One path of a commit; a tree that the host cut is walked folder by folder."""
    found = tree.entries.get(path)
    if found is not None or not tree.truncated:
        return found
    parts = path.split("/")
    level = host.tree(at, recursive=False)
    for depth, part in enumerate(parts):
        found = level.entries.get(part) if level else None
        if found is None or depth == len(parts) - 1:
            return found
        level = host.tree(found.sha, recursive=False) if found.mode == "040000" else None
    return None


def blocked_path(tree: Tree, path: str) -> str | None:
    """The folder above the file that is none (a symbolic link, a file): writing below it would replace it."""
    folders = [path[:at] for at, letter in enumerate(path) if letter == "/"]
    entries = ((folder, tree.entries.get(folder)) for folder in folders)
    return next((folder for folder, entry in entries if entry is not None and entry.mode != "040000"), None)


def find_site(host: RecordHost, job: RecordJob, target: Target, *, careful: bool = False) -> Site | None:
    """The first of the record branches that is free or Buddy's; None where all names are somebody else's.

    `careful` looks again whether a branch that seems to be missing merely has no history in common.
    """
    closed: list[RecordPull] = []
    for number in range(1, MOST_NAMES + 1):
        name = job.branch(number)
        pulls = [pull for pull in host.pulls(head=name, state="all") if not pull.from_fork]
        closed += [pull for pull in pulls if pull.state != "open" and pull.base_ref == job.target]
        standing = [pull for pull in pulls if pull.state == "open"]
        mine = min((pull for pull in standing if pull.base_ref == job.target), key=lambda it: it.number, default=None)
        if standing and mine is None:
            continue  # it records for another branch
        commits = _ahead(host, target.sha, name)
        if commits is None and careful and host.branch(name) is not None:
            continue
        past = {pull.head_sha for pull in closed}
        story = None if commits is None else _story(commits, job, past)
        if mine is not None and story is not None and len(commits or ()) >= MOST_COMMITS:
            story = replace(story, tip=mine.head_sha, tree=host.commit(mine.head_sha).tree)
        if mine is None and story is not None and story.foreign:
            continue
        leftover = story is not None and mine is None and (story.tip is None or story.tip in past)
        return Site(branch=name, pull=mine, closed=closed, history=story, leftover=leftover)
    return None


def standing(host: RecordHost, job: RecordJob, *, target: Target, site: Site) -> Standing | None:
    """None where nothing on the branch counts."""
    story = site.history
    if story is None or story.tip is None or story.tree is None or site.leftover:
        return None
    tree = host.tree(story.tree) or _EMPTY
    document = learnings_in(host, tree, at=story.tree, path=job.file)
    if story.base == target.sha or story.base is None:
        base, apart = (target.document if story.base else parse(b"")), False
    else:
        below = host.tree(story.base) or _EMPTY
        same_file = below.entries.get(job.file) == target.tree.entries.get(job.file) and not below.truncated
        base = target.document if same_file else learnings_in(host, below, at=story.base, path=job.file)
        apart = story.foreign and _differ(tree, below, besides=job.file)
    lines = {key: row.line for key, row in rows(site.pull.body if site.pull else "").items() if row.line != key}
    branch = OnBranch(document=document, base=base, written=story.written, edited=story.foreign, lines=lines)
    return Standing(branch=branch, apart=apart)


def settled(host: RecordHost, site: Site, target: Target, wanted: Collection[str]) -> dict[str, State]:
    """What earlier pull requests decided: all that their bodies tell, and for `wanted` keys what their commits tell."""
    found = from_bodies(site.closed)
    for pull in islice(site.closed, _MOST_ASKED):
        unknown = set(wanted) - set(found)
        if pull.merged and unknown & ticked_in(pull):
            found |= dict.fromkeys(unknown & _last_keys(host, pull.head_sha), State.DONE)
        elif not pull.merged and unknown and not ticked_in(pull):  # opened by hand, or its body was emptied
            commits = _ahead(host, target.sha, pull.head_sha) or ()
            keys = {key for commit in commits for key in keys_of(commit.message) or ()}
            found |= dict.fromkeys(unknown & keys, State.DECLINED)
    return found


def _differ(one: Tree, other: Tree, *, besides: str) -> bool:
    """Whether any file but one differs; so it is assumed where a tree was cut."""
    if one.truncated or other.truncated:
        return True
    sides = (
        {path: (entry.mode, entry.sha) for path, entry in tree.entries.items() if entry.mode != "040000"}
        for tree in (one, other)
    )
    mine, theirs = ({path: entry for path, entry in side.items() if path != besides} for side in sides)
    return mine != theirs


def _story(commits: Sequence[Commit], job: RecordJob, past: Collection[str]) -> History:
    return history(commits, own_logins=job.own_logins, before=past, cut=len(commits) >= MOST_COMMITS)


def _ahead(host: RecordHost, base: str, head: str) -> Sequence[Commit] | None:
    try:
        return host.commits_ahead(base, head)
    except Refusal as refusal:
        if refusal.kind is RefusalKind.NOT_FOUND:
            return None
        raise


def _last_keys(host: RecordHost, sha: str) -> frozenset[str]:
    """What stood on a branch with Buddy's last commit, a few commits back at most."""
    for _ in range(_MOST_ASKED):
        commit = host.commit(sha)
        keys = keys_of(commit.message)
        if keys is not None or not commit.parents:
            return keys or frozenset()
        sha = commit.parents[0]
    return frozenset()
