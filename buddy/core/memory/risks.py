"""What in a change deserves a closer look, by paths and sizes alone: short sentences that count files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.memory import path_kinds
from buddy.core.memory.path_kinds import PathKind

LARGE_FILE = 400
"""Changed lines."""
LARGE_CHANGE = 1_000
"""Changed lines in all, generated files not counted."""
MANY_FILES = 50


def risks(change: Change) -> tuple[str, ...]:
    """At most one sentence a kind of risk, in a fixed order; nothing that others wrote occurs in them."""
    counted = ((rule, sum(map(rule.holds, change.files))) for rule in _RULES)
    found = [rule.sentence.format(files=_files(count)) for rule, count in counted if count]
    return (*found, *_sizes(change), *_untested(change))


@dataclass(frozen=True, slots=True)
class _Rule:
    sentence: str
    holds: Callable[[ChangedFile], bool]


def _touches(kind: PathKind, *, but: PathKind | None = None) -> Callable[[ChangedFile], bool]:
    """Under either name of a renamed file."""
    return lambda file: any(kind.holds(name) and not (but and but.holds(name)) for name in file.names)


def _changes_dependencies(file: ChangedFile) -> bool:
    return path_kinds.MANIFEST.holds(file.path) or path_kinds.LOCK.holds(file.path)


def _deletes_test(file: ChangedFile) -> bool:
    return file.status is FileStatus.REMOVED and path_kinds.TEST.holds(file.path)


def _deletes_code(file: ChangedFile) -> bool:
    return file.status is FileStatus.REMOVED and _is_code(file)


def _is_binary(file: ChangedFile) -> bool:
    return file.status is not FileStatus.REMOVED and file.patch is None and path_kinds.BINARY.holds(file.path)


def _is_unseen(file: ChangedFile) -> bool:
    """GitHub leaves the patch of a very large file out but counts its lines."""
    return file.patch is None and _lines(file) > 0 and file.status is not FileStatus.REMOVED


def _is_large(file: ChangedFile) -> bool:
    return _lines(file) >= LARGE_FILE and not _is_generated(file) and file.status is not FileStatus.REMOVED


_RULES = (
    _Rule(
        "Edits Buddy's own memory or configuration ({files}); it counts only after the merge.", _touches(path_kinds.OWN)
    ),
    _Rule("Changes database migrations or a schema ({files}).", _touches(path_kinds.MIGRATION)),
    _Rule(
        "Touches authentication, permissions or cryptography ({files}).",
        _touches(path_kinds.SECURITY, but=path_kinds.DOCS),
    ),
    _Rule("Changes what runs in CI or in a release ({files}).", _touches(path_kinds.CI)),
    _Rule("Changes how it is built or deployed ({files}).", _touches(path_kinds.DEPLOY)),
    _Rule("Changes dependencies ({files}).", _changes_dependencies),
    _Rule("Changes a public interface ({files}).", _touches(path_kinds.INTERFACE, but=path_kinds.TEST)),
    _Rule("Deletes tests ({files}).", _deletes_test),
    _Rule("Deletes code ({files}).", _deletes_code),
    _Rule("Adds or changes binary content ({files}).", _is_binary),
    _Rule("Is too large to be shown in the diff ({files}).", _is_unseen),
    _Rule(f"Changes {LARGE_FILE} lines or more at one place ({{files}}).", _is_large),
)


def _sizes(change: Change) -> list[str]:
    lines = sum(_lines(file) for file in change.files if not _is_generated(file))
    unseen = change.total - len(change.files)
    sentences = []
    if change.total >= MANY_FILES or lines >= LARGE_CHANGE:
        sentences.append(f"Is large: {lines} changed lines in {_files(change.total)}.")
    if unseen > 0:
        sentences.append(f"Is not listed in full: {_files(unseen)} could not be looked at.")
    return sentences


def _untested(change: Change) -> list[str]:
    changed = [file for file in change.files if file.status is not FileStatus.REMOVED]
    code = sum(map(_is_code, changed))
    if code and not any(path_kinds.TEST.holds(file.path) for file in changed):
        return [f"Changes code but no test ({_files(code)})."]
    return []


def _is_code(file: ChangedFile) -> bool:
    kinds = (path_kinds.TEST, path_kinds.DOCS)
    return path_kinds.CODE.holds(file.path) and not any(kind.holds(file.path) for kind in kinds)


def _is_generated(file: ChangedFile) -> bool:
    return path_kinds.LOCK.holds(file.path) or path_kinds.GENERATED.holds(file.path)


def _lines(file: ChangedFile) -> int:
    return file.additions + file.deletions


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"
