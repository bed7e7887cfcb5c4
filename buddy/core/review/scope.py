"""Which findings a review is about: those on files the change touches, and not excluded by the configuration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.findings.finding import Finding
from buddy.core.findings.spelling import KnownPaths
from buddy.core.globs import GlobSet

OWN_FOLDER = ".buddy/"
"""Findings there are never posted: the record pull request must not be reviewed by its own author (REC-14)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """`inside` are findings on changed, still existing files, under git's spelling of their paths.

    `elsewhere` and `excluded` are only counted, `excluded` by the glob (or own file or folder) that left them out.
    """

    inside: tuple[Finding, ...]
    elsewhere: tuple[Finding, ...]
    excluded: Mapping[str, int]


def scope(
    findings: Sequence[Finding], *, change: Change, exclude: Sequence[str], own_files: Collection[str] = ()
) -> Scope:
    """Findings without a path belong to no scope and must not be handed in.

    `own_files` are the memory and the configuration, where they stand outside of Buddy's own folder.
    """
    files = KnownPaths(head_files(change))
    left_out = GlobSet(exclude)
    inside: list[Finding] = []
    elsewhere: list[Finding] = []
    excluded: Counter[str] = Counter()
    why: dict[str, str | None] = {}
    for finding in findings:
        path = files.spelling(finding.path or "")
        if path is None:
            elsewhere.append(finding)
            continue
        finding = finding if finding.path == path else replace(finding, path=path)
        if path not in why:
            why[path] = _own(path, own_files) or left_out.matches(path)
        reason = why[path]
        if reason is None:
            inside.append(finding)
        else:
            excluded[reason] += 1
    return Scope(inside=tuple(inside), elsewhere=tuple(elsewhere), excluded=dict(excluded))


def head_files(change: Change) -> dict[str, ChangedFile]:
    """The changed files that still exist on the head, by path."""
    return {file.path: file for file in change.files if file.status is not FileStatus.REMOVED}


def edits_own_folder(change: Change, *, own_files: Collection[str] = ()) -> tuple[str, ...]:
    """The paths below `.buddy/`, and the `own_files`, that the change touches, under either name (P1)."""
    return tuple(name for name in change.names if _own(name, own_files))


def _own(path: str, own_files: Collection[str]) -> str | None:
    """The own folder or file that holds the path; something else in the folder's place is the folder too."""
    if f"{path}/".startswith(OWN_FOLDER):
        return OWN_FOLDER
    return path if path in own_files else None
