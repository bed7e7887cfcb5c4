"""Going on where a run stopped whose token could not write: its artifact names a pull request, all else is asked anew.

Whoever opened the pull request may have written the artifact. So its ids count only where GitHub itself says the same
of the run: event, commit and repository. Findings files in it are data, as they are in a workspace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from buddy.app.ports import NO_MATCH, Artifacts, Host, PullRequest, Refusal, RefusalKind, Workspace
from buddy.core.errors import InputError
from buddy.core.globs import GlobSet
from buddy.core.handover import ARTIFACT, FILE, Handover, read_handover
from buddy.core.run_event import FinishedRun

_PLACES = (FILE, f".buddy-run/{FILE}")
"""Where the file may stand in the zip: uploading several files keeps their folders."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenOver:
    """What is to be done: the pull request as it is now, and a workspace that holds the artifact's findings files."""

    handover: Handover
    pull_request: PullRequest
    workspace: Workspace


def take_over(run: FinishedRun, *, host: Host, artifacts: Artifacts, workspace: Workspace) -> TakenOver | str:
    """Else the reason, a sentence for the log, why there is nothing to go on with."""
    files = artifacts.artifact(run.run, ARTIFACT)
    if files is None:
        return f"The run left no artifact `{ARTIFACT}`; nothing to do."
    content = next((files[place] for place in _PLACES if place in files), None)
    if content is None:
        return f"The artifact `{ARTIFACT}` holds no {FILE}; nothing to do."
    try:
        handover = read_handover(content)
    except InputError as error:
        return str(error)
    if (handover.event, handover.head) != (run.event, run.head_sha):
        return f"{FILE} tells of another run than the one that left it; nothing of it is used."
    pull = _pull_request(handover.pr, host)
    if pull is None or not _is_of(pull, run):
        return f"{FILE} names a pull request that the run was not for, or that has moved on; nothing of it is used."
    handed = HandedWorkspace(files={name: files[name] for name in files if name not in _PLACES}, workspace=workspace)
    return TakenOver(handover=handover, pull_request=pull, workspace=handed)


def _pull_request(number: int, host: Host) -> PullRequest | None:
    try:
        return host.pull_request(number)
    except Refusal as refusal:
        if refusal.kind is RefusalKind.NOT_FOUND:
            return None
        raise


def _is_of(pull: PullRequest, run: FinishedRun) -> bool:
    """The same commit in the same repository; a fork that was deleted is nowhere in both."""
    return pull.head_sha == run.head_sha and (pull.head_repo or "").casefold() == (run.head_repo or "").casefold()


class HandedWorkspace:
    """A workspace whose findings files are those of the artifact; all else is the job's own."""

    def __init__(self, *, files: Mapping[str, bytes], workspace: Workspace) -> None:
        self._files = files
        self._workspace = workspace

    def report_files(self, globs: Sequence[str]) -> Mapping[str, bytes | None]:
        """By the globs of learnings: a name without a folder is found in any folder."""
        found: dict[str, bytes | None] = {}
        for glob in globs:
            wanted = GlobSet([glob])
            names = sorted(name for name in self._files if wanted.matches(name) is not None)
            found |= {name: self._files.get(name) for name in names or [glob]}
        return found

    def why_unread(self, path: str) -> str:
        """What is not there matches nothing."""
        return "" if path in self._files else NO_MATCH

    def blob(self, path: str, sha: str) -> bytes | None:
        """Of the job's own workspace: the artifact holds no sources."""
        return self._workspace.blob(path, sha)

    def write(self, name: str, content: bytes) -> str:
        """Into the job's own workspace."""
        return self._workspace.write(name, content)
