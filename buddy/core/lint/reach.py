"""What the globs of the records in force reach: nothing, everything, or for a suppression too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from buddy.core.globs import BadGlob, GlobSet, PathIndex
from buddy.core.globs.pattern import Pattern, Shape, compile_glob
from buddy.core.learnings.checks import Paths
from buddy.core.learnings.record import Kind, Learning
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject
from buddy.core.secrets import redact

SMALL_TREE = 20
"""Files below which "most of the repository" says nothing."""
MOST = 0.5


def check(subject: Subject) -> Iterator[LintProblem]:
    """List by list, each compared once however many records share it."""
    groups: dict[Paths, list[Learning]] = {}
    for record in subject.in_force:
        if record.paths:
            groups.setdefault(record.paths, []).append(record)
    for paths, group in groups.items():
        globs = subject.document.checked.globs[paths]
        said = [*_everything(globs), *_against_files(subject.index, paths, globs)]
        for record in group:
            for code, message in said:
                if code is not Code.BROAD_SUPPRESSION or _is_broad(record):
                    code = _for_kind(code, record)
                    yield LintProblem(code=code, message=message, line=subject.line(record), id=record.id)
    if subject.index is None and groups:
        message = "without a repository nobody can tell whether the globs match a file"
        yield LintProblem(code=Code.FILES_UNKNOWN, message=message)
    elif subject.index is not None and subject.index.exhausted:
        message = "there are too many globs to compare with every file; dead ones may be missing here"
        yield LintProblem(code=Code.NOT_COMPARED, message=message)


def _everything(globs: GlobSet) -> Iterator[tuple[Code, str]]:
    if any(one.shape is Shape.EVERYTHING for one in globs.patterns) and not any(one.negated for one in globs.patterns):
        yield Code.MATCHES_EVERYTHING, "its paths match every file"


def _for_kind(code: Code, record: Learning) -> Code:
    return Code.BROAD_SUPPRESSION if code is Code.MATCHES_EVERYTHING and _is_broad(record) else code


def _is_broad(record: Learning) -> bool:
    """A suppression of a rule; one of a single finding is narrow whatever its paths."""
    return record.kind is Kind.SUPPRESSION and record.match is not None and not record.match.fingerprint


def _against_files(index: PathIndex | None, paths: Paths, globs: GlobSet) -> Iterator[tuple[Code, str]]:
    if index is None or not globs or not index.paths:
        return
    hits = index.hits(globs)
    if index.exhausted:
        return
    dead = _dead(index, paths)
    if index.exhausted:
        return
    if not hits:
        yield Code.DEAD_GLOB, "none of its paths matches a file of the repository"
    elif dead:
        yield Code.DEAD_GLOB, redact(f"{_named(dead)} no file of the repository")
    total = len(index.paths)
    if len(hits) > MOST * total and total >= SMALL_TREE and not next(_everything(globs), None):
        yield Code.BROAD_SUPPRESSION, f"its paths match {len(hits)} of the repository's {total} files"


def _dead(index: PathIndex, paths: Paths) -> Sequence[str]:
    """The globs, as written, of which no alternative matches; exclusions may match nothing."""
    return [glob for glob in dict.fromkeys(paths) if not _hits(index, glob)]


def _hits(index: PathIndex, glob: str) -> bool:
    return any(one.negated or index.pattern_hits(one) for one in _patterns(glob)) or not _patterns(glob)


def _patterns(glob: str) -> tuple[Pattern, ...]:
    """Empty for a glob that is not used, which reading has said already."""
    try:
        return compile_glob(glob)
    except BadGlob:
        return ()


def _named(globs: Sequence[str]) -> str:
    shown = ", ".join(f"`{glob}`" for glob in globs[:3])
    more = f" and {len(globs) - 3} more" if len(globs) > 3 else ""
    return f"{shown}{more} {'matches' if len(globs) == 1 else 'match'}"
