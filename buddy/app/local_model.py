"""A model beside the rules in a local review: asked as in CI, about a change that has no pull request and no memory.

What a host would give comes from git objects and, for what is not committed yet, from the work tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from buddy.app.base_memory import BaseMemory
from buddy.app.local_change import LocalChange
from buddy.app.memory_reading import CONFIG_FILE
from buddy.app.model_job import ModelJob, Modelled
from buddy.app.model_review import Scene, review_by_model
from buddy.app.open_memory import OpenedMemory
from buddy.app.ports import PullRequest, Refusal, RefusalKind, Tree
from buddy.app.repository import Repository
from buddy.app.source_tree import SourceTree
from buddy.core.findings.finding import Finding
from buddy.core.learnings.selection import Selection
from buddy.core.review.recollection import Recollection


def ask_locally(
    job: ModelJob,
    local: LocalChange,
    *,
    memory: OpenedMemory,
    reported: Sequence[Finding],
    selection: Selection,
    repository: Repository,
    tree: SourceTree,
) -> Modelled:
    """`reported` is what tools found on the changed files. Guideline files are the base commit's, never the head's."""
    scene = Scene(
        base=_base(local, memory, repository),
        pull_request=_pull_request(local),
        change=local.change,
        recollection=Recollection(memory=None, canonical=None, known=(), notices=()),
        reported=reported,
        selection=selection,
    )
    here = {file.blob: file.path for file in local.change.files if file.blob is not None}
    return review_by_model(job, scene, host=_Objects(repository, tree, here), workspace=None)


class _Objects:
    """Contents by git hash: the head's as the source tree has them, all others as objects of the repository."""

    def __init__(self, repository: Repository, tree: SourceTree, here: Mapping[str, str]) -> None:
        self._repository = repository
        self._tree = tree
        self._here = here

    def blob(self, sha: str) -> bytes:
        path = self._here.get(sha)
        content = self._tree.contents([path]).get(path) if path is not None else None
        if content is None:
            content = self._repository.blobs({sha}).get(sha)
        if content is None:
            raise Refusal(RefusalKind.NOT_FOUND, "This content is not in the repository here.")
        return content


def _base(local: LocalChange, memory: OpenedMemory, repository: Repository) -> BaseMemory:
    return BaseMemory(
        ref=local.ref,
        trusted=True,
        loaded_from=local.ref,
        sha=local.base,
        config=memory.config,
        document=memory.document,
        own_files=(CONFIG_FILE, memory.config.ai.learnings.file),
        tree=Tree(entries=repository.tree(local.base), truncated=False),
        codeowners=None,
        notices=(),
    )


def _pull_request(local: LocalChange) -> PullRequest:
    """What the commits say stands for title and description."""
    title, _, body = local.title.partition("\n")
    return PullRequest(
        number=0,
        title=title,
        body=body,
        author=None,
        state="open",
        draft=False,
        locked=False,
        head_sha=local.head or "",
        head_repo=None,
        base_ref=local.ref,
        base_repo="",
        base_repo_id=0,
        default_branch="",
        comments=0,
        review_comments=0,
    )
