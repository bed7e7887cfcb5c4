"""Records that replace others: in a circle, something that is not there, or something that came back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from buddy.core.learnings.record import InertReason, Learning
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject

_PUT_AWAY = (InertReason.ARCHIVED, InertReason.SUPERSEDED)


def check(subject: Subject) -> Iterator[LintProblem]:
    """Looks at every `supersedes` of the file; archived records may point anywhere."""
    document, inert = subject.document, subject.matching.inert
    replacing = [record for record in document.checked.unusual if record.supersedes]
    active = {record.id: record.superseded_ids for record in replacing if record.id not in inert}
    in_force = {record.id for record in subject.in_force} if replacing else set()
    circles = _circles(active)
    for record in replacing:
        line = subject.line(record)
        if record.id in circles:
            message = "it replaces what replaces it; the newest of the circle counts"
            yield LintProblem(code=Code.SUPERSEDES_CYCLE, message=message, line=line, id=record.id)
        for old in dict.fromkeys(record.superseded_ids):
            if record.id in active and document.find(old) is None:
                message = "`supersedes` names a record that is not in the file"
                yield LintProblem(code=Code.SUPERSEDES_UNKNOWN, message=message, line=line, id=record.id)
            elif inert.get(record.id) in _PUT_AWAY and old in in_force:
                yield _revived(subject, old, by=record)


def _revived(subject: Subject, old: str, *, by: Learning) -> LintProblem:
    message = f"it applies again: {by.id} (line {subject.line(by)}), which replaced it, was put away"
    line = subject.document.line_of(old)
    return LintProblem(code=Code.SUPERSEDES_REVIVED, message=message, line=line, id=old)


def _circles(replaced: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The ids that reach themselves: what is left when all that leads nowhere has been taken away, from both ends."""
    left = {record_id: {old for old in ids if old in replaced} for record_id, ids in replaced.items()}
    for _ in range(2):
        left = _without_ends(left)
        left = _turned(left)
    return set(left)


def _without_ends(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """The graph without the nodes from which no circle is reached."""
    above = _turned(graph)
    ends = [node for node, below in graph.items() if not below]
    open_ends = {node: len(below) for node, below in graph.items()}
    gone: set[str] = set()
    while ends:
        node = ends.pop()
        gone.add(node)
        for one in above.get(node, ()):
            open_ends[one] -= 1
            if not open_ends[one]:
                ends.append(one)
    return {node: below - gone for node, below in graph.items() if node not in gone}


def _turned(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    turned: dict[str, set[str]] = {node: set() for node in graph}
    for node, below in graph.items():
        for one in below:
            turned[one].add(node)
    return turned
