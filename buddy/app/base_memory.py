"""Loading what a review trusts: configuration and learnings from the tip of the base branch, as git objects (P1).

Nothing here looks at the head or at the work tree. Missing on base means empty; there is no fallback.
"""

from __future__ import annotations

from dataclasses import dataclass

from buddy.app.memory_reading import CONFIG_FILE, read_config, read_learnings
from buddy.app.ports import Branch, Host, Refusal, RefusalKind, Tree, TreeEntry
from buddy.core.config import Config
from buddy.core.learnings.document import LearningsDocument
from buddy.core.notice import Notice
from buddy.core.review.trust import is_trusted

CODEOWNERS_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""In the order GitHub looks for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseMemory:
    """What was loaded, and from where.

    `ref` is the pull request's base, `loaded_from` and `sha` the branch and commit that were read: they differ
    from the base where it is not trusted. `own_files` are the paths of the config and learnings files, `tree` is the
    whole tree of the commit, which the host may have cut.
    """

    ref: str
    trusted: bool
    loaded_from: str
    sha: str
    config: Config
    document: LearningsDocument
    own_files: tuple[str, str]
    tree: Tree
    codeowners: TreeEntry | None
    notices: tuple[Notice, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of the regular files, as far as the host listed them."""
        return tuple(path for path, entry in self.tree.entries.items() if entry.is_regular_file)


def load_base_memory(host: Host, *, base: str, default_branch: str, config_file: str = CONFIG_FILE) -> BaseMemory:
    """Raises Refusal when the host does not let the branch be read."""
    notices: list[Notice] = []
    source = _Source(host)
    branch = host.branch(base)
    trusted = branch is not None and _is_trusted(source, branch, default_branch=default_branch, config_file=config_file)
    if not trusted:
        notices.append(_untrusted(base, default_branch, exists=branch is not None))
        branch = host.branch(default_branch)
    if branch is None:
        raise Refusal(
            RefusalKind.NOT_FOUND,
            f"Neither the base branch `{base}` nor the default branch `{default_branch}` is there: the token cannot "
            "see the repository (the job needs `contents: read`), or both are gone.",
        )
    files = _Files(source, branch.sha)
    loaded = read_config(files, config_file)
    learnings = loaded.config.ai.learnings
    return BaseMemory(
        ref=base,
        trusted=trusted,
        loaded_from=branch.name,
        sha=branch.sha,
        config=loaded.config,
        document=read_learnings(files, learnings.file, enabled=learnings.enabled),
        own_files=(config_file, learnings.file),
        tree=files.tree,
        codeowners=next((entry for place in CODEOWNERS_PLACES if (entry := files.regular(place))), None),
        notices=(*notices, *loaded.notices),
    )


def load_draft_config(host: Host, *, base: str, config_file: str = CONFIG_FILE) -> Config:
    """The configuration alone in at most two reads: enough to know whether a draft is reviewed.

    A file that the host's cut list does not show counts as missing: finding it would take more reads.
    """
    return read_config(_Files(_Source(host), base, walks=False), config_file).config


class _Source:
    """The host's git objects, no content read twice: two branches mostly have the same configuration."""

    def __init__(self, host: Host) -> None:
        self.tree = host.tree
        self._host = host
        self._blobs: dict[str, bytes] = {}

    def blob(self, sha: str) -> bytes:
        if sha not in self._blobs:
            self._blobs[sha] = self._host.blob(sha)
        return self._blobs[sha]


class _Files:
    """Paths of one commit; a list that the host cut is walked folder by folder instead."""

    def __init__(self, source: _Source, commit: str, *, walks: bool = True) -> None:
        self._source = source
        self._walks = walks
        self.tree = source.tree(commit) or Tree(entries={}, truncated=False)
        self._folders: dict[str, Tree | None] = {}
        self._commit = commit

    def entry(self, path: str) -> TreeEntry | None:
        found = self.tree.entries.get(path)
        if found is not None or not (self.tree.truncated and self._walks):
            return found
        folder, _, name = path.rpartition("/")
        tree = self._folder(folder)
        return tree.entries.get(name) if tree is not None else None

    def regular(self, path: str) -> TreeEntry | None:
        found = self.entry(path)
        return found if found is not None and found.is_regular_file else None

    def read(self, entry: TreeEntry) -> bytes:
        return self._source.blob(entry.sha)

    def _folder(self, path: str) -> Tree | None:
        if path not in self._folders:
            if path:
                entry = self.entry(path)
                is_folder = entry is not None and entry.mode == "040000"
                self._folders[path] = self._source.tree(entry.sha, recursive=False) if entry and is_folder else None
            else:
                self._folders[path] = self._source.tree(self._commit, recursive=False)
        return self._folders[path]


def _is_trusted(source: _Source, branch: Branch, *, default_branch: str, config_file: str) -> bool:
    if branch.name == default_branch:
        return True
    patterns = read_config(_Files(source, default_branch), config_file).config.trusted_bases
    return is_trusted(branch.name, default_branch=default_branch, protected=branch.protected, trusted_bases=patterns)


def _untrusted(base: str, default_branch: str, *, exists: bool) -> Notice:
    what = "is not one of `trustedBases`" if exists else "does not exist any more"
    return Notice(
        id="base-not-trusted",
        message=f"The base `{base}` {what}: memory and configuration come from `{default_branch}`.",
    )
