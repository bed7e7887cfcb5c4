"""Records in force that say the same, nearly the same, another value, or the opposite of each other (6.4).

The decisions are those of recording: `learnings.relation.compare`, the older statement first.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime

from buddy.core.learnings import dates
from buddy.core.learnings.identity import normal_form
from buddy.core.learnings.record import Kind, Learning
from buddy.core.learnings.relation import Relation, compare
from buddy.core.lint.candidates import candidates
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject

MOST_PAIRS = 400_000
MOST_COMPARED = 40_000
"""Pairs that are looked at, and those that are compared word by word: half a second and a second (P11)."""

_CODES = {
    Relation.CONTRADICTION: (Code.CONTRADICTION, "asks for the opposite of"),
    Relation.SUPERSEDES: (Code.OTHER_VALUE, "gives another value than"),
    Relation.NEAR_COPY: (Code.NEAR_COPY, "says almost the same as"),
}

Related = tuple[Relation, Learning, Learning]
"""How the second, newer record relates to the first."""


def check(subject: Subject) -> Iterator[LintProblem]:
    """One problem a record and relation, on the newer line, naming the first that it concerns."""
    groups = same(subject.in_force)
    for group in groups:
        for record in group[1:]:
            message = f"it says the same as {_named(subject, group[0])}"
            yield LintProblem(code=Code.DUPLICATE, message=message, line=subject.line(record), id=record.id)
    found, all_compared = related([group[-1] for group in groups])
    by_record: dict[tuple[str, Relation], list[Learning]] = {}
    for relation, older, newer in found:
        by_record.setdefault((newer.id, relation), []).append(older)
    for (record_id, relation), others in by_record.items():
        code, says = _CODES[relation]
        first, *more = sorted(others, key=subject.line)
        message = f"it {says} {_named(subject, first)}" + (f" and {len(more)} more" if more else "")
        yield LintProblem(code=code, message=message, line=subject.document.line_of(record_id), id=record_id)
    if not all_compared:
        message = "too many records are alike to compare them all; near-copies and contradictions may be missing here"
        yield LintProblem(code=Code.NOT_COMPARED, message=message)


def same(records: Iterable[Learning]) -> list[list[Learning]]:
    """The records in groups that say the same, the newest of each last; most groups are of one."""
    groups: dict[Hashable, list[Learning]] = {}
    for record in records:
        groups.setdefault(_identity(record), []).append(record)
    return [sorted(group, key=_moment) for group in groups.values()]


def related(
    records: Sequence[Learning], *, most_pairs: int = MOST_PAIRS, most_compared: int = MOST_COMPARED
) -> tuple[list[Related], bool]:
    """What is related among records that say different things; False where not all could be looked at or compared."""
    statements = [record for record in records if record.kind is not Kind.SUPPRESSION]
    moments = [_moment(record) for record in statements]
    seen: set[tuple[int, int]] = set()
    found: list[Related] = []
    for looked_at, pair in enumerate(candidates([record.text for record in statements])):
        if looked_at >= most_pairs or len(seen) >= most_compared:
            return found, False
        if pair is None or pair in seen:
            continue
        seen.add(pair)
        older, newer = sorted(pair, key=lambda place: (moments[place], place))
        relation = compare(statements[older], statements[newer])
        if relation in _CODES:
            found.append((relation, statements[older], statements[newer]))
    return found, True


def _identity(record: Learning) -> Hashable:
    """Equal for two records that `compare` calls the same."""
    if record.kind is Kind.SUPPRESSION:
        return record.kind, record.scope, normal_form(record.text), record.match, frozenset(record.paths or ())
    return record.kind, record.scope, normal_form(record.text), bool(record.paths)


def _moment(record: Learning) -> datetime:
    return dates.parse(record.updated_at) or dates.parse(record.created_at) or dates.OLDEST


def _named(subject: Subject, record: Learning) -> str:
    return f"{record.id} (line {subject.line(record)})"
