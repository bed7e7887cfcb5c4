"""What a review says about the memory itself: edits of it in the change, damage in the file, what was left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from buddy.core.change import Change
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.leaks import leaks
from buddy.core.learnings.problems import Severity
from buddy.core.notice import Notice
from buddy.core.review.scope import edits_own_folder
from buddy.core.secrets import redact

_SHOWN = 20
_MOST_SEARCHED = 20_000
"""Records that are searched for committed secrets, at some 40 µs each; in larger files those for the prompt are."""


def edited_memory(change: Change, *, own_files: Collection[str], branch: str, sha: str) -> Iterator[Notice]:
    """A pull request that edits `.buddy/` or the `own_files` is told that this decides nothing about itself (P1)."""
    paths = edits_own_folder(change, own_files=own_files)
    if paths:
        names = ", ".join(f"`{path}`" for path in paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
        yield Notice(
            id="memory-edited",
            message=f"This pull request changes {names}. The review used {branch}@{sha[:7]}: the edit counts for "
            "nothing until it is merged, and no finding is posted there.",
        )


def memory_problems(document: LearningsDocument, *, file: str) -> Iterator[Notice]:
    """Each problem of the learnings file by its line, once; mere notices of form only as a count (P5, STORE-02)."""
    searched = leaks(document) if len(document.records) <= _MOST_SEARCHED else ()
    found = (*document.problems, *searched)
    loud = [problem for problem in found if problem.severity is not Severity.NOTICE]
    for problem in loud[:_SHOWN]:
        where = f"{file}, line {problem.line}" if problem.line is not None else file
        yield Notice(id=f"learnings-{problem.reason.value}", message=f"{where}: {problem.message}")
    if len(loud) > _SHOWN:
        yield Notice(id="learnings-more", message=f"{file}: {len(loud) - _SHOWN} more problems; see the transcript.")


def excluded_findings(excluded: Mapping[str, int]) -> Iterator[Notice]:
    """Nothing is dropped in silence (P8)."""
    for glob, count in sorted(excluded.items()):
        noun = "finding" if count == 1 else "findings"
        yield Notice(id="excluded", message=f"{count} {noun} in files that match `{glob}` left out.")


def cut_list(change: Change) -> Iterator[Notice]:
    """The host stops listing at 3,000 files (RET-04)."""
    if change.total > len(change.files):
        message = f"{len(change.files)} of {change.total} changed files were seen; the rest was not reviewed."
        yield Notice(id="files-cut", message=message)


def without_repeats(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Each said once, in order, with nothing in it that must not be printed (P10)."""
    return tuple(dict.fromkeys(replace(notice, message=redact(notice.message)) for notice in notices))
