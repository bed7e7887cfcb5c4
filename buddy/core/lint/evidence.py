"""Whether what a record claims can still be seen: its `verify`, a glob and an expression, against the files (6.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from buddy.core.globs import GlobSet, PathIndex
from buddy.core.learnings.record import Learning, Status, Verify
from buddy.core.lint.codes import Code
from buddy.core.lint.expression import Expression, Unreadable, Walk
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Files, Subject
from buddy.core.secrets import redact

MOST_FILES = 200
"""Files that one `verify` may look into."""
_MOST_WORK = 10_000_000
"""Characters that all of them together may read: a second or two."""


def check(subject: Subject) -> Iterator[LintProblem]:
    """Records in force with a `verify`; nothing without a repository but whether the check could be run."""
    walk = Walk(left=_MOST_WORK)
    for record in subject.in_force:
        if record.verify is None:
            continue
        found = _verified(record.verify, subject, walk)
        if found is not None:
            code, message = found
            yield LintProblem(code=code, message=redact(message), line=subject.line(record), id=record.id)
        if walk.exhausted:
            message = "there is too much to read for all `verify`; failing ones may be missing here"
            yield LintProblem(code=Code.NOT_COMPARED, message=message)
            return


def wanted(records: Iterable[Learning], paths: Collection[str]) -> Sequence[str]:
    """The files whose texts `check` needs."""
    checks = [one.verify for one in records if one.verify is not None and one.status is Status.ACTIVE]
    if not checks:
        return ()
    index = PathIndex(paths)
    return sorted({path for one in checks if one.regex for path in _matching(one, index)[:MOST_FILES]})


def _verified(verify: Verify, subject: Subject, walk: Walk) -> tuple[Code, str] | None:
    globs = GlobSet((verify.path or "",))
    if not globs:
        why = globs.problems[0].message if verify.path else "it names no `path`"
        return Code.VERIFY_UNUSABLE, f"`verify` cannot be run: {why}"
    try:
        expression = Expression(verify.regex) if verify.regex else None
    except Unreadable as problem:
        return Code.VERIFY_UNUSABLE, f"the `regex` of `verify` cannot be used: {problem}"
    if subject.index is None or subject.files is None:
        return None
    files = _matching(verify, subject.index)
    if subject.index.exhausted:
        return None  # said where the globs are compared
    if not files:
        return Code.VERIFY_FAILED, f"`verify` names `{verify.path}`, which matches no file"
    if expression is None or _is_seen(expression, files[:MOST_FILES], subject.files, walk) or walk.exhausted:
        return None
    if len(files) > MOST_FILES:
        return Code.VERIFY_UNUSABLE, f"`verify` names {len(files)} files, of which {MOST_FILES} are read"
    return Code.VERIFY_FAILED, f"nothing in `{verify.path}` matches the `regex` of `verify`"


def _is_seen(expression: Expression, paths: Sequence[str], files: Files, walk: Walk) -> bool:
    return any(expression.is_in(files.texts.get(path, ""), walk) for path in paths)


def _matching(verify: Verify, index: PathIndex) -> Sequence[str]:
    return [index.paths[place] for place in index.hits(GlobSet((verify.path or "",)))]
