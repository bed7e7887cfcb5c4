"""Which findings a review is about: those on files the change touches, and not excluded by the configuration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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

    `elsewhere` and `excluded` are only counted.

    `excluded` counts by the glob (or own folder) that left them out.
    """

    inside: tuple[Finding, ...]
    elsewhere: tuple[Finding, ...]
    excluded: Mapping[str, int]


def scope(findings: Sequence[Finding], *, change: Change, exclude: Sequence[str]) -> Scope:
    """Findings without a path belong to no scope and must not be handed in."""
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
            why[path] = OWN_FOLDER if path.startswith(OWN_FOLDER) else left_out.matches(path)
        reason = why[path]
        if reason is None:
            inside.append(finding)
        else:
            excluded[reason] += 1
    return Scope(inside=tuple(inside), elsewhere=tuple(elsewhere), excluded=dict(excluded))


def head_files(change: Change) -> dict[str, ChangedFile]:
    """The changed files that still exist on the head, by path."""
    return {file.path: file for file in change.files if file.status is not FileStatus.REMOVED}


def edits_own_folder(change: Change) -> tuple[str, ...]:
    """The paths below `.buddy/` that the change touches, under either name (P1)."""
    return tuple(name for name in change.names if name.startswith(OWN_FOLDER))
